// SPDX-License-Identifier: GPL-2.0-or-later
// Selects rows and events of a profile.
#pragma once

#include "algebra/condition.hpp"
#include "model/fwd.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Chooses and orders the events of profiles.

// Return the columns of the events that an option names ("--show"), in any case. Throw UsageError
// with the option and the events that there are.
std::size_t chosen_column(const EventSet& events, std::string_view name, std::string_view option);
std::vector<std::size_t> chosen_columns(const EventSet& events, std::span<const std::string> names,
                                        std::string_view option);

// Returns, for each event of `wanted`, its column in `given`. Throws Error with the names that only
// one of the two has.
std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given);

// Returns the events of both, in the order of the first.
EventSet common_events(const EventSet& first, const EventSet& second);
// Returns the events of the first, then those that only the second has.
EventSet united_events(const EventSet& first, const EventSet& second);

// Returns the profile with these events, in this order; missing events are 0.
Profile project(const Profile& profile, const EventSet& events);

// Returns the events, then their bases (NAME@base) that are in `given` and not in
// `events`.
std::vector<std::string> with_bases(std::vector<std::string> events, const EventSet& given);

// Projects a profile that has exactly these events, in any order. Throws Error for other events.
Profile reorder(const Profile& profile, const EventSet& events);

// Selects rows of a profile.

// The function, in the file "???", that has the sum of the omitted rows.
inline constexpr const char* rest_name = "(other)";

enum class Rest {
    drop, // the summary is the sum of the kept rows
    keep, // omitted rows are summed in one row, so that totals stay the same
};
// In a difference with bases (NAME@base), the bases of omitted rows are summed in one row even with
// Rest::drop, so that percentages refer to all of the first profile.

// Called for each row; returns true to keep it. Drops calls. Law: if the result depends only on
// names and line, filter, then merge, is merge, then filter.
using KeepRow = std::function<bool(const FunctionCosts&, std::size_t row)>;
Profile filter(const Profile& profile, const KeepRow& keep, Rest rest = Rest::drop);

// Keeps the costs of data objects for whose indices `keep` returns true. Rows are the sums of
// their cells, with the events that cells have. The profile must have data objects. Drops calls and
// costs by address. Throws Error if cells have none of the profile's events.
using KeepObject = std::function<bool(std::size_t object)>;
Profile of_objects(const Profile& profile, const KeepObject& keep);

// Keeps rows of a difference that are not 0 in all events; ignores bases (NAME@base).
KeepRow changed_rows(const Profile& profile);

// Selects rows of a profile, step by step.
class RowSelection {
  public:
    // Selects all rows. The profile must outlive the selection.
    explicit RowSelection(const Profile& profile);

    // The following functions deselect rows. The counts of a function are the sums of its rows that
    // are still selected.

    void keep_functions(const std::function<bool(const FunctionCosts&)>& is_wanted);
    void keep_rows(const KeepRow& is_wanted);
    // Keeps functions for which all conditions hold; percentages refer to percent_bases().
    void keep_where(std::span<const Condition> conditions);
    // Keeps the functions with the largest magnitudes in the column; of equal ones, the first.
    void keep_top(std::size_t max_functions, std::size_t column);

    bool has(std::size_t row) const { return selected_[row]; }
    bool has_all() const { return std::ranges::find(selected_, false) == selected_.end(); }

  private:
    bool has_any(const FunctionCosts& f) const;
    std::vector<Count> counts(const FunctionCosts& f) const;
    void drop(const FunctionCosts& f);

    const Profile& profile_;
    std::vector<bool> selected_; // by row
};

} // namespace cg
