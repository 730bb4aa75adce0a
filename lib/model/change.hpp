// SPDX-License-Identifier: GPL-2.0-or-later
// A change of all parts of a profile.
#pragma once

#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cg {

// For each event of the result, its column in what is changed, or nothing for 0.
using Columns = std::vector<std::optional<std::size_t>>;

// Returns, for each event of `events`, its column in `in`, or nothing.
Columns columns_of(const EventSet& events, const EventSet& in);

using NewLine = std::function<Line(std::string_view file, std::string_view function, Line line)>;

// Each part of a profile has a function changed(part, change).
struct Change {
    // The events of the result, and where they are. Data objects have more columns than the events
    // of their profile, so they choose theirs by name.
    std::optional<EventSet> events = std::nullopt; // nothing: the same
    Columns columns = {};                          // empty: the same
    bool is_negative = false;                      // negates counts
    NewLine new_line = {};                         // nothing: the same lines

    // Returns the number of events of the result.
    std::size_t event_count(std::size_t before) const {
        return columns.empty() ? before : columns.size();
    }
    // Adds a row of counts, changed, to one of the result. Throws std::overflow_error.
    void add(std::span<Count> sum, std::span<const Count> counts) const {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            const std::optional<std::size_t> column =
                columns.empty() ? std::optional(i) : columns[i];
            if (column)
                sum[i] = checked_add(sum[i], of(counts[*column]));
        }
    }
    Count of(Count count) const { return is_negative ? checked_subtract(0, count) : count; }
};

// Returns the change that sums the lines of each function.
Change to_line_0();

// Returns the change of a profile that has the events `in` to one that has `events`.
Change to_events(const EventSet& events, const EventSet& in);

} // namespace cg
