// SPDX-License-Identifier: GPL-2.0-or-later
// Walks the IR of a superblock and translates its statements into events.
#include "vg/translate/instrument.hpp"

#include "vg/core/options.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/translate/call_writer.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/group_writer.hpp"
#include "vg/translate/unread_writes.hpp"

namespace cg::vg {

namespace {

UShort size_of(IRType type) {
    return static_cast<UShort>(sizeofIRType(type));
}

class Instrumenter {
  public:
    Instrumenter(const IRSB& in, IRSB* out, const VexGuestExtents& extents,
                 const VexGuestLayout& guest, Superblock& block)
        : in_(in),
          extents_(extents),
          ir_(out, guest),
          unread_(ir_, guest, in.tyenv),
          calls_(ir_, in, guest),
          writer_(ir_, block, addresses_, options.calls ? &calls_ : nullptr) {}

    // Returns false if memory ran out.
    bool run() {
        constexpr Int likely_added = 32; // enough for most superblocks
        ir_.reserve(in_.stmts_used + likely_added);
        if (events.cache)
            addresses_.start(*in_.tyenv);
        Int i = 0;
        // The core adds statements before the first instruction; they are not counted.
        for (; i < in_.stmts_used && in_.stmts[i]->tag != Ist_IMark; ++i) {
            if (in_.stmts[i]->tag != Ist_NoOp)
                ir_.append(in_.stmts[i]);
        }
        if (options.calls && !calls_.begin(extents_.base[0]))
            return false;
        for (; i < in_.stmts_used; ++i) {
            // Not needed, and each statement costs time in all later passes of VEX.
            if (in_.stmts[i]->tag == Ist_NoOp || in_.stmts[i]->tag == Ist_AbiHint)
                continue;
            if (processor::leaves_out_unread_writes && unread_.defer(in_.stmts[i]))
                continue;
            if (events.cache)
                addresses_.note(*in_.stmts[i]);
            IRStmt* const instrumented = instrument_statement(*in_.stmts[i]);
            if (failed_)
                return false;
            ir_.append(instrumented);
        }
        if (events.branch)
            add_indirect_jump();
        flush();
        if (options.calls)
            calls_.end();
        return !failed_;
    }

  private:
    // Adds the events of the statement. Returns the statement, or another that replaces it,
    // which is to be written after the code for the events.
    IRStmt* instrument_statement(IRStmt& s) {
        switch (s.tag) {
        case Ist_IMark:
            add_fetch(s.Ist.IMark.addr, s.Ist.IMark.len);
            break;
        case Ist_Exit:
            return instrument_exit(s);
        default:
            if (events.cache)
                add_data_references(s);
        }
        return &s;
    }

    void add_fetch(Addr address, UInt length) {
        cost_ = cost_centre_at(address, last_byte_from(address));
        if (cost_ == nullptr) {
            failed_ = true;
            return;
        }
        address_ = address;
        next_address_ = address + length;
        // VEX gives an instruction that it cannot decode the length 0.
        const UInt bytes = length != 0 ? length : VG_MIN_INSTR_SZB;
        add(ReferenceKind::fetch, bytes, nullptr);
    }

    // Returns the last byte of the contiguous code that contains `address`.
    Addr last_byte_from(Addr address) const {
        for (Int i = 0; i < extents_.n_used; ++i) {
            const Addr last = extents_.base[i] + extents_.len[i] - 1;
            if (extents_.base[i] <= address && address <= last)
                return last;
        }
        return address;
    }

    void add_data_references(const IRStmt& s) {
        switch (s.tag) {
        case Ist_WrTmp: {
            const IRExpr& value = *s.Ist.WrTmp.data;
            if (value.tag == Iex_Load)
                add_read(value.Iex.Load.addr, size_of(value.Iex.Load.ty));
            break;
        }
        case Ist_Store:
            add_write(s.Ist.Store.addr, size_of(type_of(s.Ist.Store.data)));
            break;
        case Ist_LoadG: {
            const IRLoadG& load = *s.Ist.LoadG.details;
            IRType to = Ity_INVALID, from = Ity_INVALID;
            typeOfIRLoadGOp(load.cvt, &to, &from);
            add_guarded(ReferenceKind::read, load.addr, size_of(from), load.guard);
            break;
        }
        case Ist_StoreG: {
            const IRStoreG& store = *s.Ist.StoreG.details;
            add_guarded(ReferenceKind::write, store.addr, size_of(type_of(store.data)),
                        store.guard);
            break;
        }
        case Ist_CAS: {
            const IRCAS& cas = *s.Ist.CAS.details;
            const unsigned halves = cas.dataHi != nullptr ? 2 : 1;
            const UInt size = size_of(type_of(cas.dataLo)) * halves;
            add_read(cas.addr, size);
            add_write(cas.addr, size);
            break;
        }
        case Ist_LLSC: {
            const auto& llsc = s.Ist.LLSC;
            if (llsc.storedata == nullptr) {
                add_read(llsc.addr, size_of(typeOfIRTemp(in_.tyenv, llsc.result)));
            } else {
                add_write(llsc.addr, size_of(type_of(llsc.storedata)));
            }
            break;
        }
        case Ist_Dirty: {
            const IRDirty& dirty = *s.Ist.Dirty.details;
            if (dirty.mFx == Ifx_None)
                break;
            UInt size = static_cast<UInt>(dirty.mSize);
            if (size > simulation.smallest_line)
                size = simulation.smallest_line;
            if (dirty.mFx != Ifx_Write)
                add_read(dirty.mAddr, size);
            if (dirty.mFx != Ifx_Read)
                add_write(dirty.mAddr, size);
            break;
        }
        default:
            break;
        }
    }

    IRStmt* instrument_exit(IRStmt& s) {
        IRStmt* replacement = &s;
        const IRJumpKind kind = s.Ist.Exit.jk;
        if (events.branch && (kind == Ijk_Boring || kind == Ijk_Call || kind == Ijk_Ret)) {
            // VEX may invert a branch: then the exit goes to the next instruction.
            const Addr to = processor::value_of(*s.Ist.Exit.dst);
            const bool inverted = to == next_address_;
            IRExpr* const guard = s.Ist.Exit.guard;
            IRExpr* const taken = ir_.widened(inverted ? ir_.negated(guard) : guard);
            add(ReferenceKind::conditional, 0, taken);
            // VEX would compute the guard three times if it were used twice.
            IRExpr* const bit = ir_.lowest_bit(taken);
            replacement = IRStmt_Exit(inverted ? ir_.negated(bit) : bit, kind, s.Ist.Exit.dst,
                                      s.Ist.Exit.offsIP);
        }
        flush();
        if (options.calls)
            calls_.side_exit();
        return replacement;
    }

    void add_indirect_jump() {
        const bool target_known = in_.next->tag == Iex_Const;
        const bool jump = in_.jumpkind == Ijk_Boring || in_.jumpkind == Ijk_Call;
        if (jump && !target_known && cost_ != nullptr)
            add(ReferenceKind::indirect, 0, in_.next);
    }

    void add_read(IRExpr* address, UInt size) { add(ReferenceKind::read, size, address); }

    void add_write(IRExpr* address, UInt size) {
        const Event event = make_event(ReferenceKind::write, size, address);
        if (!queue_.joins_read(event))
            add(event);
    }

    // Adds a reference that happens only if the guard holds, as a group of its own.
    void add_guarded(ReferenceKind kind, IRExpr* address, UInt size, IRExpr* guard) {
        flush();
        queue_.add(make_event(kind, size, address));
        if (!failed_)
            failed_ = !writer_.write_guarded(queue_, guard);
        if (options.calls) {
            calls_.counts().count_guarded(queue_, guard);
            calls_.counts().keep();
        }
        queue_.clear();
    }

    Event make_event(ReferenceKind kind, UInt size, IRExpr* value) const {
        return {kind, false, static_cast<UShort>(size), address_, cost_, value};
    }

    void add(ReferenceKind kind, UInt size, IRExpr* value) { add(make_event(kind, size, value)); }

    void add(const Event& event) {
        if (queue_.full())
            flush_early();
        queue_.add(event);
    }

    void flush() {
        if (!failed_ && !queue_.empty())
            failed_ = !writer_.write(queue_);
        if (options.calls)
            calls_.counts().count(queue_);
        queue_.clear();
    }

    // Flushes the queue where no exit follows. Also saves the counts of calls, because a fault may
    // come before the next exit.
    void flush_early() {
        flush();
        if (options.calls)
            calls_.counts().keep();
    }

    IRType type_of(const IRExpr* e) const { return typeOfIRExpr(in_.tyenv, e); }

    const IRSB& in_;
    const VexGuestExtents& extents_;
    IrWriter ir_;
    UnreadWrites unread_;
    AddressMap addresses_;
    CallWriter calls_;
    GroupWriter writer_;
    EventQueue queue_;
    CostCentre* cost_ = nullptr; // of the current instruction
    Addr address_ = 0;
    Addr next_address_ = 0;
    bool failed_ = false;
};

} // namespace

IRSB* add_counting(const VgCallbackClosure& closure, const IRSB& in, const VexGuestLayout& guest,
                   const VexGuestExtents& extents) {
    Superblock* const block = add_superblock(closure.nraddr, extents.base[0]);
    if (block == nullptr)
        return nullptr;
    auto* const out = static_cast<IRSB*>(LibVEX_Alloc(sizeof(IRSB)));
    *out = in; // reserve() replaces the array of statements
    out->stmts_used = 0;
    return Instrumenter(in, out, extents, guest, *block).run() ? out : nullptr;
}

} // namespace cg::vg
