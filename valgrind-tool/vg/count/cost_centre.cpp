// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table and a list of cost centres.
#include "vg/count/cost_centre.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/core/sort.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {
namespace {

UInt hash_of(const HChar* file, const HChar* function, UInt line, UInt expected, Addr address) {
    // Not scattered: the instruction that is looked up next is near this one, and then its bucket
    // is in the processor's caches. An instruction has about four bytes.
    if (address != 0)
        return static_cast<UInt>(address >> 2);
    const auto mix =
        reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function) + (expected << 4);
    const UInt hash = (static_cast<UInt>(mix >> 4) ^ line) * 2654435761u;
    return hash ^ hash >> 16;
}

UInt hash_of_centre(const CostCentre& c) {
    return hash_of(c.file, c.function, c.line, c.expected, c.address);
}

constinit HashTable<CostCentre, &CostCentre::next_in_bucket, hash_of_centre> centres;
constinit CostCentre* list = nullptr;

SizeT bytes_of_counts() {
    return (has_slots ? counters_in_slots : 1) * events.count * sizeof(ULong);
}

// Compares by file, then by function.
Int compare_names(const CostCentre& left, const CostCentre& right) {
    const Int files = compare(left.file, right.file);
    return files != 0 ? files : compare(left.function, right.function);
}

} // namespace

CostCentre* cost_centre_at(Addr address, Addr last, UInt expected) {
    const CodeLocation at = location_of(address, last);
    if (at.file == nullptr || at.function == nullptr)
        return nullptr;
    return cost_centre_of(at, expected, options.dump_instr ? address : 0);
}

CostCentre* sorted_cost_centres() {
    list = sorted_list<&CostCentre::next_in_list>(
        list, [](const CostCentre* left, const CostCentre* right) {
            const Int names = compare_names(*left, *right);
            return names != 0 ? names < 0 : left->line < right->line;
        });
    return list;
}

CostCentre* cost_centre_like(const CostCentre& c, UInt expected) {
    return cost_centre_of({c.file, c.function, c.line}, expected, c.address);
}

CostCentre* cost_centre_of(const CodeLocation& at, UInt expected, Addr address) {
    const UInt hash = hash_of(at.file, at.function, at.line, expected, address);
    for (CostCentre* c = centres.first(hash); c != nullptr; c = c->next_in_bucket) {
        if (c->address == address && c->line == at.line && c->expected == expected &&
            c->function == at.function && c->file == at.file)
            return c;
    }
    auto* const added = static_cast<CostCentre*>(allocate(sizeof(CostCentre) + bytes_of_counts()));
    if (added == nullptr)
        return nullptr;
    added->file = at.file;
    added->function = at.function;
    added->line = at.line;
    added->expected = expected;
    added->address = address;
    centres.add(added);
    added->next_in_list = list;
    list = added;
    return added;
}

void settle_cost_centres() {
    for (CostCentre* c = list; c != nullptr; c = c->next_in_list)
        c->function = settled_name(c->function);
}

void zero_cost_centres() {
    for (CostCentre* c = list; c != nullptr; c = c->next_in_list)
        VG_(memset)(c->counts, 0, bytes_of_counts());
}

CostCentre* all_cost_centres() {
    return list;
}

size_t cost_centre_count() {
    return centres.count();
}

} // namespace cg::vg
