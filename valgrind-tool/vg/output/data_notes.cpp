// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/data_notes.hpp"

#include "vg/core/options.hpp"
#include "vg/data/allocators.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/data/observe.hpp"

namespace cg::vg {
namespace {

constexpr const HChar* how_to_name = "--data-alloc=NAME:malloc and NAME:free name its functions";

void print_pools(ULong over_live) {
    VG_(umsg)
    ("note: %'llu blocks began over live ones: a pool frees blocks unseen;\n", over_live);
    VG_(umsg)("      %s.\n", how_to_name);
}

// Returns the misses in D1 of memory that was mapped without a file, in this part of the run.
ULong misses_of_mappings() {
    ULong misses = 0;
    data_objects.cells().for_each([&](const data::Cell& cell) {
        if (is_mapping_without_file(cell.object))
            misses += cell.counts[data::read_miss_1] + cell.counts[data::write_miss_1];
    });
    return misses;
}

// Says how many of the misses are in memory that the program mapped by itself.
void print_arenas(ULong all_misses) {
    constexpr ULong min_percent = 10;
    const ULong misses = misses_of_mappings();
    if (all_misses == 0 || 100 * misses / all_misses < min_percent)
        return;
    VG_(umsg)
    ("note: %llu%% of D1 misses are in mapped memory without known blocks. If that is a pool,\n",
     100 * misses / all_misses);
    VG_(umsg)("      %s.\n", how_to_name);
}

void print_unknown_names() {
    for (unsigned i = 0; i < options.data_alloc.count; ++i) {
        const DataAllocs::One& named = options.data_alloc.one[i];
        if (!named.has_run)
            VG_(umsg)
        ("note: --data-alloc=%s: no function of this name ran; it may be inlined.\n", named.name);
    }
}

} // namespace

void print_data_notes(const Totals& totals) {
    if (allocators_found() == 0) {
        VG_(umsg)("note: no allocation function was found, so no heap block is known:\n");
        VG_(umsg)
        ("      the program is linked statically and has no symbols, or allocates nothing.\n");
    }
    print_unknown_names();
    if (const ULong over_live = data_objects.over_live())
        print_pools(over_live);
    print_arenas(totals.counts[EventSet::read_miss_1] + totals.counts[EventSet::write_miss_1]);
}

} // namespace cg::vg
