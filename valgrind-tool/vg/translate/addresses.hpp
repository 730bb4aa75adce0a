// SPDX-License-Identifier: GPL-2.0-or-later
// Addresses as root plus constant offset. Two addresses in a superblock that have the same
// root are a known distance apart.
#pragma once

#include "vg/core/processor.hpp"

namespace cg::vg {

struct RelativeAddress {
    IRTemp root; // a temporary; IRTemp_INVALID if the address is a constant
    Addr offset; // modulo the size of the address space
};

// The relative address of each temporary in a superblock.
class AddressMap {
  public:
    // Makes every temporary a root.
    void start(const IRTypeEnv& types) {
        relative_ = static_cast<RelativeAddress*>(
            LibVEX_Alloc(static_cast<SizeT>(types.types_used) * sizeof(RelativeAddress)));
        for (Int i = 0; i < types.types_used; ++i)
            relative_[i] = {static_cast<IRTemp>(i), 0};
    }

    // Records t = a + constant and t = a - constant. To be called for each statement in
    // order. A temporary that is computed otherwise remains a root.
    void note(const IRStmt& s) {
        if (s.tag != Ist_WrTmp || s.Ist.WrTmp.data->tag != Iex_Binop)
            return;
        const auto& sum = s.Ist.WrTmp.data->Iex.Binop;
        const bool add = sum.op == (wide ? Iop_Add64 : Iop_Add32);
        const bool sub = sum.op == (wide ? Iop_Sub64 : Iop_Sub32);
        if ((!add && !sub) || sum.arg1->tag != Iex_RdTmp || sum.arg2->tag != Iex_Const)
            return;
        RelativeAddress address = relative(sum.arg1);
        const Addr constant = processor::value_of(*sum.arg2->Iex.Const.con);
        address.offset += add ? constant : -constant;
        relative_[s.Ist.WrTmp.tmp] = address;
    }

    RelativeAddress relative(const IRExpr* atom) const {
        if (atom->tag == Iex_Const)
            return {IRTemp_INVALID, processor::value_of(*atom->Iex.Const.con)};
        return relative_[atom->Iex.RdTmp.tmp];
    }

  private:
    static constexpr bool wide = processor::wide;

    RelativeAddress* relative_ = nullptr;
};

} // namespace cg::vg
