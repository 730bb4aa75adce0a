// SPDX-License-Identifier: GPL-2.0-or-later
// The events that cg_annotate's report shows and sorts by.
#pragma once

#include "model/count.hpp"
#include "model/event_set.hpp"

#include <cstddef>
#include <vector>

namespace cg {

// A function of a file is significant if the magnitude of its count of this event is at least
// `percent` percent of the event's total.
struct Threshold {
    std::size_t column;
    double percent; // from 0
};

// Columns are those of the profile's events.
struct ReportColumns {
    EventSet events;                          // all that the profile has
    std::vector<std::size_t> visible_columns; // from left to right
    std::vector<std::size_t> order;           // to sort by; the first is the primary event
    std::vector<Threshold> thresholds;        // to reach one of them is enough
    std::vector<Count> percent_base;          // what 100 % is, a count for each event
    bool percentages = true;
};

} // namespace cg
