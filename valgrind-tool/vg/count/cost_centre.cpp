// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table and a list of cost centres.
#include "vg/count/cost_centre.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/sort.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {
namespace {

UInt hash_of(const HChar* file, const HChar* function, UInt line) {
    const auto mix = reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function);
    const UInt hash = (static_cast<UInt>(mix >> 4) ^ line) * 2654435761u;
    return hash ^ hash >> 16;
}

UInt hash_of_centre(const CostCentre& c) {
    return hash_of(c.file, c.function, c.line);
}

constinit HashTable<CostCentre, &CostCentre::next_in_bucket, hash_of_centre> centres;
constinit CostCentre* list = nullptr;
constinit CostCentre* last_found = nullptr;

CostCentre* find_or_add(const HChar* file, const HChar* function, UInt line) {
    CostCentre* const chain = centres.first(hash_of(file, function, line));
    for (CostCentre* c = chain; c != nullptr; c = c->next_in_bucket) {
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
    centres.add(added);
    added->next_in_list = list;
    list = added;
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

// Compares names. While two sorted lists are merged, the same two names are often compared again.
class NameOrder {
  public:
    bool precedes(const HChar* left, const HChar* right) {
        if (left != left_ || right != right_) {
            left_ = left;
            right_ = right;
            precedes_ = VG_(strcmp)(left, right) < 0;
        }
        return precedes_;
    }

  private:
    const HChar* left_ = nullptr;
    const HChar* right_ = nullptr;
    bool precedes_ = false;
};

} // namespace

CostCentre* sorted_cost_centres() {
    NameOrder files, functions;
    const auto precedes = [&](const CostCentre* left, const CostCentre* right) {
        if (left->file != right->file)
            return files.precedes(left->file, right->file);
        if (left->function != right->function)
            return functions.precedes(left->function, right->function);
        return left->line < right->line;
    };
    list = sorted_list<&CostCentre::next_in_list>(list, precedes);
    return list;
}

size_t cost_centre_count() {
    return centres.count();
}

} // namespace cg::vg
