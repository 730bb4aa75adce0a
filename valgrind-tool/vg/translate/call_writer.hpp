// SPDX-License-Identifier: GPL-2.0-or-later
// Code that keeps track of calls (--calls=yes): which node of the tree is the current
// one, and what is counted for it.
//
// With n for the address of the current node, t for the frame on top and c for what was
// counted since the node was entered, all in the shadow of the guest's registers:
//
//     a function begins    n.own += c; c = 0
//                          e = entries[hash(n + callee)];  if (e.key != n + callee) call
//                          n = e.child; e.calls += 1
//     an exit              c += own
//     a call               *++t = {stack pointer, n};  n |= pending
//     a return             n.own += c; c = 0;  if (t.stack pointer != stack pointer) call
//                          n = t.node; --t
//     an indirect jump     if (t.stack pointer - stack pointer is not small) call
//
// So who is called is known where it begins, as a constant, for indirect calls too. Stubs
// that only jump on are passed over, and a jump to another function's beginning is a call
// that returns with its caller's.
#pragma once

#include "vg/calls/entries.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

class CallWriter {
  public:
    CallWriter(IrWriter& ir, const IRSB& in, const VexGuestLayout& guest)
        : ir_(ir), in_(in), stack_pointer_(guest.offset_SP) {}

    // Before the first instruction, at `address`. False: out of memory.
    bool begin(Addr address);

    // These were counted.
    void count(const EventQueue& queue);
    // This was counted if `guard` holds.
    void count_guarded(const EventQueue& queue, IRExpr* guard);
    // `happened`, 0 or 1, times.
    void count_word(unsigned column, IRExpr* happened);

    // What follows may fault before the next exit: what was counted must not be lost.
    void keep();

    // Before a side exit, and at the end.
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
        ULong constant = 0;          // counted in this superblock, and not committed
        IRExpr* dynamic = nullptr;   // the same, worked out by the code
        bool is_zero = false;        // nothing was counted before
        IRExpr* committed = nullptr; // what is in the shadow, if that is known
    };
    Slot slots_[CallCounts::most];
    bool kept_ = false; // something is in counted_early
};

} // namespace cg::vg
