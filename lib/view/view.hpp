// SPDX-License-Identifier: GPL-2.0-or-later
// What a report shows of a profile's events.
#pragma once

#include "model/count.hpp"
#include "model/event_set.hpp"

#include <cstddef>
#include <vector>

namespace cg {

// A function of a file is significant when its count of this event, negative or not, is at
// least so many percent of the whole.
struct Threshold {
    std::size_t column;
    double percent; // from 0
};

struct View {
    EventSet events;                   // all that the profile has
    std::vector<std::size_t> shown;    // columns of events, as they stand from left to right
    std::vector<std::size_t> order;    // columns to sort by; the first is the primary event
    std::vector<Threshold> thresholds; // reaching one of them is enough
    std::vector<Count> whole;          // what 100 % is, a count for each event
    bool percentages = true;
};

} // namespace cg
