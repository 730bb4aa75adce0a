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
    const auto mix =
        reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function) + (expected << 4);
    const UInt hash = (static_cast<UInt>(mix >> 4 ^ address) ^ line) * 2654435761u;
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

// After the counts.
InstructionPlace& place_after(CostCentre& c) {
    return *reinterpret_cast<InstructionPlace*>(reinterpret_cast<UChar*>(c.counts) +
                                                bytes_of_counts());
}

bool is_at(const CostCentre& c, const CodeLocation& at, UInt expected, Addr address,
           const InstructionPlace& place) {
    return c.address == address && c.line == at.line && c.expected == expected &&
           c.function == at.function && c.file == at.file &&
           (!options.addresses || place_of(c).object == place.object);
}

CostCentre* find_or_add(const CodeLocation& at, UInt expected, Addr address,
                        const InstructionPlace& place) {
    CostCentre* const chain =
        centres.first(hash_of(at.file, at.function, at.line, expected, address));
    for (CostCentre* c = chain; c != nullptr; c = c->next_in_bucket) {
        if (is_at(*c, at, expected, address, place))
            return c;
    }
    const SizeT bytes =
        sizeof(CostCentre) + bytes_of_counts() + (options.addresses ? sizeof(InstructionPlace) : 0);
    auto* const added = static_cast<CostCentre*>(allocate(bytes));
    if (added == nullptr)
        return nullptr;
    added->file = at.file;
    added->function = at.function;
    added->line = at.line;
    added->expected = expected;
    added->address = address;
    if (options.addresses)
        place_after(*added) = place;
    centres.add(added);
    added->next_in_list = list;
    list = added;
    return added;
}

// Compares by file, then by function.
Int compare_names(const CostCentre& left, const CostCentre& right) {
    if (left.file != right.file)
        return VG_(strcmp)(left.file, right.file);
    return left.function != right.function ? VG_(strcmp)(left.function, right.function) : 0;
}

} // namespace

CostCentre* cost_centre_at(Addr address, UInt bytes, Addr last, UInt expected) {
    const CodeLocation at = location_of(address, last);
    if (at.file == nullptr || at.function == nullptr)
        return nullptr;
    const Addr own = options.dump_instr || options.addresses ? address : 0;
    return find_or_add(at, expected, own,
                       {options.addresses ? code_object_at(address) : nullptr, bytes});
}

const InstructionPlace& place_of(const CostCentre& c) {
    return place_after(const_cast<CostCentre&>(c));
}

CostCentre* sorted_cost_centres() {
    list = sorted_list<&CostCentre::next_in_list>(
        list, [](const CostCentre* left, const CostCentre* right) {
            const Int names = compare_names(*left, *right);
            return names != 0 ? names < 0 : left->line < right->line;
        });
    return list;
}

CostCentre* cost_centres_by_address() {
    list = sorted_list<&CostCentre::next_in_list>(
        list, [](const CostCentre* left, const CostCentre* right) {
            const Int names = compare_names(*left, *right);
            if (names != 0)
                return names < 0;
            const CodeObject* const object = place_of(*left).object;
            const CodeObject* const other = place_of(*right).object;
            return object != other ? object < other : left->address < right->address;
        });
    return list;
}

CostCentre* cost_centre_like(const CostCentre& c, UInt expected) {
    return find_or_add({c.file, c.function, c.line}, expected, c.address,
                       options.addresses ? place_of(c) : InstructionPlace{nullptr, 0});
}

CostCentre* cost_centre_of(const CodeLocation& at, UInt expected, Addr address) {
    return find_or_add(at, expected, address, {nullptr, 0});
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
