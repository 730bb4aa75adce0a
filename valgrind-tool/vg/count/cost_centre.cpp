// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table and a list of cost centres.
#include "vg/count/cost_centre.hpp"

#include "vg/core/options.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {

constinit ListedTable<CostCentre> all_cost_centres;

namespace {

// Not scattered: the instruction or line that is looked up next is near this one, and then its
// bucket is in the processor's caches.
UInt hash_of_line(const HChar* file, const HChar* function, UInt line, UInt expected,
                  Addr address) {
    if (address != 0) // an instruction has about four bytes
        return static_cast<UInt>(address >> 2);
    const auto mix =
        reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function) + (expected << 4);
    const UInt hash = static_cast<UInt>(mix >> 4) * 2654435761u;
    return (hash ^ hash >> 16) + line;
}

SizeT bytes_of_counts() {
    return (has_slots ? counters_in_slots : 1) * events.count * sizeof(ULong);
}

// Finds or adds the cost centre of a line or, if `address` is not 0, of an instruction.
CostCentre* cost_centre_of(const CodeLocation& at, UInt expected, Addr address) {
    const UInt hash = hash_of_line(at.file, at.function, at.line, expected, address);
    CostCentre* const found = all_cost_centres.find(hash, [&](const CostCentre& c) {
        return c.address == address && c.line == at.line && c.expected == expected &&
               c.function == at.function && c.file == at.file;
    });
    if (found != nullptr)
        return found;
    auto* const added = static_cast<CostCentre*>(allocate(sizeof(CostCentre) + bytes_of_counts()));
    added->file = at.file;
    added->function = at.function;
    added->line = at.line;
    added->expected = expected;
    added->address = address;
    all_cost_centres.add(added);
    return added;
}

} // namespace

UInt CostCentre::hash_of(const CostCentre& c) {
    return hash_of_line(c.file, c.function, c.line, c.expected, c.address);
}

CostCentre* cost_centre_at(Addr address, Addr last, UInt expected) {
    return cost_centre_of(location_of(address, last), expected, options.dump_instr ? address : 0);
}

CostCentre* sorted_cost_centres() {
    all_cost_centres.sort([](const CostCentre* left, const CostCentre* right) {
        Int order = compare(left->file, right->file);
        if (order == 0)
            order = compare(left->function, right->function);
        return order != 0 ? order < 0 : left->line < right->line;
    });
    return all_cost_centres.begin().at;
}

CostCentre* cost_centre_like(const CostCentre& c, UInt expected) {
    return cost_centre_of({c.file, c.function, c.line}, expected, c.address);
}

void settle_cost_centres() {
    for (CostCentre& c : all_cost_centres)
        c.function = settled_name(c.function);
}

void zero_cost_centres() {
    for (CostCentre& c : all_cost_centres)
        VG_(memset)(c.counts, 0, bytes_of_counts());
}

} // namespace cg::vg
