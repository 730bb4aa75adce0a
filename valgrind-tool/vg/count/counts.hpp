// SPDX-License-Identifier: GPL-2.0-or-later
// Operations on arrays with a count of each event of the run, events.count in all.
#pragma once

#include "vg/core/valgrind.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

inline bool are_zero(const ULong* counts) {
    unsigned i = 0;
    while (i < events.count && counts[i] == 0)
        ++i;
    return i == events.count;
}

inline void zero_counts(ULong* counts) {
    VG_(memset)(counts, 0, events.count * sizeof(ULong));
}

inline void copy_counts(ULong* to, const ULong* from) {
    VG_(memcpy)(to, from, events.count * sizeof(ULong));
}

inline void add_counts(ULong* to, const ULong* counts) {
    for (unsigned i = 0; i < events.count; ++i)
        to[i] += counts[i];
}

inline void subtract_counts(ULong* from, const ULong* counts) {
    for (unsigned i = 0; i < events.count; ++i)
        from[i] -= counts[i];
}

} // namespace cg::vg
