// SPDX-License-Identifier: GPL-2.0-or-later
// Finds, when code is translated, the addresses that are a constant away from another one.
#pragma once

#include "vg/core/processor.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A temporary of the IR and a constant distance from it. Addresses with one base are as far from
// each other as their distances are.
struct AddressSum {
    IRTemp base = IRTemp_INVALID; // of a constant address too
    UWord distance = 0;
};

// The temporaries of a superblock that are sums of another one and a constant.
class AddressSums {
  public:
    // Notes a statement of flat IR, in order. If there are too many sums, the last are not known.
    void note(const IRStmt& s) {
        if (s.tag != Ist_WrTmp || s.Ist.WrTmp.data->tag != Iex_Binop || count_ == most)
            return;
        const IRExpr& sum = *s.Ist.WrTmp.data;
        const IROp op = sum.Iex.Binop.op;
        const bool is_less = op == (processor::wide ? Iop_Sub64 : Iop_Sub32);
        if (!is_less && op != (processor::wide ? Iop_Add64 : Iop_Add32))
            return;
        if (sum.Iex.Binop.arg1->tag != Iex_RdTmp || sum.Iex.Binop.arg2->tag != Iex_Const)
            return;
        const UWord constant = processor::value_of(*sum.Iex.Binop.arg2->Iex.Const.con);
        AddressSum known = of(*sum.Iex.Binop.arg1);
        known.distance += is_less ? -constant : constant;
        sums_[count_++] = {s.Ist.WrTmp.tmp, known};
    }

    AddressSum of(const IRExpr& atom) const {
        if (atom.tag == Iex_Const)
            return {IRTemp_INVALID, processor::value_of(*atom.Iex.Const.con)};
        const IRTemp temporary = atom.Iex.RdTmp.tmp;
        for (unsigned i = count_; i-- > 0;) {
            if (sums_[i].temporary == temporary)
                return sums_[i].known;
        }
        return {temporary, 0};
    }

  private:
    static constexpr unsigned most = 128;
    struct Sum {
        IRTemp temporary;
        AddressSum known;
    };
    Sum sums_[most];
    unsigned count_ = 0;
};

} // namespace cg::vg
