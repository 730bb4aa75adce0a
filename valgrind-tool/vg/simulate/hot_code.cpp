// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/hot_code.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/translations.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {
namespace {

// A direct-mapped table, which grows with the hot code. Overwriting an entry costs time, but
// changes no counts.
constexpr unsigned first_size = 1u << 10;
constexpr unsigned largest_size = 1u << 15;
constinit HotCode* hot = nullptr;
constinit unsigned table_size = 0;
constinit unsigned used_entries = 0;

// Not the records: the program may discard code that is marked.
struct Marked {
    Addr address, code;
};
constexpr unsigned batch_size = 256;
constinit Marked* marked = nullptr; // mapped when there is the first one
constinit unsigned marked_count = 0;
constinit ULong late_runs = 0;    // of groups whose superblock is marked
constinit unsigned hot_count = 0; // of superblocks whose translation is hot

// The number of runs of a group that make its superblock hot. The first number of runs takes about
// as long as a translation. The code of a hot superblock is several times as long, so it is not
// faster any more if the code of all of them does not fit into the host's caches. So the more there
// are, the more often another one must run.
ULong runs_of_hot() {
    constexpr ULong first = 4096;
    constexpr unsigned per_doubling = 1024;
    constexpr unsigned max_doublings = 10;
    const unsigned doublings = hot_count / per_doubling;
    return first << (doublings < max_doublings ? doublings : max_doublings);
}

HotCode& entry_in(HotCode* table, unsigned size, Addr address) {
    return table[(address ^ address >> 15) % size];
}

HotCode& entry_for(Addr address) {
    return entry_in(hot, table_size, address);
}

bool is_hot(Addr address) {
    return hot != nullptr && entry_for(address).address == address;
}

// Without memory the table stays as it is.
void grow_table() {
    const unsigned size = hot == nullptr ? first_size : 2 * table_size;
    auto* const larger = static_cast<HotCode*>(map_pages(size * sizeof(HotCode)));
    if (larger == nullptr)
        return;
    for (unsigned i = 0; i < table_size; ++i) {
        if (hot[i].address != 0)
            entry_in(larger, size, hot[i].address) = hot[i];
    }
    unmap_pages(hot, table_size * sizeof(HotCode));
    hot = larger;
    table_size = size;
}

// Returns the bits of HotCode.
ULong near_references(const Superblock& block) {
    ULong near = 0;
    unsigned number = 0;
    for (Group* group = block.groups; group != nullptr; group = group->next) {
        const bool is_known =
            group->run != nullptr && group->run->count >= runs_per_check - runs_compared / 2;
        for (unsigned i = 0; i < group->shape.references; ++i) {
            const Reference& r = group->references()[i];
            if (!is_data(r.kind))
                break;
            if (is_known && r.has_neighbour() && !r.is_apart && number < 64)
                near |= ULong{1} << number;
            ++number;
        }
    }
    return near;
}

// Returns false if there is no memory, or no record of the superblock.
bool make_hot(Addr address) {
    if (2 * used_entries >= table_size && table_size < largest_size)
        grow_table();
    const Superblock* const block = superblock_at(address);
    if (hot == nullptr || block == nullptr)
        return false;
    HotCode& entry = entry_for(address);
    used_entries += entry.address == 0;
    entry = {address, near_references(*block)};
    return true;
}

// Without memory, hot code stays, finds no line in its slot, and calls the simulation.
void discard_hot_code() {
    const size_t bytes = hot_count * sizeof(Addr);
    auto* const codes = static_cast<Addr*>(map_pages(bytes));
    if (codes == nullptr)
        return;
    const size_t count = list_hot_code(codes, hot_count);
    for (size_t i = 0; i < count; ++i)
        discard_translations(codes[i], 1);
    unmap_pages(codes, bytes);
}

// Returns false if there is no room.
bool has_room_for_mark() {
    if (marked == nullptr)
        marked = static_cast<Marked*>(map_pages(batch_size * sizeof(Marked)));
    return marked != nullptr && marked_count < batch_size;
}

} // namespace

void check_hot(Superblock& block, ULong runs) {
    if (block.marked) {
        late_runs += runs_per_check;
    } else if (processor::can_retranslate && events.other_data == 0 && !block.kept &&
               runs >= runs_of_hot() && !is_hot(block.address) && has_room_for_mark()) {
        block.marked = true;
        marked[marked_count++] = {block.address, block.code};
    } // if there is no room, at the next check
}

void compare_with_neighbours(Group& group, const sim::Word* addresses) {
    const unsigned shift = level_one().data.line_shift();
    for (unsigned i = 0; i < group.shape.references; ++i) {
        Reference& r = group.references()[i];
        if (!is_data(r.kind))
            return;
        const sim::Word line = addresses[r.neighbour] >> shift;
        r.is_apart |= addresses[i] >> shift != line || (addresses[i] + r.size - 1) >> shift != line;
    }
}

const HotCode* begin_translation(Superblock& block) {
    block.hot = is_hot(block.address);
    hot_count += block.hot;
    return block.hot ? &entry_for(block.address) : nullptr;
}

void end_translation(const Superblock& block) {
    hot_count -= block.hot;
}

// Each discard empties the core's cache of jump targets, which then costs up to two thousand
// lookups. So superblocks are discarded in batches: of this number, or of fewer as soon as their
// runs have taken as long as the lookups will.
void retranslate_hot_code() {
    constexpr ULong max_late_runs = 32'768;
    if (marked_count == 0)
        late_runs = 0;
    if (marked_count == 0 || (marked_count < batch_size && late_runs < max_late_runs))
        return;
    for (unsigned i = 0; i < marked_count; ++i) {
        if (!is_hot(marked[i].address) && make_hot(marked[i].address))
            discard_translations(marked[i].code, 1);
    }
    marked_count = 0;
    late_runs = 0;
}

void fold_slots_if_shared() {
    constexpr UInt references_of_look = 1u << 24, for_one_displaced = 16;
    static constinit sim::Time last_look = 0;
    const UInt references = (*simulation.clock - last_look) / (2 * sim::tick);
    if (references < references_of_look)
        return;
    sim::DataCache& data = level_one().data;
    const uint64_t displaced = data.take_displaced_uses();
    last_look = *simulation.clock;
    // If the clock was set back, it seems that there were more references.
    if (displaced < references / for_one_displaced || data.is_folded() ||
        !processor::can_retranslate)
        return;
    data.fold_slots();
    discard_hot_code();
}

} // namespace cg::vg
