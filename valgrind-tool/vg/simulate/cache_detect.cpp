// SPDX-License-Identifier: GPL-2.0-or-later
// Cache geometries from VEX's description of the host.
#include "vg/simulate/cache_detect.hpp"

#include "vg/core/valgrind.hpp"

namespace cg::vg {
namespace {

// For a host whose caches VEX does not know: those of an AMD Athlon, model 3 or 4.
constexpr sim::Geometry default_level_1 = {65536, 2, 64};
constexpr sim::Geometry default_last_level = {262144, 8, 64};

struct Detected {
    sim::Geometry code, data, last_level; // size 0: not found
    UInt last_level_number = 0;
};

Detected detect() {
    VexArch arch = VexArch_INVALID;
    VexArchInfo host = {};
    VG_(machine_get_VexArchInfo)(&arch, &host);
    Detected found;
    const VexCacheInfo& info = host.hwcache_info;
    for (UInt i = 0; i < info.num_caches; ++i) {
        const VexCache& cache = info.caches[i];
        const sim::Geometry geometry = {cache.sizeB, cache.assoc, cache.line_sizeB};
        if (geometry.line_size == 0 || geometry.associativity == 0)
            continue;
        if (cache.kind == INSN_CACHE && cache.level == 1)
            found.code = geometry;
        if (cache.kind == DATA_CACHE && cache.level == 1)
            found.data = geometry;
        if (cache.kind == UNIFIED_CACHE && cache.level > found.last_level_number) {
            found.last_level = geometry;
            found.last_level_number = cache.level;
        }
    }
    return found;
}

bool usable(const sim::Geometry& g) {
    return g.size != 0 && sim::validate(g) == sim::GeometryFault::none;
}

void warn(const HChar* what, const sim::Geometry& g) {
    VG_(dmsg)
    ("warning: %s LL cache: line_size %u  assoc %u  total_size %'u\n", what, g.line_size,
     g.associativity, g.size);
}

void fill_in(sim::Geometry& wanted, const sim::Geometry& found, const sim::Geometry& fallback,
             const HChar* name) {
    if (wanted.size != 0)
        return;
    if (usable(found)) {
        wanted = found;
        return;
    }
    VG_(dmsg)("warning: Cannot auto-detect the %s cache, using a default one.\n", name);
    wanted = fallback;
}

} // namespace

void choose_caches(sim::Geometry& code, sim::Geometry& data, sim::Geometry& last_level) {
    if (code.size != 0 && data.size != 0 && last_level.size != 0)
        return;
    Detected found = detect();
    if (last_level.size == 0 && found.last_level.size != 0) {
        if (found.last_level_number != 2) {
            VG_(dmsg)
            ("warning: L%u cache found, using its data for the LL simulation.\n",
             found.last_level_number);
        }
        const sim::Geometry fitted = sim::fit_last_level(found.last_level);
        if (!(fitted == found.last_level)) {
            warn("specified", found.last_level);
            warn("simulated", fitted);
        }
        found.last_level = fitted;
    }
    fill_in(code, found.code, default_level_1, "I1");
    fill_in(data, found.data, default_level_1, "D1");
    fill_in(last_level, found.last_level, default_last_level, "LL");
}

} // namespace cg::vg
