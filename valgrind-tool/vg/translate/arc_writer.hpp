// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code that follows the calls as callgrind does (--tool=callgrind), and counts the events of
// the thread.
//
// s is the site of the latest call, t the activation on top, c the totals of the thread, slot that
// of the counters (StackState), and own the counts of the superblock. "call" is the call of a slow
// path (stack.hpp).
//
//     a function begins    e = arc_entries[hash(s + callee)];  if (e is not for s, callee) call
//                          a = e.arcs[callee.active++ != 0];  ++a.calls
//                          t.arc = a;  t.function = callee;  slot = slot of the level;  s = 0
//     an exit              c += own
//     a call               *++t = {stack pointer, no arc, slot, c};  s = site | call
//     a return             if (t.stack pointer != stack pointer) call
//                          t.arc.inclusive += c - t.c;  --t.function.active;  slot = t.slot;  --t;
//                          s = 0
//     a jump               s = site | jump;  if (t.stack pointer - stack pointer is not small) call
//     an exit of a stub    s.counts += own, t.c += own
//     of a function that   t.arc.site.counts += own; and its calls and jumps are from there:
//     is skipped           s = t.arc.site
//
// While costs are not collected, the counters belong to a slot that is not read, and own is 0.
#pragma once

#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/translate/block_end.hpp"
#include "vg/translate/node_counts.hpp"

namespace cg::vg {

class ArcWriter {
  public:
    ArcWriter(IrWriter& ir, const IRSB& in, const VexGuestLayout& guest, Superblock& block)
        : ir_(ir), block_(block), end_(ir, in, guest), counts_(ir) {}

    // Writes the code before the first instruction, which is at `address`.
    void begin(Addr address);

    NodeCounts& counts() { return counts_; }
    // Returns the number of the function that runs the superblock.
    UInt runner() const { return function_->number; }
    // Returns the slot of the counters, an atom.
    IRExpr* slot();
    // Adds a word to the counter of the slot.
    void add_in_slot(const ULong* counters, IRExpr* word);
    // Write code that counts a run of the group, or a misprediction of its branch, for another
    // function, if that has jumped into the code. `happens`: a word, 0 or 1; null: each time.
    void count_foreign(Group& group, IRExpr* happens);
    void count_foreign_miss(Group& group, IRExpr* happens);

    // Write the code before a side exit, which is taken if `guard` is 1, and at the end of the
    // superblock. `next`: where that leads, an atom.
    void side_exit(const SideExit& exit, IRExpr* guard);
    void end(IRExpr* next);

  private:
    void begin_function(Addr address);
    void begin_uncertain(Addr address, Function* function, bool is_certain);
    void enter(Entrance& callee);
    bool is_skipped() const { return function_->is_skipped; }
    // Returns true if the cost of the superblock belongs to a caller.
    bool is_callers() const { return is_in_stub_ || is_skipped(); }
    void put_slot(IRExpr* slot);
    void act(const HChar* name, void* function);
    IRExpr* callers_site();
    void commit();
    void note_jump(Addr address, Addr target);
    void enter_nameless(Addr address, IRExpr* target, IRExpr* guard);
    void note_fall(Addr target);
    void note_next(Addr target);
    void share_if_other(Addr address);
    // Finds or adds a jump of the function.
    Jump* find_jump(Addr from, Addr to, bool is_conditional);
    void count_jump(Jump& jump, IRExpr* taken, bool is_executed);
    void count_exit(const SideExit& exit, IRExpr* guard);
    void count_direct_jump(Addr last);
    void count_indirect_jump(Addr last);
    IRExpr* running();
    IRExpr* is_known(IRExpr* function);
    void find_foreign();
    void call_if_foreign(const HChar* name, void* function, const Group& group, IRExpr* happens);
    void note_site(Addr address, UWord tag);
    void note_last_block();
    void note_system_call(Addr last);
    void push_call();
    void pop_call();
    void check_jump();
    IRExpr* total(unsigned column);

    IrWriter& ir_;
    Superblock& block_;
    BlockEnd end_;
    NodeCounts counts_;
    Function* function_ = nullptr; // that runs the superblock
    IRExpr* next_ = nullptr;
    Addr begin_ = 0;           // of the superblock
    bool is_nameless_ = false; // the code has no symbol
    bool is_in_stub_ = false;
    // The branch that leaves the superblock at its end, because VEX has inverted it: then a side
    // exit leads to the next instruction. Null: there is none.
    Jump* inverted_ = nullptr;
    // A word: is the code run by a function that jumped into it? Null: never.
    IRExpr* is_foreign_ = nullptr;
};

} // namespace cg::vg
