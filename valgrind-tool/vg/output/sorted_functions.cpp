// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/sorted_functions.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/sort.hpp"

namespace cg::vg {

Int compare_names(const HChar* left, const HChar* right) {
    return left == right ? 0 : VG_(strcmp)(left, right);
}

bool SortedFunctions::gather_rows() {
    CostCentre* const all = sorted_cost_centres();
    for (const CostCentre* c = all; c != nullptr; c = c->next_in_list)
        ++row_count;
    rows = static_cast<FunctionRows*>(allocate((row_count + 1) * sizeof(FunctionRows)));
    if (rows == nullptr)
        return false;
    row_count = 0;
    for (CostCentre* c = all; c != nullptr; c = c->next_in_list) {
        if (row_count != 0 && rows[row_count - 1].first->function == c->function &&
            rows[row_count - 1].first->file == c->file) {
            ++rows[row_count - 1].count;
        } else {
            rows[row_count++] = {c, 1};
        }
    }
    sort(rows, row_count, [](const FunctionRows& left, const FunctionRows& right) {
        const Int names = compare_names(left.first->function, right.first->function);
        return names != 0 ? names < 0 : compare_names(left.first->file, right.first->file) < 0;
    });
    return true;
}

bool SortedFunctions::gather_callees() {
    const SizeT capacity = SizeT{vg::callee_count()} + 1;
    callees = static_cast<Callee**>(allocate(capacity * sizeof(Callee*)));
    ranks = static_cast<UInt*>(allocate(capacity * sizeof(UInt)));
    if (callees == nullptr || ranks == nullptr)
        return false;
    for (Callee* c = all_callees(); c != nullptr; c = c->next_in_list)
        callees[callee_count++] = c;
    sort(callees, callee_count, [](const Callee* left, const Callee* right) {
        const Int names = compare_names(left->name, right->name);
        if (names != 0)
            return names < 0;
        const Int files = compare_names(left->file, right->file);
        return files != 0 ? files < 0 : compare_names(left->object, right->object) < 0;
    });
    for (SizeT i = 0; i < callee_count; ++i)
        ranks[callees[i]->number] = static_cast<UInt>(i + 1);
    return true;
}

bool SortedFunctions::gather() {
    return gather_rows() && gather_callees();
}

} // namespace cg::vg
