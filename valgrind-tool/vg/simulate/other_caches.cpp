// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/other_caches.hpp"

#include <initializer_list>

#include "vg/core/options.hpp"
#include "vg/core/replaced_functions.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

constinit OtherCaches other_data, other_last;

namespace {

// Writes the size as people do, 32K or 4M, and the rest of the geometry if another cache has that
// size.
void write_geometry(HChar* to, const Options::Geometries& all, UInt number) {
    constexpr UInt kilo = 1024;
    const sim::Geometry& g = all.caches[number];
    UInt size = g.size;
    const HChar* unit = "";
    for (const HChar* larger : {"K", "M"}) {
        if (size % kilo != 0)
            break;
        size /= kilo;
        unit = larger;
    }
    bool is_only = true;
    for (UInt i = 0; i < all.count; ++i)
        is_only = is_only && (i == number || all.caches[i].size != g.size);
    to += VG_(sprintf)(to, "%u%s", size, unit);
    if (!is_only)
        VG_(sprintf)(to, "x%ux%u", g.associativity, g.line_size);
}

// Names the events of these caches, `each` of each one, which begin with this number.
void name_events(unsigned number, const Options::Geometries& all, unsigned each) {
    constexpr unsigned longest = 64;
    for (UInt i = 0; i < each * all.count; ++i, ++number) {
        HChar text[2 * longest];
        const HChar* const name = known_events[events.row[events.first_other + number]].name;
        write_geometry(text + VG_(sprintf)(text, "%s", name), all, i / each);
        other_names[number] = VG_(strdup)("cachegrind.event", text);
    }
}

void reset(OtherCaches& others, const Options::Geometries& wanted) {
    others.count = wanted.count;
    for (UInt i = 0; i < wanted.count; ++i) {
        if (!others.caches[i].reset(wanted.caches[i]))
            exit_without_memory();
    }
}

} // namespace

void start_other_caches() {
    name_events(0, options.other_data, 2);
    name_events(2 * options.other_data.count, options.other_last, 3);
    empty_other_caches();
}

void empty_other_caches() {
    reset(other_data, options.other_data);
    reset(other_last, options.other_last);
}

} // namespace cg::vg
