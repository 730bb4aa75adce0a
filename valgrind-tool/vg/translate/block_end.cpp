// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/block_end.hpp"

#include "vg/calls/stacks.hpp"

namespace cg::vg {

const IRExpr& BlockEnd::definition_of(const IRExpr& e) const {
    for (Int i = in_.stmts_used - 1; i >= 0 && e.tag == Iex_RdTmp; --i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_WrTmp && s.Ist.WrTmp.tmp == e.Iex.RdTmp.tmp)
            return *s.Ist.WrTmp.data;
    }
    return e;
}

Int BlockEnd::index_of_last_mark() const {
    Int i = in_.stmts_used - 1;
    while (in_.stmts[i]->tag != Ist_IMark)
        --i;
    return i;
}

IRJumpKind BlockEnd::kind() const {
    const auto* const last = reinterpret_cast<const UChar*>(last_instruction());
    const IRJumpKind kind = processor::kind_of_jump(last, in_.jumpkind);
    if (!processor::shows_jumps_as_calls || kind != Ijk_Call)
        return kind;
    for (Int i = index_of_last_mark() + 1; i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_Put && s.Ist.Put.offset == processor::call_registers.return_address)
            return Ijk_Call;
    }
    return Ijk_Boring;
}

bool BlockEnd::leads_to_next() const {
    const auto& last = last_mark().Ist.IMark;
    return !is_indirect() && target() == last.addr + last.len;
}

// A jump to a constant does nothing else.
bool BlockEnd::runs_on() const {
    const bool is_jump = kind() == Ijk_Boring && index_of_last_mark() == in_.stmts_used - 1;
    return leads_to_next() && !is_jump;
}

IRExpr* BlockEnd::written_stack_pointer() const {
    for (Int i = in_.stmts_used - 1; i >= 0; --i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_Put && s.Ist.Put.offset == stack_pointer_)
            return s.Ist.Put.data;
    }
    return nullptr;
}

IRExpr* BlockEnd::stack_pointer() {
    IRExpr* const written = written_stack_pointer();
    return written != nullptr ? written : ir_.get_guest(stack_pointer_);
}

IRExpr* BlockEnd::stack_pointer_before_return() {
    if (return_address_size == 0)
        return stack_pointer();
    if (const IRExpr* const after = written_stack_pointer()) {
        const IRExpr& value = definition_of(*after);
        const bool is_sum = value.tag == Iex_Binop &&
                            (value.Iex.Binop.op == Iop_Add64 || value.Iex.Binop.op == Iop_Add32);
        if (is_sum && value.Iex.Binop.arg1->tag == Iex_RdTmp &&
            value.Iex.Binop.arg2->tag == Iex_Const &&
            processor::value_of(*value.Iex.Binop.arg2->Iex.Const.con) == return_address_size) {
            return value.Iex.Binop.arg1;
        }
    }
    return ir_.sub(stack_pointer(), IrWriter::word(return_address_size));
}

bool BlockEnd::returns_to_written() const {
    const IRExpr& target = definition_of(*in_.next);
    if (target.tag != Iex_Load || target.Iex.Load.addr->tag != Iex_RdTmp)
        return false;
    const IRTemp from = target.Iex.Load.addr->Iex.RdTmp.tmp;
    for (Int i = 0; i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_Store && s.Ist.Store.addr->tag == Iex_RdTmp &&
            s.Ist.Store.addr->Iex.RdTmp.tmp == from)
            return true;
    }
    return false;
}

bool BlockEnd::is_fixed(const IRExpr& address) const {
    const IRExpr* e = &definition_of(address);
    while (e->tag == Iex_Binop && e->Iex.Binop.op == Iop_Add64 &&
           e->Iex.Binop.arg2->tag == Iex_Const)
        e = &definition_of(*e->Iex.Binop.arg1);
    return e->tag == Iex_Const ||
           (e->tag == Iex_Get && e->Iex.Get.offset == processor::data_register);
}

IRExpr* BlockEnd::may_leave(IRExpr* began) {
    IRExpr* const distance = ir_.sub(began, stack_pointer());
    // A function that returns by a jump has the stack pointer that it began with.
    return ir_.is_below(IrWriter::word(near_jump - 1), processor::returns_by_jumps
                                                           ? ir_.sub(distance, IrWriter::word(1))
                                                           : distance);
}

} // namespace cg::vg
