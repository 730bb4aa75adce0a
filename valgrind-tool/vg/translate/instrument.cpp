// SPDX-License-Identifier: GPL-2.0-or-later
// Walks the IR of a superblock and translates its statements into events.
#include "vg/translate/instrument.hpp"

#include "vg/core/options.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/superblock.hpp"
#include "vg/data/allocators.hpp"
#include "vg/data/observe.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/translate/arc_writer.hpp"
#include "vg/translate/call_writer.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/event_ranges.hpp"
#include "vg/translate/group_writer.hpp"
#include "vg/translate/known_ir.hpp"
#include "vg/translate/request_code.hpp"
#include "vg/translate/unread_writes.hpp"

namespace cg::vg {

namespace {

// Writes the calls that observe allocation functions, at the beginning of the superblock of the
// code at `address`: of one that begins there, and of one that may return there.
void write_allocation_calls(IrWriter& ir, Addr address, const VexGuestLayout& guest) {
    const Addr code = address & ~processor::return_address_tag;
    if (returns_to(code)) {
        IRExpr* const is_pending = ir.is_nonzero(ir.load(ir.place_of(&pending_calls)));
        ir.call_with_registers("cachegrind_allocated", entry_of(observe_return),
                               IrWriter::word(code), is_pending, guest);
    }
    if (const Allocator* const function = allocator_at(address)) {
        ir.call_with_registers("cachegrind_allocate", entry_of(observe_entry),
                               IrWriter::address_of(function), nullptr, guest);
    }
}

// A read or write of memory by a statement of flat IR.
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
        const IRExpr& value = *s.Ist.WrTmp.data; // no other kind reads memory (known_ir.cpp)
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
    case Ist_NoOp: // no `default`: the compiler warns of one that is missing
    case Ist_IMark:
    case Ist_AbiHint:
    case Ist_Put:
    case Ist_PutI:
    case Ist_MBE:
    case Ist_Exit:
        break;
    }
}

// Returns true for an atomic instruction; of those that load and store in two instructions, for the
// one that stores.
bool is_atomic(const IRStmt& s) {
    return s.tag == Ist_CAS || (s.tag == Ist_LLSC && s.Ist.LLSC.storedata != nullptr);
}

class Instrumenter {
  public:
    // `out` is a copy of `in` without statements.
    Instrumenter(const IRSB& in, IRSB* out, const VexGuestExtents& extents,
                 const VexGuestLayout& guest, Superblock& block)
        : in_(in),
          out_(*out),
          guest_(guest),
          extents_(extents),
          block_(block),
          ir_(out, guest),
          unread_(ir_, guest, in.tyenv),
          request_(in, guest, extents.base[0]),
          calls_(ir_, in, guest),
          arcs_(ir_, in, guest, block),
          counts_(options.arcs    ? &arcs_.counts()
                  : options.calls ? &calls_.counts()
                                  : nullptr),
          writer_(ir_, block, counts_, options.arcs ? &arcs_ : nullptr, sums_) {}

    void run() {
        constexpr Int likely_added = 32; // enough for most superblocks
        ir_.reserve(in_.stmts_used + likely_added);
        Int i = 0;
        // The core adds statements before the first instruction; they are not counted.
        for (; i < in_.stmts_used && in_.stmts[i]->tag != Ist_IMark; ++i) {
            if (in_.stmts[i]->tag != Ist_NoOp)
                ir_.append(in_.stmts[i]);
        }
        if (options.data_objects) // before a call is followed: its caller allocates
            write_allocation_calls(ir_, extents_.base[0], guest_);
        begin_calls();
        for (; i < in_.stmts_used; ++i) {
            if (in_.stmts[i]->tag == Ist_IMark)
                is_of_request_ = request_.has(i);
            if (unread_.leave_out(in_.stmts[i]))
                continue;
            if (is_of_request_) {
                ir_.append(in_.stmts[i]);
                continue;
            }
            if (events.cache)
                sums_.note(*in_.stmts[i]);
            ir_.append(instrument_statement(*in_.stmts[i]));
        }
        if (repeated_ && !(in_.next->tag == Iex_Const && repeats_at(*in_.next->Iex.Const.con)))
            add(completion());
        if (events.branch)
            add_indirect_jump();
        flush();
        if (options.calls)
            calls_.end(out_.next, cost_);
        if (options.arcs)
            arcs_.end(out_.next);
    }

  private:
    void begin_calls() {
        if (options.arcs)
            arcs_.begin(extents_.base[0]);
        if (options.calls)
            calls_.begin(extents_.base[0]);
    }
    UInt runner() const { return options.arcs ? arcs_.runner() : calls_.runner(); }

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
            // Before its references, because a write joins the read before it.
            if (events.bus && is_atomic(s))
                add(ReferenceKind::atomic, 0, nullptr);
            if (events.cache) {
                for_each_data_reference(s, in_.tyenv, simulation.smallest_line,
                                        [this](const DataReference& r) { add_data_reference(r); });
            }
        }
        return &s;
    }

    void add_fetch(Addr address, UInt length) {
        // Not if it is the next iteration: VEX unrolls loops.
        if (repeated_ && address != address_)
            add(completion());
        cost_ = cost_centre_at(address, last_byte_from(address), runner());
        repeated_ = options.count_rep == Options::CountRep::once &&
                    processor::is_repeated(reinterpret_cast<const UChar*>(address), length);
        // VEX gives an instruction that it cannot decode the length 0.
        const UInt bytes = length != 0 ? length : VG_MIN_INSTR_SZB;
        address_ = address;
        next_address_ = address + bytes;
        if (repeated_ && !events.cache)
            return;
        Event fetch = make_event(ReferenceKind::fetch, bytes, nullptr);
        fetch.repeated = repeated_;
        add(fetch);
    }

    // Returns true if `target` is the next iteration of the current instruction.
    bool repeats_at(const IRConst& target) const { return processor::value_of(target) == address_; }

    // Returns the event of leaving the current instruction, which repeats itself.
    Event completion() const { return make_event(ReferenceKind::completion, 0, nullptr); }

    // Returns the last byte of the contiguous code that contains `address`.
    Addr last_byte_from(Addr address) const {
        for (Int i = 0; i < extents_.n_used; ++i) {
            const Addr last = extents_.base[i] + extents_.len[i] - 1;
            if (extents_.base[i] <= address && address <= last)
                return last;
        }
        return address;
    }

    void add_data_reference(const DataReference& r) {
        if (r.guard != nullptr) {
            add_guarded(make_event(r.kind, r.size, r.address), r.guard);
            if (counts_ != nullptr)
                counts_->keep();
        } else if (r.kind == ReferenceKind::read) {
            add(r.kind, r.size, r.address);
        } else {
            add_write(r);
        }
    }

    IRStmt* instrument_exit(IRStmt& s) {
        IRStmt* replacement = &s;
        const IRJumpKind kind = s.Ist.Exit.jk;
        const bool completes = repeated_ && !repeats_at(*s.Ist.Exit.dst);
        if (completes)
            add_guarded(completion(), s.Ist.Exit.guard);
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
        const Addr target = processor::value_of(*s.Ist.Exit.dst);
        const SideExit exit = {address_, next_address_, target};
        if (options.calls)
            calls_.side_exit(exit, s.Ist.Exit.guard, cost_);
        if (options.arcs)
            arcs_.side_exit(exit, s.Ist.Exit.guard);
        return replacement;
    }

    void add_indirect_jump() {
        const bool target_known = in_.next->tag == Iex_Const;
        const bool jump = in_.jumpkind == Ijk_Boring || in_.jumpkind == Ijk_Call;
        if (jump && !target_known && cost_ != nullptr)
            add(ReferenceKind::indirect, 0, in_.next);
    }

    void add_write(const DataReference& r) {
        const Event event = make_event(r.kind, r.size, r.address);
        if (!queue_.joins_read(event, options.callgrind))
            add(event);
    }

    // Adds an event that happens only if the guard holds, as a group of its own.
    void add_guarded(const Event& event, IRExpr* guard) {
        flush();
        queue_.add(event);
        take_ranges();
        writer_.write(queue_, guard);
        if (counts_ != nullptr)
            counts_->count_guarded(queue_, guard);
        queue_.clear();
    }

    Event make_event(ReferenceKind kind, UInt size, IRExpr* value) const {
        return {.kind = kind,
                .modify = false,
                .repeated = false,
                .size = static_cast<UShort>(size),
                .length = static_cast<UChar>(next_address_ - address_),
                .address = address_,
                .cost = cost_,
                .counts = cost_->counts,
                .value = value};
    }

    void add(ReferenceKind kind, UInt size, IRExpr* value) { add(make_event(kind, size, value)); }

    void add(const Event& event) {
        if (queue_.full())
            flush_early();
        queue_.add(event);
    }

    void flush() {
        take_ranges();
        if (!queue_.empty())
            writer_.write(queue_);
        if (counts_ != nullptr)
            counts_->count(queue_);
        queue_.clear();
    }

    void take_ranges() {
        if (has_ranges)
            cg::vg::take_ranges(queue_, block_);
    }

    // Flushes the queue where no exit follows. Also saves the counts of calls, because a fault may
    // come before the next exit.
    void flush_early() {
        flush();
        if (counts_ != nullptr)
            counts_->keep();
    }

    const IRSB& in_;
    IRSB& out_;
    const VexGuestLayout& guest_;
    const VexGuestExtents& extents_;
    Superblock& block_;
    IrWriter ir_;
    UnreadWrites unread_;
    RequestCode request_;
    CallWriter calls_;
    ArcWriter arcs_;
    NodeCounts* counts_; // of one of these; null: calls are not counted
    AddressSums sums_;
    GroupWriter writer_;
    EventQueue queue_;
    CostCentre* cost_ = nullptr; // of the current instruction
    Addr address_ = 0;
    Addr next_address_ = 0;
    bool repeated_ = false; // the current instruction may repeat itself, and counts when it is left
    bool is_of_request_ = false; // the current instruction, which is not counted then
};

// Returns true if the core has added a check before the first instruction whether the code is as it
// was (--smc-check).
bool checks_code(const IRSB& in) {
    for (Int i = 0; i < in.stmts_used && in.stmts[i]->tag != Ist_IMark; ++i) {
        if (in.stmts[i]->tag == Ist_Exit && in.stmts[i]->Ist.Exit.jk == Ijk_InvalICache)
            return true;
    }
    return false;
}

} // namespace

IRSB* add_counting(const VgCallbackClosure& closure, const IRSB& in, const VexGuestLayout& guest,
                   const VexGuestExtents& extents) {
    Superblock* const block =
        add_superblock(closure.nraddr, extents.base[0], extents.len[0], checks_code(in));
    require_known(in);
    IRSB* const out = copy_without_statements(in);
    Instrumenter(in, out, extents, guest, *block).run();
    return out;
}

IRSB* add_observation(IRSB& in, const VexGuestLayout& guest, const VexGuestExtents& extents) {
    const Addr address = extents.base[0];
    note_uncounted_code(address);
    if (!is_observed(address))
        return &in;
    IRSB* const out = copy_without_statements(in);
    IrWriter ir(out, guest);
    ir.reserve(in.stmts_used + 8);
    Int i = 0;
    for (; i < in.stmts_used && in.stmts[i]->tag != Ist_IMark; ++i)
        ir.append(in.stmts[i]);
    write_allocation_calls(ir, address, guest);
    for (; i < in.stmts_used; ++i)
        ir.append(in.stmts[i]);
    return out;
}

} // namespace cg::vg
