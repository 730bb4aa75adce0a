// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/other_caches.hpp"

#include <initializer_list>

#include "vg/core/options.hpp"

namespace cg::vg {

constinit OtherCaches other_data, other_last;

namespace {

// Writes the size as people do, 32K or 4M, and the rest of the geometry if another cache has that
// size.
void write_geometry(HChar* to, const Options::OtherCaches& all, UInt number) {
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

// Names the events of these caches, and returns the place of the next name.
const char** name_events(const char** name, const Options::OtherCaches& all,
                         std::initializer_list<const HChar*> events_of_each) {
    constexpr unsigned longest = 64;
    for (UInt i = 0; i < all.count; ++i) {
        HChar geometry[longest];
        write_geometry(geometry, all, i);
        for (const HChar* const event : events_of_each) {
            HChar text[2 * longest];
            VG_(sprintf)(text, "%s@%s", event, geometry);
            *name++ = VG_(strdup)("cachegrind.event", text);
        }
    }
    return name;
}

bool reset(OtherCaches& others, const Options::OtherCaches& wanted) {
    others.count = wanted.count;
    for (UInt i = 0; i < wanted.count; ++i) {
        if (!others.caches[i].reset(wanted.caches[i]))
            return false;
    }
    return true;
}

} // namespace

bool start_other_caches() {
    const char** const last_names = name_events(other_names, options.other_data, {"D1mr", "D1mw"});
    name_events(last_names, options.other_last, {"ILmr", "DLmr", "DLmw"});
    return empty_other_caches();
}

bool empty_other_caches() {
    return reset(other_data, options.other_data) && reset(other_last, options.other_last);
}

} // namespace cg::vg
