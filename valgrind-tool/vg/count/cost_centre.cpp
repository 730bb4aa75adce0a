// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table and a list of cost centres.
#include "vg/count/cost_centre.hpp"

#include "vg/core/arena.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {
namespace {

constexpr unsigned bucket_bits = 15;
constinit CostCentre* centres[1u << bucket_bits] = {};
constinit CostCentre* list = nullptr;
constinit CostCentre* last_found = nullptr;
constinit size_t count = 0;

CostCentre* find_or_add(const HChar* file, const HChar* function, UInt line) {
    const auto mix = reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function);
    const UInt hash = (static_cast<UInt>(mix >> 4) ^ line) * 2654435761u;
    CostCentre*& bucket = centres[hash >> (32 - bucket_bits)];
    for (CostCentre* c = bucket; c != nullptr; c = c->next_in_bucket) {
        if (c->line == line && c->function == function && c->file == file)
            return c;
    }
    auto* const added =
        static_cast<CostCentre*>(allocate(sizeof(CostCentre) + events.count * sizeof(ULong)));
    if (added == nullptr)
        return nullptr;
    added->file = file;
    added->function = function;
    added->line = line;
    added->next_in_bucket = bucket;
    bucket = added;
    added->next_in_list = list;
    list = added;
    ++count;
    return added;
}

} // namespace

CostCentre* cost_centre_at(Addr address, Addr last) {
    const CodeLocation at = location_of(address, last);
    if (at.file == nullptr || at.function == nullptr)
        return nullptr;
    // Most instructions are on the same line as the one before.
    if (last_found == nullptr || last_found->line != at.line ||
        last_found->function != at.function || last_found->file != at.file) {
        last_found = find_or_add(at.file, at.function, at.line);
    }
    return last_found;
}

namespace {

bool precedes(const CostCentre* left, const CostCentre* right) {
    if (left->file != right->file)
        return VG_(strcmp)(left->file, right->file) < 0;
    if (left->function != right->function) {
        return VG_(strcmp)(left->function, right->function) < 0;
    }
    return left->line < right->line;
}

CostCentre* merge(CostCentre* left, CostCentre* right) {
    CostCentre* head = nullptr;
    CostCentre** tail = &head;
    while (left != nullptr && right != nullptr) {
        CostCentre*& smaller = precedes(right, left) ? right : left;
        *tail = smaller;
        tail = &smaller->next_in_list;
        smaller = smaller->next_in_list;
    }
    *tail = left != nullptr ? left : right;
    return head;
}

} // namespace

// A merge sort from the bottom up. Two runs of equal length are merged into one of twice that
// length, as a carry moves up in a binary counter.
CostCentre* sorted_cost_centres() {
    constexpr unsigned max_runs = 64;
    CostCentre* runs[max_runs] = {}; // runs[i]: a sorted list of 2^i cost centres, or null
    while (list != nullptr) {
        CostCentre* run = list;
        list = list->next_in_list;
        run->next_in_list = nullptr;
        unsigned i = 0;
        for (; runs[i] != nullptr; ++i) {
            run = merge(runs[i], run);
            runs[i] = nullptr;
        }
        runs[i] = run;
    }
    for (CostCentre* run : runs)
        list = merge(run, list);
    return list;
}

size_t cost_centre_count() {
    return count;
}

} // namespace cg::vg
