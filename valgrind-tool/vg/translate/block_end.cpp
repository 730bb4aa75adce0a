// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/block_end.hpp"

#include "vg/calls/frames.hpp"

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
    if (!processor::shows_jumps_as_calls || in_.jumpkind != Ijk_Call)
        return in_.jumpkind;
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

} // namespace cg::vg
