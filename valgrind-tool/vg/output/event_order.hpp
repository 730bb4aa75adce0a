// SPDX-License-Identifier: GPL-2.0-or-later
// The order in which callgrind writes events.
#pragma once

#include "vg/count/event_set.hpp"

namespace cg::vg {

struct EventOrder {
    unsigned column[EventSet::max_count];
    const char* name[EventSet::max_count];
    unsigned count = 0;

    static EventOrder of(const EventSet& set) {
        EventOrder order;
        order.add(EventSet::ir, "Ir");
        if (set.cache) {
            order.add(EventSet::read, "Dr");
            order.add(EventSet::write, "Dw");
            order.add(EventSet::ir_miss_1, "I1mr");
            order.add(EventSet::read_miss_1, "D1mr");
            order.add(EventSet::write_miss_1, "D1mw");
            order.add(EventSet::ir_miss_last, "ILmr");
            order.add(EventSet::read_miss_last, "DLmr");
            order.add(EventSet::write_miss_last, "DLmw");
        }
        constexpr const char* branch[] = {"Bc", "Bcm", "Bi", "Bim"};
        constexpr const char* use[] = {"AcCost1", "SpLoss1", "AcCost2", "SpLoss2"};
        for (unsigned i = 0; set.branch && i < 4; ++i)
            order.add(set.conditional + i, branch[i]);
        for (unsigned i = 0; set.use && i < 4; ++i)
            order.add(set.first_use + i, use[i]);
        constexpr const char* system[] = {"sysCount", "sysTime", "sysCpuTime"};
        if (set.bus)
            order.add(set.bus_column, "Ge");
        for (unsigned i = 0; i < set.system_count; ++i)
            order.add(set.first_system + i, system[i]);
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

  private:
    void add(unsigned c, const char* n) {
        column[count] = c;
        name[count++] = n;
    }
};

} // namespace cg::vg
