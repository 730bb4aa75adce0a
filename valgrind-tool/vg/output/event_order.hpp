// SPDX-License-Identifier: GPL-2.0-or-later
// The order in which callgrind writes events.
#pragma once

#include "vg/count/event_set.hpp"

namespace cg::vg {

struct EventOrder {
    unsigned column[EventSet::max_count];
    unsigned count = 0;

    static EventOrder of(const EventSet& set) {
        const auto place = [&](unsigned column) {
            return known_events[set.row[column]].callgrind_place;
        };
        EventOrder order;
        for (unsigned column = 0; column < set.count; ++column) {
            unsigned at = order.count++;
            for (; at != 0 && place(order.column[at - 1]) > place(column); --at)
                order.column[at] = order.column[at - 1];
            order.column[at] = column;
        }
        return order;
    }

    // Returns the number of counts up to the last one that is not 0.
    template <typename Counts>
    unsigned length_of(const Counts& counts) const {
        unsigned length = count;
        while (length != 0 && counts[column[length - 1]] == 0)
            --length;
        return length;
    }
};

} // namespace cg::vg
