// SPDX-License-Identifier: GPL-2.0-or-later
// The events that this run counts, and the column of each.
#pragma once

namespace cg::vg {

// The columns of a cost centre. Those of the branch events and of cache use come last, in this
// order, so their numbers depend on which other events there are.
struct EventSet {
    static constexpr unsigned ir = 0;
    // only if `cache`
    static constexpr unsigned ir_miss_1 = 1, ir_miss_last = 2;
    static constexpr unsigned read = 3, read_miss_1 = 4, read_miss_last = 5;
    static constexpr unsigned write = 6, write_miss_1 = 7, write_miss_last = 8;
    static constexpr unsigned cache_columns = 9; // these
    static constexpr unsigned max_count = 21;

    bool cache = false;
    bool branch = false;
    bool use = false;         // only if `cache`
    unsigned conditional = 1; // the column of Bc, if `branch`; Bcm, Bi, Bim follow
    unsigned first_use = 1;   // the column of AcCost1, if `use`; SpLoss1, AcCost2, SpLoss2 follow
    unsigned count = 1;
    bool bus = false;          // as the two below, only under callgrind's name
    unsigned bus_column = 1;   // of Ge, if `bus`
    unsigned system_count = 0; // of sysCount, sysTime, sysCpuTime
    unsigned first_system = 1; // their columns

    constexpr unsigned loss_1() const { return first_use + 1; }
    constexpr unsigned loss_last() const { return first_use + 3; }
    constexpr unsigned conditional_miss() const { return conditional + 1; }
    constexpr unsigned indirect() const { return conditional + 2; }
    constexpr unsigned indirect_miss() const { return conditional + 3; }

    static constexpr EventSet of(bool cache, bool branch, bool use) {
        const unsigned conditional = cache ? cache_columns : 1;
        const unsigned first_use = branch ? conditional + 4 : conditional;
        const unsigned count = use ? first_use + 4 : first_use;
        return {cache, branch, use, conditional, first_use, count};
    }
    // Returns this set, and with it Ge, and system events.
    constexpr EventSet with(bool bus_events, unsigned system_events) const {
        EventSet all = *this;
        all.bus = bus_events;
        all.bus_column = count;
        all.first_system = count + (bus_events ? 1 : 0);
        all.system_count = system_events;
        all.count = all.first_system + system_events;
        return all;
    }

    const char* name_of(unsigned column) const {
        constexpr const char* of_cache[] = {"Ir",   "I1mr", "ILmr", "Dr",  "D1mr",
                                            "DLmr", "Dw",   "D1mw", "DLmw"};
        static_assert(sizeof of_cache / sizeof of_cache[0] == cache_columns);
        constexpr const char* of_branch[] = {"Bc", "Bcm", "Bi", "Bim"};
        constexpr const char* of_use[] = {"AcCost1", "SpLoss1", "AcCost2", "SpLoss2"};
        constexpr const char* of_system[] = {"sysCount", "sysTime", "sysCpuTime"};
        if (column < conditional)
            return of_cache[column];
        if (column < first_use)
            return of_branch[column - conditional];
        if (column < bus_column)
            return of_use[column - first_use];
        return column < first_system ? "Ge" : of_system[column - first_system];
    }
};

static_assert(EventSet::of(true, true, true).with(true, 3).count == EventSet::max_count);

// Set once, before the program starts.
inline constinit EventSet events;

} // namespace cg::vg
