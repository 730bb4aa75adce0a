// SPDX-License-Identifier: GPL-2.0-or-later
// The events that this run counts, and the column of each.
#pragma once

#include "sim/geometry.hpp"

namespace cg::vg {

// The names of the events of other caches (simulate/other_caches.hpp), from first_other on.
inline constinit const char* other_names[(2 + 3) * sim::max_other_caches] = {};

// The columns of a cost centre. Those of the branch events, of cache use, of the causes of misses
// and of other caches come last, in this order, so their numbers depend on which other events there
// are.
struct EventSet {
    static constexpr unsigned ir = 0;
    // only if `cache`
    static constexpr unsigned ir_miss_1 = 1, ir_miss_last = 2;
    static constexpr unsigned read = 3, read_miss_1 = 4, read_miss_last = 5;
    static constexpr unsigned write = 6, write_miss_1 = 7, write_miss_last = 8;
    static constexpr unsigned cache_columns = 9; // these
    static constexpr unsigned max_count = 39 + (2 + 3) * sim::max_other_caches;

    bool cache = false;
    bool branch = false;
    bool use = false;         // only if `cache`
    bool causes = false;      // only if `cache`
    unsigned conditional = 1; // the column of Bc, if `branch`; Bcm, Bi, Bim follow
    unsigned first_use = 1;   // the column of AcCost1, if `use`; SpLoss1, AcCost2, SpLoss2 follow
    // The column of I1mrCold, if `causes`; I1mrCap, I1mrConf follow, and those of ILmr, D1mr, DLmr,
    // D1mw and DLmw.
    unsigned first_cause = 1;
    unsigned count = 1;
    // Caches beside those of the hierarchy. Each one of level 1 has D1mr and D1mw, then each one of
    // the last level has ILmr, DLmr and DLmw.
    unsigned other_data = 0, other_last = 0;
    unsigned first_other = 1;  // the column of the first one's D1mr
    bool bus = false;          // as the two below, only under callgrind's name
    unsigned bus_column = 1;   // of Ge, if `bus`
    unsigned system_count = 0; // of sysCount, sysTime, sysCpuTime
    unsigned first_system = 1; // their columns

    constexpr unsigned loss_1() const { return first_use + 1; }
    constexpr unsigned loss_last() const { return first_use + 3; }
    constexpr unsigned conditional_miss() const { return conditional + 1; }
    constexpr unsigned indirect() const { return conditional + 2; }
    constexpr unsigned indirect_miss() const { return conditional + 3; }

    // Returns the column of misses whose causes are those of this number, and how many there are.
    static constexpr unsigned misses_with_causes = 6;
    static constexpr unsigned causes_of_misses = 3;
    static constexpr unsigned miss_column(unsigned number) {
        return ir_miss_1 + number / 2 * (read_miss_1 - ir_miss_1) + number % 2;
    }
    // Returns the column of the first cause of these misses.
    constexpr unsigned cause_column(unsigned misses) const {
        const unsigned number = misses - ir_miss_1 - misses / (read_miss_1 - ir_miss_1);
        return first_cause + number * causes_of_misses;
    }

    static constexpr EventSet of(bool cache, bool branch, bool use, bool causes) {
        const unsigned conditional = cache ? cache_columns : 1;
        const unsigned first_use = branch ? conditional + 4 : conditional;
        const unsigned first_cause = use ? first_use + 4 : first_use;
        const unsigned count =
            causes ? first_cause + misses_with_causes * causes_of_misses : first_cause;
        return {cache,       branch, use, causes, conditional, first_use,
                first_cause, count,  0,   0,      count};
    }
    // Returns this set, and with it the events of other caches.
    constexpr EventSet with_others(unsigned data, unsigned last) const {
        EventSet all = *this;
        all.other_data = data;
        all.other_last = last;
        all.count += 2 * data + 3 * last;
        return all;
    }
    constexpr unsigned other_data_column(unsigned number, bool is_write) const {
        return first_other + 2 * number + (is_write ? 1 : 0);
    }
    // `misses`: ir_miss_last, read_miss_last or write_miss_last.
    constexpr unsigned other_last_column(unsigned number, unsigned misses) const {
        return first_other + 2 * other_data + 3 * number + misses / 3;
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
        constexpr const char* of_causes[] = {
            "I1mrCold", "I1mrCap", "I1mrConf", "ILmrCold", "ILmrCap", "ILmrConf",
            "D1mrCold", "D1mrCap", "D1mrConf", "DLmrCold", "DLmrCap", "DLmrConf",
            "D1mwCold", "D1mwCap", "D1mwConf", "DLmwCold", "DLmwCap", "DLmwConf"};
        constexpr const char* of_system[] = {"sysCount", "sysTime", "sysCpuTime"};
        if (column < conditional)
            return of_cache[column];
        if (column < first_use)
            return of_branch[column - conditional];
        if (column < first_cause)
            return of_use[column - first_use];
        if (column < first_other)
            return of_causes[column - first_cause];
        if (column < first_other + 2 * other_data + 3 * other_last)
            return other_names[column - first_other];
        return column < first_system ? "Ge" : of_system[column - first_system];
    }
};

static_assert(EventSet::of(true, true, true, true)
                  .with_others(sim::max_other_caches, sim::max_other_caches)
                  .with(true, 3)
                  .count == EventSet::max_count);
static_assert(EventSet::of(true, false, false, false)
                  .with_others(1, 1)
                  .other_last_column(0, EventSet::ir_miss_last) == 11);
static_assert(EventSet::of(true, false, false, false)
                  .with_others(1, 1)
                  .other_last_column(0, EventSet::write_miss_last) == 13);
static_assert(EventSet::of(true, false, false, true).cause_column(EventSet::ir_miss_1) == 9);
static_assert(EventSet::of(true, false, false, true).cause_column(EventSet::write_miss_last) == 24);
static_assert(EventSet::miss_column(5) == EventSet::write_miss_last);

// Set once, before the program starts.
inline constinit EventSet events;

} // namespace cg::vg
