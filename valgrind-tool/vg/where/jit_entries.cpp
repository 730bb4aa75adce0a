// SPDX-License-Identifier: GPL-2.0-or-later
// A table by granules of memory. Each has a list of the entries that touch it, the newest first.
#include "vg/where/jit_entries.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"

namespace cg::vg {
namespace {

struct Link {
    const JitEntry* entry;
    Link* older;
};

struct Granule {
    Addr number;
    Link* newest;
    Granule* next_in_bucket;
};

constexpr unsigned granule_shift = 10; // few functions are larger, and few fit into one
constexpr Addr max_granules = 1024;    // of an entry; larger ones are in a list of their own

UInt hash_of(Addr granule) {
    return static_cast<UInt>(granule ^ granule >> 16);
}

UInt hash_of_granule(const Granule& granule) {
    return hash_of(granule.number);
}

constinit HashTable<Granule, &Granule::next_in_bucket, hash_of_granule> granules;
constinit Link* large = nullptr;
constinit SizeT entry_count = 0;

void add_link(Link*& list, const JitEntry* entry) {
    if (auto* const made = allocate<Link>()) {
        *made = {.entry = entry, .older = list};
        list = made;
    }
}

Granule* find_granule(Addr number) {
    Granule* g = granules.first(hash_of(number));
    while (g != nullptr && g->number != number)
        g = g->next_in_bucket;
    return g;
}

void add_to_granule(Addr number, const JitEntry* entry) {
    Granule* granule = find_granule(number);
    if (granule == nullptr) {
        granule = allocate<Granule>();
        if (granule == nullptr)
            return;
        granule->number = number;
        granules.add(granule);
    }
    add_link(granule->newest, entry);
}

// Returns the last entry of the list that contains the address or, if `first` is set, the first one
// of those from `number` on.
const JitEntry* find(const Link* list, Addr address, SizeT number, bool first) {
    const JitEntry* found = nullptr;
    for (; list != nullptr && list->entry->number >= number; list = list->older) {
        if (!list->entry->contains(address))
            continue;
        found = list->entry;
        if (!first)
            break;
    }
    return found;
}

const JitEntry* find(Addr address, SizeT number, bool first) {
    const Granule* const granule = find_granule(address >> granule_shift);
    const JitEntry* const in_granule =
        granule == nullptr ? nullptr : find(granule->newest, address, number, first);
    const JitEntry* const among_large = find(large, address, number, first);
    if (in_granule == nullptr || among_large == nullptr)
        return in_granule == nullptr ? among_large : in_granule;
    const bool is_older = in_granule->number < among_large->number;
    return is_older == first ? in_granule : among_large;
}

} // namespace

void add_jit_entry(Addr begin, Addr last, const HChar* name) {
    auto* const made = allocate<JitEntry>();
    if (made == nullptr)
        return;
    *made = {.begin = begin, .last = last, .name = name, .number = entry_count++};
    const Addr first_granule = begin >> granule_shift, last_granule = last >> granule_shift;
    if (last_granule - first_granule >= max_granules) {
        add_link(large, made);
        return;
    }
    for (Addr g = first_granule; g <= last_granule; ++g)
        add_to_granule(g, made);
}

SizeT jit_entry_count() {
    return entry_count;
}

const JitEntry* newest_jit_entry(Addr address) {
    return find(address, 0, false);
}

const JitEntry* first_jit_entry(Addr address, SizeT number) {
    return find(address, number, true);
}

} // namespace cg::vg
