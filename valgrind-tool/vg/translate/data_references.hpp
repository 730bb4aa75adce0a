// SPDX-License-Identifier: GPL-2.0-or-later
// The reads and writes of memory that a statement of flat IR does.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

struct DataReference {
    ReferenceKind kind; // read or write
    IRExpr* address;    // an atom
    UInt size;          // in bytes
    IRExpr* guard;      // null: always happens; else an atom, 1 if it happens
};

// Calls f(DataReference) for each of them, in order. A reference of a helper function is at most
// `largest_block` bytes.
template <typename F>
void for_each_data_reference(const IRStmt& s, const IRTypeEnv* types, UInt largest_block, F f) {
    const auto size_of = [](IRType type) { return static_cast<UInt>(sizeofIRType(type)); };
    const auto size_of_value = [&](const IRExpr* e) { return size_of(typeOfIRExpr(types, e)); };
    const auto read = [&](IRExpr* address, UInt size, IRExpr* guard = nullptr) {
        f(DataReference{ReferenceKind::read, address, size, guard});
    };
    const auto write = [&](IRExpr* address, UInt size, IRExpr* guard = nullptr) {
        f(DataReference{ReferenceKind::write, address, size, guard});
    };
    switch (s.tag) {
    case Ist_WrTmp: {
        const IRExpr& value = *s.Ist.WrTmp.data;
        if (value.tag == Iex_Load)
            read(value.Iex.Load.addr, size_of(value.Iex.Load.ty));
        break;
    }
    case Ist_Store:
        write(s.Ist.Store.addr, size_of_value(s.Ist.Store.data));
        break;
    case Ist_LoadG: {
        const IRLoadG& load = *s.Ist.LoadG.details;
        IRType to = Ity_INVALID, from = Ity_INVALID;
        typeOfIRLoadGOp(load.cvt, &to, &from);
        read(load.addr, size_of(from), load.guard);
        break;
    }
    case Ist_StoreG: {
        const IRStoreG& store = *s.Ist.StoreG.details;
        write(store.addr, size_of_value(store.data), store.guard);
        break;
    }
    case Ist_CAS: {
        const IRCAS& cas = *s.Ist.CAS.details;
        const UInt halves = cas.dataHi != nullptr ? 2 : 1;
        const UInt size = size_of_value(cas.dataLo) * halves;
        read(cas.addr, size);
        write(cas.addr, size);
        break;
    }
    case Ist_LLSC: {
        const auto& llsc = s.Ist.LLSC;
        if (llsc.storedata == nullptr) {
            read(llsc.addr, size_of(typeOfIRTemp(types, llsc.result)));
        } else {
            write(llsc.addr, size_of_value(llsc.storedata));
        }
        break;
    }
    case Ist_Dirty: {
        const IRDirty& dirty = *s.Ist.Dirty.details;
        if (dirty.mFx == Ifx_None)
            break;
        const auto bytes = static_cast<UInt>(dirty.mSize);
        const UInt size = bytes < largest_block ? bytes : largest_block;
        if (dirty.mFx != Ifx_Write)
            read(dirty.mAddr, size);
        if (dirty.mFx != Ifx_Read)
            write(dirty.mAddr, size);
        break;
    }
    default:
        break;
    }
}

// Returns true for an atomic instruction; of those that load and store in two instructions, for the
// one that stores.
inline bool is_atomic(const IRStmt& s) {
    return s.tag == Ist_CAS || (s.tag == Ist_LLSC && s.Ist.LLSC.storedata != nullptr);
}

} // namespace cg::vg
