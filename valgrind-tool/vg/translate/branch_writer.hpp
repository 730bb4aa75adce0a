// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code that predicts a branch, trains the predictor and counts the outcome.
#pragma once

#include "sim/branch.hpp"
#include "vg/count/superblock.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

class BranchWriter {
  public:
    explicit BranchWriter(IrWriter& ir) : ir_(ir) {}

    // For code that runs seldom: writes a call, which does all that conditional() does.
    void call(const CalledBranch& branch, IRExpr* taken);

    // Both return the outcome that was counted, as an offset in sim::Outcomes. `taken` is an
    // atom, 0 or 1.
    IRExpr* conditional(Addr branch, IRExpr* taken, const sim::Outcomes* outcomes);
    IRExpr* indirect(Addr branch, IRExpr* target, const sim::Outcomes* outcomes);

  private:
    void count(IRExpr* offset, const sim::Outcomes* outcomes);

    IrWriter& ir_;
};

} // namespace cg::vg
