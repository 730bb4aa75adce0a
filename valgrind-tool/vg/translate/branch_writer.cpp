// SPDX-License-Identifier: GPL-2.0-or-later
// The code for a conditional branch, where `counters` are those of the branch and `counts`
// its outcomes:
//
//     counter           = counters[history]
//     entered           = successors[counter + 4 * taken]
//     counters[history] = entered
//     counts[entered]  += 1
//     history           = 2 * (history + taken), as a byte
//
// This takes twelve instructions of the host, without a branch, and twenty statements that VEX
// translates: code that runs seldom calls a function. VEX makes an addressing mode
// of a sum that is used once as an address. So each such sum is written twice.
#include "vg/translate/branch_writer.hpp"

#include "vg/simulate/simulation.hpp"

namespace cg::vg {

void BranchWriter::count(IRExpr* offset, const sim::Outcomes* outcomes) {
    const IrWriter::Place place = ir_.place_in(outcomes, offset);
    ir_.increment(ir_.sum(place), ir_.sum(place));
}

void BranchWriter::call(const CalledBranch& branch, IRExpr* taken) {
    IRExpr* const arguments[] = {IrWriter::address_of(&branch), taken};
    ir_.call("cachegrind_branch", branch_function(), arguments, 2);
}

IRExpr* BranchWriter::conditional(Addr branch, IRExpr* taken, const sim::Outcomes* outcomes) {
    auto& branches = simulation.branches;
    IRExpr* const first =
        IrWriter::address_of(&branches.counters[sim::BranchPredictor::first_counter(branch)]);
    IRExpr* const history = ir_.load_byte(ir_.place_of(&branches.history));
    IRExpr* const counter = ir_.load_byte(ir_.add(history, first));
    IRExpr* const outcome = ir_.shift_left(taken, sim::Successors::taken_shift);
    IRExpr* const entered = ir_.load_byte(
        ir_.add(ir_.add(counter, outcome), IrWriter::address_of(sim::successors.next)));
    ir_.store_byte(ir_.add(history, first), entered);
    count(entered, outcomes);
    IRExpr* const appended = ir_.add(history, taken);
    ir_.store_byte(ir_.place_of(&branches.history), ir_.add(appended, appended));
    return entered;
}

IRExpr* BranchWriter::indirect(Addr branch, IRExpr* target, const sim::Outcomes* outcomes) {
    const auto* const last =
        &simulation.branches.targets[sim::BranchPredictor::target_index(branch)];
    IRExpr* const wrong = ir_.widened(ir_.differs(target, ir_.load(ir_.place_of(last))));
    ir_.store(ir_.place_of(last), target);
    IRExpr* const outcome = ir_.shift_left(wrong, sim::weak_shift);
    count(outcome, outcomes);
    return outcome;
}

} // namespace cg::vg
