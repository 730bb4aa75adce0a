// SPDX-License-Identifier: GPL-2.0-or-later
// The functions of a profile with calls, sorted by name.
#pragma once

#include "vg/calls/callee.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

// Adjacent cost centres of one file and function.
struct FunctionRows {
    CostCentre* first;
    SizeT count;
};

struct SortedFunctions {
    // Fills the arrays below. False: out of memory.
    bool gather();

    FunctionRows* rows = nullptr; // by function, then file
    SizeT row_count = 0;
    Callee** callees = nullptr; // by name, then file, then object
    SizeT callee_count = 0;
    UInt* ranks = nullptr; // indexed by Callee::number: index in `callees`, plus 1

  private:
    bool gather_rows();
    bool gather_callees();
};

Int compare_names(const HChar* left, const HChar* right);

} // namespace cg::vg
