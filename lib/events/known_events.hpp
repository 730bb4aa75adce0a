// SPDX-License-Identifier: GPL-2.0-or-later
// The events that the tool counts, each in a row: its columns, names in files, callgrind's order,
// and what commands, pages and cachegrind(1) say of it come from here. Freestanding, because the
// tool includes it, too.
#pragma once

namespace cg {

// The option that counts an event. The columns of a profile are in this order.
enum class CountedBy : unsigned char {
    nothing, // is always counted
    cache_sim,
    branch_sim,
    cache_use,
    miss_causes,
    other_data, // for each of these caches
    other_last,
    bus,
    system_calls,
};

// The options that count the events of each, in that order.
inline constexpr const char* counting_options[] = {
    "",
    "--cache-sim=yes",
    "--branch-sim=yes",
    "--cache-sim=yes --cache-use=yes",
    "--cache-sim=yes --miss-causes=yes",
    "--cache-sim=yes --D1-also=SIZE,WAYS,LINE",
    "--cache-sim=yes --LL-also=SIZE,WAYS,LINE",
    "--calls=yes --collect-bus=yes",
    "--calls=yes --collect-systime=yes",
};

struct KnownEvent {
    const char* name; // one that ends with @ has the size of its cache after it: D1mr@16K
    CountedBy counted_by;
    const char* part_of; // the event that it is a part of, or ""
    // The place in the order of callgrind; those with the same one are as in this table.
    unsigned char callgrind_place;
    // The place in a narrow table, which leaves out the last ones.
    unsigned char narrow_place;
    const char* words; // of the pages and cachegrind(1)

    // Returns true if the count depends on the simulated caches.
    constexpr bool depends_on_caches() const {
        const bool is_miss = counted_by == CountedBy::cache_sim && part_of[0] != '\0';
        return is_miss ||
               (CountedBy::cache_use <= counted_by && counted_by <= CountedBy::other_last);
    }
};

// Of each cache.
inline constexpr const char* cause_cold = "misses of lines that the cache never had";
inline constexpr const char* cause_cap = "misses of lines that left because the cache is too small";
inline constexpr const char* cause_conf = "misses of lines that left because too many share a set";

// In a narrow table reads come before writes, because they wait for a miss and writes seldom do,
// and branches before fetches, because they are mispredicted more often than code is missed.
inline constexpr KnownEvent known_events[] = {
    {"Ir", CountedBy::nothing, "", 0, 0, "instructions that were executed"},

    {"I1mr", CountedBy::cache_sim, "Ir", 3, 8,
     "instructions that were not in the level 1 cache, and came from the last level or memory"},
    {"ILmr", CountedBy::cache_sim, "Ir", 6, 7,
     "instructions that were in no cache, and came from memory"},
    {"Dr", CountedBy::cache_sim, "", 1, 13, "reads of data"},
    {"D1mr", CountedBy::cache_sim, "Dr", 4, 2,
     "reads of data that was not in the level 1 cache, and came from the last level or memory"},
    {"DLmr", CountedBy::cache_sim, "Dr", 7, 1,
     "reads of data that was in no cache, and came from memory"},
    {"Dw", CountedBy::cache_sim, "", 2, 14, "writes of data"},
    {"D1mw", CountedBy::cache_sim, "Dw", 5, 5, "writes to data that was not in the level 1 cache"},
    {"DLmw", CountedBy::cache_sim, "Dw", 8, 4, "writes to data that was in no cache"},

    {"Bc", CountedBy::branch_sim, "", 9, 15, "conditional branches"},
    {"Bcm", CountedBy::branch_sim, "Bc", 9, 3, "conditional branches that were predicted wrongly"},
    {"Bi", CountedBy::branch_sim, "", 9, 16, "indirect branches and calls"},
    {"Bim", CountedBy::branch_sim, "Bi", 9, 6,
     "indirect branches and calls that were predicted wrongly"},

    {"AcCost1", CountedBy::cache_use, "", 9, 11,
     "1000 divided by the uses of each line of level 1 that was loaded here: large if lines are "
     "used seldom"},
    {"SpLoss1", CountedBy::cache_use, "", 9, 9,
     "bytes that were loaded here into level 1, and never used"},
    {"AcCost2", CountedBy::cache_use, "", 9, 12,
     "1000 divided by the uses of each line of the last level that was loaded here: large if "
     "lines are used seldom"},
    {"SpLoss2", CountedBy::cache_use, "", 9, 10,
     "bytes that were loaded here into the last level, and never used"},

    {"I1mrCold", CountedBy::miss_causes, "I1mr", 9, 17, cause_cold},
    {"I1mrCap", CountedBy::miss_causes, "I1mr", 9, 17, cause_cap},
    {"I1mrConf", CountedBy::miss_causes, "I1mr", 9, 17, cause_conf},
    {"ILmrCold", CountedBy::miss_causes, "ILmr", 9, 17, cause_cold},
    {"ILmrCap", CountedBy::miss_causes, "ILmr", 9, 17, cause_cap},
    {"ILmrConf", CountedBy::miss_causes, "ILmr", 9, 17, cause_conf},
    {"D1mrCold", CountedBy::miss_causes, "D1mr", 9, 17, cause_cold},
    {"D1mrCap", CountedBy::miss_causes, "D1mr", 9, 17, cause_cap},
    {"D1mrConf", CountedBy::miss_causes, "D1mr", 9, 17, cause_conf},
    {"DLmrCold", CountedBy::miss_causes, "DLmr", 9, 17, cause_cold},
    {"DLmrCap", CountedBy::miss_causes, "DLmr", 9, 17, cause_cap},
    {"DLmrConf", CountedBy::miss_causes, "DLmr", 9, 17, cause_conf},
    {"D1mwCold", CountedBy::miss_causes, "D1mw", 9, 17, cause_cold},
    {"D1mwCap", CountedBy::miss_causes, "D1mw", 9, 17, cause_cap},
    {"D1mwConf", CountedBy::miss_causes, "D1mw", 9, 17, cause_conf},
    {"DLmwCold", CountedBy::miss_causes, "DLmw", 9, 17, cause_cold},
    {"DLmwCap", CountedBy::miss_causes, "DLmw", 9, 17, cause_cap},
    {"DLmwConf", CountedBy::miss_causes, "DLmw", 9, 17, cause_conf},

    {"D1mr@", CountedBy::other_data, "Dr", 9, 17, "reads that another level 1 cache would miss"},
    {"D1mw@", CountedBy::other_data, "Dw", 9, 17, "writes that another level 1 cache would miss"},
    {"ILmr@", CountedBy::other_last, "Ir", 9, 17,
     "instructions that another last level would miss"},
    {"DLmr@", CountedBy::other_last, "Dr", 9, 17, "reads that another last level would miss"},
    {"DLmw@", CountedBy::other_last, "Dw", 9, 17, "writes that another last level would miss"},

    {"Ge", CountedBy::bus, "", 9, 0, "atomic instructions"},

    {"sysCount", CountedBy::system_calls, "", 9, 0, "system calls"},
    {"sysTime", CountedBy::system_calls, "", 9, 0, "the time of system calls"},
    {"sysCpuTime", CountedBy::system_calls, "", 9, 0, "the processor's time of system calls"},
};
inline constexpr unsigned known_event_count = sizeof known_events / sizeof known_events[0];

// Returns the number of the row with this name; `known_event_count`: there is none.
constexpr unsigned row_of(const char* name) {
    const auto is_equal = [](const char* a, const char* b) {
        while (*a != '\0' && *a == *b)
            ++a, ++b;
        return *a == *b;
    };
    unsigned row = 0;
    while (row < known_event_count && !is_equal(known_events[row].name, name))
        ++row;
    return row;
}

} // namespace cg
