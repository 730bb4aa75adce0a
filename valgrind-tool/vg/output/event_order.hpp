// SPDX-License-Identifier: GPL-2.0-or-later
// The order in which callgrind writes events.
#pragma once

#include "vg/count/event_set.hpp"

namespace cg::vg {

struct EventOrder {
    unsigned column[EventSet::max_count];
    unsigned count = 0;

    // Only those of the caches are in another order than their columns.
    static EventOrder of(const EventSet& set) {
        constexpr unsigned of_cache[] = {
            EventSet::ir,           EventSet::read,           EventSet::write,
            EventSet::ir_miss_1,    EventSet::read_miss_1,    EventSet::write_miss_1,
            EventSet::ir_miss_last, EventSet::read_miss_last, EventSet::write_miss_last};
        static_assert(sizeof of_cache / sizeof of_cache[0] == EventSet::cache_columns);
        EventOrder order;
        for (; order.count < set.count; ++order.count)
            order.column[order.count] =
                order.count < set.conditional ? of_cache[order.count] : order.count;
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
