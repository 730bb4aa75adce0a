// SPDX-License-Identifier: GPL-2.0-or-later
// All kinds that there are in 3.19 to 3.27. instrument.cpp says which of them are events. No
// `default`: the compiler warns of what is missing.
#include "vg/translate/known_ir.hpp"

namespace cg::vg {
namespace {

bool is_known(IRStmtTag tag) {
    switch (tag) {
    case Ist_NoOp:
    case Ist_IMark:
    case Ist_AbiHint:
    case Ist_Put:
    case Ist_PutI:
    case Ist_WrTmp:
    case Ist_Store:
    case Ist_LoadG:
    case Ist_StoreG:
    case Ist_CAS:
    case Ist_LLSC:
    case Ist_Dirty:
    case Ist_MBE:
    case Ist_Exit:
        return true;
    }
    return false;
}

// Of a value that is assigned to a temporary. In flat IR, all other expressions are temporaries and
// constants.
bool is_known(IRExprTag tag) {
    switch (tag) {
    case Iex_Get:
    case Iex_GetI:
    case Iex_RdTmp:
    case Iex_Qop:
    case Iex_Triop:
    case Iex_Binop:
    case Iex_Unop:
    case Iex_Load:
    case Iex_Const:
    case Iex_ITE:
    case Iex_CCall:
        return true;
    case Iex_Binder: // of VEX's own patterns
    case Iex_VECRET: // arguments of calls
    case Iex_GSPTR:
        break;
    }
    return false;
}

// The effect of a helper function on memory.
bool is_known(IREffect effect) {
    switch (effect) {
    case Ifx_None:
    case Ifx_Read:
    case Ifx_Write:
    case Ifx_Modify:
        return true;
    }
    return false;
}

// Newer releases have Ijk_Extension: the core executes an instruction of s390x. What that refers to
// is not in the IR.
template <typename Kind>
bool is_extension(Kind kind) {
    if constexpr (requires { Kind::Ijk_Extension; })
        return kind == Kind::Ijk_Extension;
    return false;
}

bool is_known(IRJumpKind kind) {
    switch (kind) {
    case Ijk_Boring: // those that are branches
    case Ijk_Call:
    case Ijk_Ret:
    case Ijk_ClientReq:
    case Ijk_Yield:
    case Ijk_EmWarn:
    case Ijk_EmFail:
    case Ijk_NoDecode:
    case Ijk_MapFail:
    case Ijk_InvalICache:
    case Ijk_FlushDCache:
    case Ijk_NoRedir:
    case Ijk_SigILL:
    case Ijk_SigTRAP:
    case Ijk_SigSEGV:
    case Ijk_SigBUS:
    case Ijk_SigFPE:
    case Ijk_SigFPE_IntDiv:
    case Ijk_SigFPE_IntOvf:
        return true;
    default:
        return is_system_call(kind) || is_extension(kind);
    }
}

void begin_message(const HChar* kind, UInt number) {
    VG_(umsg)
    ("cachegrind: cannot continue: VEX made a kind of %s that this tool does not know (0x%x):\n",
     kind, number);
}

[[noreturn]] void end_message() {
    VG_(printf)("\n");
    VG_(exit)(1);
}

void require_known(const IRStmt& s) {
    const bool is_assignment = s.tag == Ist_WrTmp;
    const bool is_call = s.tag == Ist_Dirty;
    if (!is_known(s.tag))
        begin_message("statement", s.tag);
    else if (is_assignment && !is_known(s.Ist.WrTmp.data->tag))
        begin_message("expression", s.Ist.WrTmp.data->tag);
    else if (is_call && !is_known(s.Ist.Dirty.details->mFx))
        begin_message("effect", s.Ist.Dirty.details->mFx);
    else if (s.tag == Ist_Exit && !is_known(s.Ist.Exit.jk))
        begin_message("jump", s.Ist.Exit.jk);
    else
        return;
    ppIRStmt(&s);
    end_message();
}

} // namespace

bool is_system_call(IRJumpKind kind) {
    switch (kind) {
    case Ijk_Sys_syscall:
    case Ijk_Sys_int32:
    case Ijk_Sys_int128:
    case Ijk_Sys_int129:
    case Ijk_Sys_int130:
    case Ijk_Sys_int145:
    case Ijk_Sys_int210:
    case Ijk_Sys_sysenter:
        return true;
    default:
        return false;
    }
}

void require_known(const IRSB& in) {
    for (Int i = 0; i < in.stmts_used; ++i)
        require_known(*in.stmts[i]);
    if (!is_known(in.jumpkind)) {
        begin_message("jump", in.jumpkind);
        ppIRJumpKind(in.jumpkind);
        end_message();
    }
}

} // namespace cg::vg
