// SPDX-License-Identifier: GPL-2.0-or-later
// The caches of --D1-also and --LL-also, which count misses beside those of the hierarchy: those of
// level 1 are told each read and write, those of the last level what missed in level 1.
#pragma once

#include "sim/other_cache.hpp"
#include "vg/core/arena.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

struct OtherCaches {
    sim::OtherCache<MappedPages> caches[sim::max_other_caches];
    unsigned count = 0;
};
extern OtherCaches other_data, other_last;

// Calls f(number) for each cache in which a line was not there.
template <typename F>
void for_each_missing(OtherCaches& others, sim::Word address, sim::Word size, F f) {
    for (unsigned i = 0; i < others.count; ++i) {
        if (others.caches[i].reference(address, size))
            f(i);
    }
}

// Creates the caches that the options ask for, and names their events.
void start_other_caches();
// Makes them as they were at the start.
void empty_other_caches();

} // namespace cg::vg
