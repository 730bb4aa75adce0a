// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/call_writer.hpp"

#include <stddef.h>

namespace cg::vg {
namespace {

constexpr PtrdiffT node_offset = call_state_offset + offsetof(CallState, node);
constexpr PtrdiffT top_offset = call_state_offset + offsetof(CallState, top);

constexpr PtrdiffT count_offset(unsigned slot) {
    return call_state_offset + static_cast<PtrdiffT>(offsetof(CallState, counts)) +
           static_cast<PtrdiffT>(slot * sizeof(ULong));
}

template <typename F>
void* entry_of(F* function) {
    return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
}

bool is_indirect(const IRSB& in) {
    return in.next->tag != Iex_Const;
}

} // namespace

void CallWriter::call(const HChar* name, void* function, IRExpr* argument, IRExpr* guard) {
    ir_.call_with_guest(name, function, argument, guard, call_state_offset, sizeof(CallState));
}

bool CallWriter::begin(Addr address) {
    switch (beginning_at(address)) {
    case Beginning::inside:
        break;
    case Beginning::unknown:
        if (!is_stub())
            enter_if_called(address);
        break;
    case Beginning::function: {
        const Callee* const callee = callee_at(address);
        if (callee == nullptr)
            return false;
        enter(*callee);
    }
    }
    return true;
}

// Returns true if the code only jumps to an address that it loads from memory at a fixed
// address. 32-bit code may compute that address from a register.
bool CallWriter::is_stub() const {
    constexpr unsigned max_instructions = 3;
    unsigned instructions = 0;
    const IRExpr* loaded_from = nullptr;
    for (Int i = 0; i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        instructions += s.tag == Ist_IMark;
        if (s.tag == Ist_WrTmp && in_.next->tag == Iex_RdTmp &&
            s.Ist.WrTmp.tmp == in_.next->Iex.RdTmp.tmp && s.Ist.WrTmp.data->tag == Iex_Load) {
            loaded_from = s.Ist.WrTmp.data->Iex.Load.addr;
        }
    }
    if (in_.jumpkind != Ijk_Boring || loaded_from == nullptr)
        return false;
    const bool is_fixed = loaded_from->tag == Iex_Const;
    return is_fixed ? instructions <= max_instructions : sizeof(Addr) == 4 && instructions == 1;
}

void CallWriter::enter_if_called(Addr address) {
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const pending = ir_.lowest_bit(node);
    call("cachegrind_enter_unknown", entry_of(enter_unknown), IrWriter::word(address), pending);
}

void CallWriter::enter(const Callee& callee) {
    flush();
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const sum = ir_.add(node, IrWriter::word(key_of(callee)));
    IRExpr* const offset =
        ir_.shift_right(ir_.bit_and(sum, IrWriter::word(entry_mask)), entry_shift);
    IRExpr* const key = ir_.load(ir_.add(offset, IrWriter::address_of(&entries[0].key)));
#if VG_WORDSIZE == 8
    IRExpr* const is_other = ir_.differs(key, sum);
#else
    IRExpr* const called = ir_.load(ir_.add(offset, IrWriter::address_of(&entries[0].callee)));
    IRExpr* const is_other = ir_.is_nonzero(
        ir_.bit_or(ir_.bit_xor(key, node), ir_.bit_xor(called, IrWriter::address_of(&callee))));
#endif
    call("cachegrind_enter", entry_of(enter_function), IrWriter::address_of(&callee), is_other);
    IRExpr* const child = ir_.load(ir_.add(offset, IrWriter::address_of(&entries[0].child)));
    ir_.increment(ir_.add(offset, IrWriter::address_of(&entries[0].calls)),
                  ir_.add(offset, IrWriter::address_of(&entries[0].calls)));
    put_node(child);
}

void CallWriter::put_node(IRExpr* node) {
    ir_.put_shadow(node_offset, node);
    if (events.cache)
        ir_.store(IrWriter::address_of(&current_node), node);
}

unsigned CallWriter::slot_of(unsigned column) const {
    unsigned slot = 0;
    while (call_counts.column[slot] != column)
        ++slot;
    return slot;
}

void CallWriter::count(const EventQueue& queue) {
    for (const Event* e = queue.begin(); e != queue.end(); ++e) {
        switch (e->kind) {
        case ReferenceKind::fetch:
            ++slots_[slot_of(EventSet::ir)].constant;
            break;
        case ReferenceKind::read:
            ++slots_[slot_of(EventSet::read)].constant;
            break;
        case ReferenceKind::write:
            ++slots_[slot_of(EventSet::write)].constant;
            break;
        case ReferenceKind::conditional:
            ++slots_[slot_of(events.conditional)].constant;
            break;
        case ReferenceKind::indirect:
            ++slots_[slot_of(events.indirect())].constant;
            break;
        }
    }
}

void CallWriter::count_guarded(const EventQueue& queue, IRExpr* guard) {
    for (const Event* e = queue.begin(); e != queue.end(); ++e) {
        const bool is_read = e->kind == ReferenceKind::read;
        count_word(is_read ? EventSet::read : EventSet::write, ir_.widened(guard));
    }
}

void CallWriter::count_word(unsigned column, IRExpr* happened) {
    Slot& slot = slots_[slot_of(column)];
    IRExpr* const n = ir_.word_as_count(happened);
    slot.dynamic = slot.dynamic == nullptr ? n : ir_.add_counts(slot.dynamic, n);
}

void CallWriter::keep() {
    for (unsigned i = 0; i < call_counts.count; ++i) {
        const Slot& slot = slots_[i];
        if (slot.constant == 0 && slot.dynamic == nullptr)
            continue;
        IRExpr* const n = slot.dynamic == nullptr
                              ? IrWriter::count(slot.constant)
                              : ir_.add_counts(slot.dynamic, IrWriter::count(slot.constant));
        ir_.store(IrWriter::address_of(&counted_early[i]), n);
        kept_ = true;
    }
}

void CallWriter::commit() {
    for (unsigned i = 0; i < call_counts.count; ++i) {
        Slot& slot = slots_[i];
        if (slot.constant != 0 || slot.dynamic != nullptr) {
            IRExpr* sum = slot.dynamic;
            if (slot.constant != 0) {
                IRExpr* const n = IrWriter::count(slot.constant);
                sum = sum == nullptr ? n : ir_.add_counts(sum, n);
            }
            if (!slot.is_zero) {
                if (slot.committed == nullptr)
                    slot.committed = ir_.get_shadow_count(count_offset(i));
                sum = ir_.add_counts(slot.committed, sum);
            }
            ir_.put_shadow(count_offset(i), sum);
            slot.committed = sum;
            slot.is_zero = false;
            slot.constant = 0;
            slot.dynamic = nullptr;
        }
        if (kept_)
            ir_.store(IrWriter::address_of(&counted_early[i]), IrWriter::count(0));
    }
    kept_ = false;
}

// To the node, whose address may have the pending bit.
void CallWriter::flush() {
    commit();
    IRExpr* const node =
        ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(~(node_alignment - 1)));
    for (unsigned i = 0; i < call_counts.count; ++i) {
        Slot& slot = slots_[i];
        if (slot.is_zero)
            continue;
        IRExpr* const n =
            slot.committed != nullptr ? slot.committed : ir_.get_shadow_count(count_offset(i));
        ir_.store(own(node, i), ir_.add_counts(ir_.load_count(own(node, i)), n));
        ir_.put_shadow(count_offset(i), IrWriter::count(0));
        slot.is_zero = true;
        slot.committed = nullptr;
    }
}

// The address of the node's own count.
IRExpr* CallWriter::own(IRExpr* node, unsigned slot) {
    return ir_.add(
        node, IrWriter::word(offsetof(Node, counts) + call_counts.column[slot] * sizeof(ULong)));
}

void CallWriter::end() {
    switch (in_.jumpkind) {
    case Ijk_Call:
        commit();
        push_call();
        break;
    case Ijk_Ret:
        flush();
        pop_call();
        break;
    case Ijk_Boring:
        commit();
        if (is_indirect(in_))
            check_jump();
        break;
    default:
        commit();
    }
}

// Returns true for a direct call into the middle of a function, for example to get the
// instruction pointer.
bool CallWriter::is_static_call_inside() const {
    if (is_indirect(in_))
        return false;
    const IRConst& target = *in_.next->Iex.Const.con;
    const Addr at =
        sizeof(Addr) == 8 ? static_cast<Addr>(target.Ico.U64) : static_cast<Addr>(target.Ico.U32);
    const HChar* name = nullptr;
    const NoDemangling names_as_they_are;
    return beginning_at(at) == Beginning::inside &&
           VG_(get_fnname)(VG_(current_DiEpoch)(), at, &name);
}

void CallWriter::push_call() {
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const top = ir_.add(ir_.get_shadow(top_offset), IrWriter::word(sizeof(Frame)));
    IRExpr* const after =
        ir_.add(ir_.get_guest(stack_pointer_), IrWriter::word(return_address_size));
    ir_.store(top, after);
    ir_.store(ir_.add(top, IrWriter::word(offsetof(Frame, caller))), node);
    ir_.put_shadow(top_offset, top);
    if (!is_static_call_inside())
        ir_.put_shadow(node_offset, ir_.bit_or(node, IrWriter::word(call_pending)));
}

void CallWriter::pop_call() {
    IRExpr* const stack_pointer = ir_.get_guest(stack_pointer_);
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    call("cachegrind_return", entry_of(return_slow_path), in_.next,
         ir_.differs(fitting, stack_pointer));
    IRExpr* const top = ir_.get_shadow(top_offset);
    put_node(ir_.load(ir_.add(top, IrWriter::word(offsetof(Frame, caller)))));
    ir_.put_shadow(top_offset, ir_.sub(top, IrWriter::word(sizeof(Frame))));
}

void CallWriter::check_jump() {
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    IRExpr* const distance =
        ir_.sub(ir_.sub(fitting, ir_.get_guest(stack_pointer_)), IrWriter::word(1));
    call("cachegrind_jump", entry_of(jump_slow_path), in_.next,
         ir_.less_unsigned(IrWriter::word(near_jump - 1), distance));
}

} // namespace cg::vg
