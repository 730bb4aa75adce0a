// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code that predicts a branch, trains the predictor and counts the outcome.
#pragma once

#include "sim/branch.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

class BranchWriter {
  public:
    explicit BranchWriter(IrWriter& ir) : ir_(ir) {}

    // Both return the outcome that was counted, as an offset in sim::Outcomes. `taken` is an
    // atom, 0 or 1.
    IRExpr* conditional(Addr branch, IRExpr* taken, const sim::Outcomes* outcomes);
    IRExpr* indirect(Addr branch, IRExpr* target, const sim::Outcomes* outcomes);

  private:
    void count(IRExpr* offset, const sim::Outcomes* outcomes);

    IrWriter& ir_;
};

// Copy the history of outcomes to the shadow state of a thread before the thread runs, and back
// after that. Generated code finds the history in the shadow state of its thread, but the
// predictor has one history for all threads.
void load_branch_history(ThreadId thread);
void save_branch_history(ThreadId thread);

} // namespace cg::vg
