// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code for --calls=yes: it tracks the current node of the tree, and counts its events.
//
// n is the address of the current node, t the top frame, and c the counts since the node was
// entered. All are in the shadow of the guest's registers (CallState). "call" is the call of
// a slow path (entries.hpp).
//
//     a function begins    n.own += c; c = 0
//                          e = entries[hash(n + callee)];  if (e.key != n + callee) call
//                          n = e.child; e.calls += 1
//     an exit              c += own
//     a call               *++t = {stack pointer, n};  n |= pending
//     a return             n.own += c; c = 0;  if (t.stack pointer != stack pointer) call
//                          n = t.caller; --t
//     an indirect jump     if (t.stack pointer - stack pointer is not small) call
//
// The callee is determined where it begins, so it is a constant, also for indirect calls. Stubs
// that only jump are ignored. A jump to the beginning of another function is a call that returns
// together with its caller.
#pragma once

#include "vg/calls/entries.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

class CallWriter {
  public:
    CallWriter(IrWriter& ir, const IRSB& in, const VexGuestLayout& guest)
        : ir_(ir), in_(in), stack_pointer_(guest.offset_SP) {}

    // Writes the code before the first instruction, which is at `address`. False: out of memory.
    bool begin(Addr address);

    // Counts the events of the queue.
    void count(const EventQueue& queue);
    // Counts the event of the queue if `guard` is 1.
    void count_guarded(const EventQueue& queue, IRExpr* guard);
    // Adds `happened`, which is 0 or 1, to the counts of the column.
    void count_word(unsigned column, IRExpr* happened);

    // Writes code that saves the counts so far, because the following code may fault before the
    // next exit.
    void keep();

    // To be called before a side exit and at the end of the superblock.
    void side_exit() { commit(); }
    void end();

  private:
    void enter(const Callee& callee);
    void enter_if_called(Addr address);
    void push_call();
    void pop_call();
    void check_jump();
    void put_node(IRExpr* node);
    bool is_stub() const;
    bool is_static_call_inside() const;
    void commit();
    void flush();
    unsigned slot_of(unsigned column) const;
    void call(const HChar* name, void* function, IRExpr* argument, IRExpr* guard);
    IRExpr* own(IRExpr* node, unsigned slot);

    IrWriter& ir_;
    const IRSB& in_;
    Int stack_pointer_;
    struct Slot {
        ULong constant = 0;          // counts of this superblock that are not committed
        IRExpr* dynamic = nullptr;   // the same, for counts that generated code computes
        bool is_zero = false;        // the shadow is known to be 0
        IRExpr* committed = nullptr; // the value in the shadow, if it is known
    };
    Slot slots_[CallCounts::max_columns];
    bool kept_ = false; // counted_early may differ from 0
};

} // namespace cg::vg
