// SPDX-License-Identifier: GPL-2.0-or-later
// The end of a superblock: its last instruction, its target and its stack pointer.
#pragma once

#include "vg/translate/ir.hpp"

namespace cg::vg {

struct SideExit {
    Addr address; // of the instruction
    Addr next;    // of the one after it
    Addr target;
};

class BlockEnd {
  public:
    BlockEnd(IrWriter& ir, const IRSB& in, const VexGuestLayout& guest)
        : ir_(ir), in_(in), stack_pointer_(guest.offset_SP) {}

    // Returns the kind of jump that the code has, which may be another one than VEX shows.
    IRJumpKind kind() const;
    // Returns true if the superblock ends with a jump to an address that is not a constant.
    bool is_indirect() const { return in_.next->tag != Iex_Const; }
    // Returns where it leads; to be called if that is a constant.
    Addr target() const { return processor::value_of(*in_.next->Iex.Const.con); }
    // Returns the last instruction's address.
    Addr last_instruction() const { return last_mark().Ist.IMark.addr; }
    // Returns the address after the last instruction.
    Addr next_instruction() const { return last_instruction() + last_mark().Ist.IMark.len; }
    // Returns true if it leads to the instruction after it.
    bool leads_to_next() const;
    // Returns true if it does without a jump: compilers end a function with a jump to another one
    // that is next to it.
    bool runs_on() const;

    // Returns the expression, or the value that is assigned to it if it is a temporary.
    const IRExpr& definition_of(const IRExpr& e) const;
    // Returns the last value that the superblock writes to the stack pointer. Null: it writes none.
    IRExpr* written_stack_pointer() const;
    IRExpr* stack_pointer();
    // Returns the stack pointer before a return has changed it.
    IRExpr* stack_pointer_before_return();
    // Returns true if the superblock, which ends with a return, has written the address that it
    // returns to: so it jumps there, as code does that keeps processors from guessing the target.
    bool returns_to_written() const;
    // Returns true if the address is a constant, or at a constant distance from the object's data.
    bool is_fixed(const IRExpr& address) const;
    // Returns a test whether an indirect jump may leave a function that began with this stack
    // pointer.
    IRExpr* may_leave(IRExpr* began);

  private:
    Int index_of_last_mark() const;
    const IRStmt& last_mark() const { return *in_.stmts[index_of_last_mark()]; }

    IrWriter& ir_;
    const IRSB& in_;
    Int stack_pointer_;
};

} // namespace cg::vg
