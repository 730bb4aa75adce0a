// SPDX-License-Identifier: GPL-2.0-or-later
// Leaving out writes of the guest's instruction pointer that nobody reads.
//
// VEX writes it before each exit, since it takes an exit for a reader of every
// register. But an exit writes it itself. A write is needed only if something in
// between may fault or looks at the guest's registers. So it waits until such a
// statement comes, and is dropped if another write, or the end, comes first. That
// pays for a third of the counter that a group costs.
#pragma once

#include "valgrind.hpp"

namespace cg::vg {

class InstructionPointer {
  public:
    explicit InstructionPointer(const VexGuestLayout& guest)
        : offset_(guest.offset_IP), size_(guest.sizeof_IP) {}

    /// True for a write of the instruction pointer and nothing else.
    bool is_written_by(const IRStmt& s) const {
        return s.tag == Ist_Put && s.Ist.Put.offset == offset_ && s.Ist.Put.data->tag == Iex_Const;
    }

    /// May `s` fault, or read the instruction pointer?
    bool is_needed_by(const IRStmt& s) const {
        switch (s.tag) {
        case Ist_NoOp:
        case Ist_IMark:
        case Ist_Exit:
            return false;
        case Ist_Put:
            return overlaps(s.Ist.Put.offset);
        case Ist_WrTmp:
            return is_needed_by(*s.Ist.WrTmp.data);
        default:
            return true;
        }
    }

  private:
    bool is_needed_by(const IRExpr& e) const {
        switch (e.tag) {
        case Iex_RdTmp:
        case Iex_Const:
        case Iex_Unop:
        case Iex_ITE:
        case Iex_CCall: // has no side effects and sees nothing but its arguments
            return false;
        case Iex_Get:
            return overlaps(e.Iex.Get.offset);
        case Iex_Binop:
            return e.Iex.Binop.op >= Iop_DivU32; // what may trap comes behind
        default:
            return true;
        }
    }

    // Of the registers, none is larger than 32 bytes.
    bool overlaps(Int offset) const { return offset > offset_ - 32 && offset < offset_ + size_; }

    Int offset_;
    Int size_;
};

} // namespace cg::vg
