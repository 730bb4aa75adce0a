// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code for --calls=yes: it tracks the current node of the tree, and counts its events.
//
// n is the address of the current node, t the top frame, c the counts of the current node that are
// not added to it yet, and own the counts of the superblock. n, t and c are in the shadow of the
// guest's registers (CallState). "call" is the call of a slow path (entries.hpp).
//
//     a function begins    e = node_entries[hash(n + callee, t.site)]
//                          if (e.key != n + callee || e.site != t.site) call
//                          e.child.calls += n & pending;  n = e.child
//     an exit              c += own
//     a call               *++t = {stack pointer, n, site, c + own};  n |= pending;  c = 0
//     a return             n.own += c + own;  if (t.stack pointer != stack pointer) call
//                          n = t.caller; c = t.c; --t
//     a jump to a function n.own += c + own;  c = 0;  t.site = site;  n |= jump pending
//     an indirect jump     if (t.stack pointer - stack pointer is not small) call
//     an exit of a stub    n.own += own
//
// Whatever is added to n.own is added to `flushed`, too. A call from another line than the first
// one from which its node was called is counted for its line where the function begins, and where
// it returns (call_lines.hpp).
//
// The callee is determined where it begins, so it is a constant, also for indirect calls. Stubs
// that only jump are ignored. A jump to the beginning of another function is a call that returns
// together with its caller. It must add c to the function that ends. If it is not known when the
// jump is translated that it leads to another function, the entry calls the slow path for that.
//
// In code without symbols, it is not known where functions begin. Calls check their targets for
// that (called_code.hpp).
#pragma once

#include "vg/calls/entries.hpp"
#include "vg/translate/block_end.hpp"
#include "vg/translate/node_counts.hpp"

namespace cg::vg {

class CallWriter {
  public:
    CallWriter(IrWriter& ir, const IRSB& in, const VexGuestLayout& guest)
        : ir_(ir), in_(in), end_(ir, in, guest), counts_(ir) {}

    // Writes the code before the first instruction, which is at `address`.
    void begin(Addr address);

    NodeCounts& counts() { return counts_; }

    // Returns the number of the function that is expected to run the superblock; 0: none.
    UInt runner() const { return runner_ != nullptr ? runner_->number : 0; }

    // Write the code before a side exit, and at the end of the superblock. `next`: where that
    // leads, an atom. `last`: of the last instruction.
    void side_exit(const SideExit& exit, IRExpr* guard, const CostCentre* last);
    void end(IRExpr* next, const CostCentre* last);

  private:
    void enter(const Callee& callee);
    void note_no_entry(Addr address);
    void enter_if_called(Addr address);
    void enter_skipped();
    bool is_tail_call() const;
    bool runs_into_other(Addr instruction, Addr next) const;
    void note_next();
    void note_fall(IRExpr* is_taken);
    void jump_to_function();
    void push_call();
    void pop_call();
    void check_jump();
    void check_called();
    void put_node(IRExpr* node);
    static bool may_enter(Addr target);
    IRExpr* site() const;
    void put_site_of_jump();
    bool is_stub() const;
    void commit();
    IRExpr* pending_call();

    IrWriter& ir_;
    const IRSB& in_;
    BlockEnd end_;
    NodeCounts counts_;
    const Callee* runner_ = nullptr;
    IRExpr* next_ = nullptr;
    const CostCentre* last_ = nullptr;
    bool is_unknown_ = false; // code without symbols, in which no function is known to begin
    bool is_skipped_ = false; // code of a function whose cost is its caller's (--calls-skip)
    bool is_in_stub_ = false; // the call that leads here has not reached a function
};

} // namespace cg::vg
