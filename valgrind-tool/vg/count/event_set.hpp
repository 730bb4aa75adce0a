// SPDX-License-Identifier: GPL-2.0-or-later
// The events that this run counts, and the column of each.
#pragma once

#include "events/known_events.hpp"
#include "sim/geometry.hpp"

namespace cg::vg {

// The names of the events of other caches (simulate/other_caches.hpp), from first_other on.
inline constinit const char* other_names[(2 + 3) * sim::max_other_caches] = {};

// The columns of a cost centre, in the order of known_events. The numbers of those after the
// caches' depend on which events there are.
struct EventSet {
    static constexpr unsigned ir = row_of("Ir");
    // only if `cache`
    static constexpr unsigned ir_miss_1 = row_of("I1mr"), ir_miss_last = row_of("ILmr");
    static constexpr unsigned read = row_of("Dr");
    static constexpr unsigned read_miss_1 = row_of("D1mr"), read_miss_last = row_of("DLmr");
    static constexpr unsigned write = row_of("Dw");
    static constexpr unsigned write_miss_1 = row_of("D1mw"), write_miss_last = row_of("DLmw");
    static constexpr unsigned max_count =
        known_event_count + (2 + 3) * (sim::max_other_caches - 1); // all rows, these repeatedly

    bool cache = false;
    bool branch = false;
    bool use = false;         // only if `cache`
    bool causes = false;      // only if `cache`
    bool bus = false;         // as those of system calls, only if calls are callgrind's
    unsigned conditional = 1; // the column of Bc, if `branch`; Bcm, Bi, Bim follow
    unsigned first_use = 1;   // the column of AcCost1, if `use`; SpLoss1, AcCost2, SpLoss2 follow
    // The column of I1mrCold, if `causes`; I1mrCap, I1mrConf follow, and those of ILmr, D1mr, DLmr,
    // D1mw and DLmw.
    unsigned first_cause = 1;
    // Caches beside those of the hierarchy. Each one of level 1 has D1mr and D1mw, then each one of
    // the last level has ILmr, DLmr and DLmw.
    unsigned other_data = 0, other_last = 0;
    unsigned first_other = 1;  // the column of the first one's D1mr
    unsigned bus_column = 1;   // of Ge, if `bus`
    unsigned system_count = 0; // of sysCount, sysTime, sysCpuTime
    unsigned first_system = 1; // their columns
    unsigned count = 0;
    unsigned char row[max_count] = {}; // of each column, in known_events

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
        EventSet set;
        set.cache = cache;
        set.branch = branch;
        set.use = use;
        set.causes = causes;
        set.add(CountedBy::nothing);
        set.add(CountedBy::cache_sim, cache ? all : 0);
        set.conditional = set.add(CountedBy::branch_sim, branch ? all : 0);
        set.first_use = set.add(CountedBy::cache_use, use ? all : 0);
        set.first_cause = set.add(CountedBy::miss_causes, causes ? all : 0);
        set.first_other = set.count;
        return set;
    }
    // Returns this set, and with it the events of other caches.
    constexpr EventSet with_others(unsigned data, unsigned last) const {
        EventSet set = *this;
        for (; set.other_data < data; ++set.other_data)
            set.add(CountedBy::other_data);
        for (; set.other_last < last; ++set.other_last)
            set.add(CountedBy::other_last);
        return set;
    }
    constexpr unsigned other_data_column(unsigned number, bool is_write) const {
        return first_other + 2 * number + (is_write ? 1 : 0);
    }
    // `misses`: ir_miss_last, read_miss_last or write_miss_last.
    constexpr unsigned other_last_column(unsigned number, unsigned misses) const {
        return first_other + 2 * other_data + 3 * number + misses / 3;
    }
    // Returns this set, and with it Ge, and the first of the system's events.
    constexpr EventSet with(bool bus_events, unsigned system_events) const {
        EventSet set = *this;
        set.bus = bus_events;
        set.bus_column = set.add(CountedBy::bus, bus_events ? all : 0);
        set.system_count = system_events;
        set.first_system = set.add(CountedBy::system_calls, system_events);
        return set;
    }

    const char* name_of(unsigned column) const {
        const unsigned of_others = column - first_other;
        return column >= first_other && of_others < 2 * other_data + 3 * other_last
                   ? other_names[of_others]
                   : known_events[row[column]].name;
    }

  private:
    static constexpr unsigned all = known_event_count;

    // Adds columns for the events that the option counts, `most` of them at most. Returns the
    // first.
    constexpr unsigned add(CountedBy option, unsigned most = all) {
        const unsigned first = count;
        for (unsigned i = 0; i < known_event_count && count - first < most; ++i) {
            if (known_events[i].counted_by == option)
                row[count++] = static_cast<unsigned char>(i);
        }
        return first;
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
