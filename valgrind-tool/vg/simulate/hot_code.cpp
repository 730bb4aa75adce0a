// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/hot_code.hpp"

#include "vg/core/processor.hpp"

namespace cg::vg {
namespace {

// A direct-mapped table. Overwriting an entry costs time, but changes no counts.
constexpr unsigned table_size = 1u << 15;
struct Hot {
    Addr address;
    ULong shared_lines;
};
constinit Hot hot[table_size] = {};

struct Marked {
    Addr address, code;
};
constexpr unsigned max_marked = 1024;
constinit Marked marked[max_marked] = {};
constinit unsigned marked_count = 0;

Hot& entry_for(Addr address) {
    return hot[(address ^ address >> 15) % table_size];
}

} // namespace

void mark_hot(const Superblock& block) {
    if (!processor::can_retranslate || marked_count == max_marked)
        return; // if the list is full, the block is marked again after hot_after more runs
    marked[marked_count++] = {block.address, block.code};
}

bool is_hot(Addr address) {
    return entry_for(address).address == address;
}

void remember_shared_lines(const Superblock& block) {
    // If two references that are tested together are not in one line, generated code calls the
    // simulation, which takes as long as about 32 tests for a hit.
    constexpr ULong runs_per_call = 32;
    ULong bits = 0;
    unsigned n = 0;
    bool called = false; // only called groups are compared
    for (Group* group = block.groups; group != nullptr; group = group->next) {
        const ULong compared = group->called_runs / compare_period * compared_runs;
        for (unsigned i = 0; i < group->shape.references; ++i) {
            const Reference& r = group->references()[i];
            if (!is_data(r.kind))
                continue;
            const bool same_line_likely = r.near_argument != r.argument && compared != 0 &&
                                          r.runs_apart * runs_per_call <= compared;
            if (same_line_likely && n < 64)
                bits |= ULong{1} << n;
            ++n;
        }
        called |= group->called();
    }
    if (called)
        entry_for(block.address).shared_lines = bits;
}

ULong shared_lines(Addr address) {
    return is_hot(address) ? entry_for(address).shared_lines : 0;
}

// Each discard empties the core's cache of jump targets, which then costs about a thousand
// lookups. So superblocks are discarded in batches, but none waits long.
void retranslate_hot_code(ULong blocks) {
    constexpr unsigned batch_size = 256;
    constexpr ULong max_wait_blocks = 400'000;
    static constinit ULong waiting_since = 0;
    if (marked_count == 0)
        return;
    if (waiting_since == 0)
        waiting_since = blocks;
    if (marked_count < batch_size && blocks - waiting_since < max_wait_blocks)
        return;
    waiting_since = 0;
    for (unsigned i = 0; i < marked_count; ++i) {
        if (is_hot(marked[i].address))
            continue;
        entry_for(marked[i].address) = {marked[i].address, 0};
        discard_translations(marked[i].code, 1);
    }
    marked_count = 0;
}

} // namespace cg::vg
