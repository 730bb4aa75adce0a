// SPDX-License-Identifier: GPL-2.0-or-later
// Leaving out writes of the guest's registers that nobody reads.
//
// VEX takes an exit for a reader of every register, and so keeps two stores in nearly
// every superblock that the program does not need:
//
// - The instruction pointer, before each exit: but an exit writes it itself. It is
//   needed only if something in between may fault or looks at the guest's registers.
// - The flag thunk's word that most operations ignore, NDEP.
//
// Each such write waits until a statement comes that may need it, which is handed on
// after it; if none comes, it is dropped. That pays for the counter of a group.
#pragma once

#include "flag_thunk.hpp"
#include "ir.hpp"

namespace cg::vg {

class UnreadWrites {
  public:
    UnreadWrites(IrWriter& ir, const VexGuestLayout& guest)
        : ir_(ir), pointer_(guest.offset_IP), pointer_size_(guest.sizeof_IP) {}

    /// To be called for each statement before it is written. True: it waits, or is left out.
    bool take(IRStmt* s) {
        switch (s->tag) {
        case Ist_Put:
            return take_put(s);
        case Ist_WrTmp:
            value(*s->Ist.WrTmp.data);
            return false;
        case Ist_NoOp:
        case Ist_IMark:
        case Ist_Exit:
            return false;
        default: // may fault, or call what looks at the registers
            write(pointer_write_);
            if (s->tag == Ist_Dirty || s->tag == Ist_PutI)
                write(ndep_write_);
            return false;
        }
    }

  private:
    bool take_put(IRStmt* s) {
        const Int offset = s->Ist.Put.offset;
        const IRExpr& data = *s->Ist.Put.data;
        if (offset == pointer_ && data.tag == Iex_Const) {
            pointer_write_ = s; // one that waits is overwritten
            return true;
        }
        if (offset == flag_thunk.operation) {
            const bool constant = data.tag == Iex_Const;
            ignores_ndep_ = constant && ignores_ndep(number(*data.Iex.Const.con));
            if (!ignores_ndep_)
                write(ndep_write_);
        } else if (offset == flag_thunk.ndep) {
            ndep_write_ = nullptr; // overwritten
            if (data.tag == Iex_Const && ignores_ndep_) {
                ndep_write_ = s;
                return true;
            }
        } else if (overlaps(offset, pointer_, pointer_size_)) {
            write(pointer_write_);
        }
        return false;
    }

    void value(const IRExpr& e) {
        switch (e.tag) {
        case Iex_RdTmp:
        case Iex_Const:
        case Iex_Unop:
        case Iex_ITE:
        case Iex_CCall: // has no side effects and sees nothing but its arguments
            break;
        case Iex_Binop:
            if (e.Iex.Binop.op >= Iop_DivU32) // what may trap comes behind
                write(pointer_write_);
            break;
        case Iex_Get:
            if (overlaps(e.Iex.Get.offset, pointer_, pointer_size_))
                write(pointer_write_);
            if (overlaps(e.Iex.Get.offset, flag_thunk.ndep, flag_thunk.size))
                write(ndep_write_);
            break;
        case Iex_GetI:
            write(ndep_write_);
            write(pointer_write_);
            break;
        default:
            write(pointer_write_);
        }
    }

    void write(IRStmt*& waiting) {
        if (waiting != nullptr)
            ir_.statement(waiting);
        waiting = nullptr;
    }

    static ULong number(const IRConst& c) { return c.tag == Ico_U64 ? c.Ico.U64 : c.Ico.U32; }

    // No register is larger than 32 bytes.
    static bool overlaps(Int offset, Int begin, Int size) {
        return offset > begin - 32 && offset < begin + size;
    }

    IrWriter& ir_;
    Int pointer_;
    Int pointer_size_;
    IRStmt* pointer_write_ = nullptr; // waiting
    IRStmt* ndep_write_ = nullptr;    // waiting
    bool ignores_ndep_ = false;       // does the last operation that was written?
};

} // namespace cg::vg
