// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/call_writer.hpp"

#include <stddef.h>

#include "vg/calls/called_code.hpp"
#include "vg/calls/thread.hpp"

namespace cg::vg {
namespace {

constexpr PtrdiffT node_offset = shadow::call_state + offsetof(CallState, node);
constexpr PtrdiffT top_offset = shadow::call_state + offsetof(CallState, top);

} // namespace

void CallWriter::call(const HChar* name, void* function, IRExpr* argument, IRExpr* guard) {
    ir_.call(name, function, &argument, 1, guard);
}

bool CallWriter::begin(Addr address) {
    Beginning beginning = beginning_at(address);
    if (beginning == Beginning::unknown && !is_stub() && is_entered_by_jump(address)) {
        mark_called(address);
        beginning = Beginning::function;
    }
    switch (beginning) {
    case Beginning::inside:
        runner_ = runner_inside(address);
        if (is_marked(address))
            enter_if_called(address);
        else
            note_no_entry(address);
        break;
    case Beginning::stub:
        is_in_stub_ = true;
        break;
    case Beginning::unknown:
        is_in_stub_ = is_stub();
        is_unknown_ = !is_in_stub_;
        if (is_unknown_) {
            note_no_entry(address);
            runner_ = running_function();
        }
        break;
    case Beginning::function: {
        const Callee* const callee = callee_at(address);
        if (callee == nullptr)
            return false;
        is_in_stub_ = callee->is_nameless && is_stub();
        if (is_in_stub_)
            break;
        note_entered(address);
        if (callee->is_skipped) {
            enter_skipped();
        } else {
            enter(*callee);
            runner_ = callee;
        }
    }
    }
    return true;
}

// Returns true if the code only jumps to an address that it loads from a fixed place in memory.
// 32-bit code may compute the place from a register, and may first push a word for the linker's
// resolver.
bool CallWriter::is_stub() const {
    constexpr unsigned max_instructions = 3;
    const IRExpr& target = end_.definition_of(*in_.next);
    if (end_.kind() != Ijk_Boring || target.tag != Iex_Load)
        return false;
    unsigned instructions = 0;
    for (Int i = 0; i < in_.stmts_used; ++i)
        instructions += in_.stmts[i]->tag == Ist_IMark;
    const unsigned pushes = end_.written_stack_pointer() != nullptr ? 1 : 0;
    const bool is_fixed = target.Iex.Load.addr->tag == Iex_Const;
    return is_fixed ? instructions <= max_instructions
                    : sizeof(Addr) == 4 && instructions == 1 + pushes;
}

void CallWriter::note_no_entry(Addr address) {
    note_unmarked(address);
    forget_checked(address, 1); // other code may have been there, with a name
}

// In the middle of a function, which also comes there without a call.
void CallWriter::enter_if_called(Addr address) {
    note_entered(address);
    IRExpr* const arguments[] = {IrWriter::word(address)};
    IRExpr* const pending = ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(call_pending));
    ir_.call_with_guest("cachegrind_enter_middle", entry_of(enter_middle), arguments, 1,
                        ir_.is_nonzero(pending), shadow::call_state, sizeof(CallState));
}

// Clears the pending call and keeps the node, so the caller gets the cost of the function.
void CallWriter::enter_skipped() {
    put_node(ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(~(jump_pending | runs_on))));
}

void CallWriter::enter(const Callee& callee) {
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const sum = ir_.add(node, IrWriter::word(key_of(callee.number)));
    IRExpr* const offset = ir_.bit_and(sum, IrWriter::word(entry_mask));
    const IrWriter::Place entry = ir_.place_in(entries, offset);
    IRExpr* const key = ir_.load(ir_.sum(entry, offsetof(Entry, key)));
#if VG_WORDSIZE == 8
    IRExpr* const arguments[] = {sum};
    IRExpr* const is_other = ir_.differs(key, sum);
#else
    IRExpr* const called = ir_.load(ir_.sum(entry, offsetof(Entry, callee)));
    IRExpr* const arguments[] = {node, IrWriter::address_of(&callee)};
    IRExpr* const is_other = ir_.is_nonzero(
        ir_.bit_or(ir_.bit_xor(key, node), ir_.bit_xor(called, IrWriter::address_of(&callee))));
#endif
    ir_.call_with_guest("cachegrind_enter", entry_of(enter_function), arguments,
                        sizeof arguments / sizeof *arguments, is_other, shadow::call_state,
                        sizeof(CallState));
    IRExpr* const child = ir_.load(ir_.sum(entry, offsetof(Entry, child)));
    IRExpr* const is_call = ir_.word_as_count(ir_.bit_and(node, IrWriter::word(call_pending)));
    ir_.add_to_field(child, offsetof(Node, calls), is_call);
    put_node(child);
}

void CallWriter::put_node(IRExpr* node) {
    ir_.put_shadow(node_offset, node);
    if (events.cache)
        ir_.store(ir_.place_of(&current_node), node);
}

void CallWriter::commit() {
    counts_.commit(is_in_stub_ ? ir_.get_shadow(node_offset) : nullptr);
}

void CallWriter::side_exit(const SideExit& exit, IRExpr* guard) {
    commit();
    if (exit.target == exit.next && runs_into_other(exit.address, exit.target))
        note_fall(ir_.widened(guard));
}

// Returns true if another function than that of the instruction begins after it.
bool CallWriter::runs_into_other(Addr instruction, Addr next) const {
    return !is_in_stub_ && begins_symbol(next) && !is_in_function(instruction, next);
}

void CallWriter::note_next() {
    if (end_.runs_on() && runs_into_other(end_.last_instruction(), end_.target()))
        note_fall(IrWriter::word(1));
}

// `is_taken`: a word, 0 or 1.
void CallWriter::note_fall(IRExpr* is_taken) {
    IRExpr* const tag = ir_.shift_left(is_taken, __builtin_ctz(runs_on));
    ir_.put_shadow(node_offset, ir_.bit_or(ir_.get_shadow(node_offset), tag));
}

void CallWriter::end(IRExpr* next) {
    next_ = next;
    switch (end_.kind()) {
    case Ijk_Call:
        if (end_.leads_to_next()) // it only loads the instruction pointer
            commit();
        else
            push_call();
        break;
    case Ijk_Ret:
        pop_call();
        break;
    case Ijk_Boring:
        if (is_tail_call()) {
            jump_to_function();
            break;
        }
        commit();
        if (!end_.is_indirect()) {
            note_next();
            break;
        }
        // A stub that pushes is left for the resolver, which is ignored; and code that looks like
        // one may write the stack pointer to leave functions.
        if (is_in_stub_ && end_.written_stack_pointer() == nullptr)
            check_called();
        else
            check_jump();
        break;
    default:
        commit();
        note_next();
    }
}

// Returns true if the superblock ends with a direct jump to a stub or to another function. Jumps
// to code without symbols are not tested, because their functions are unknown.
bool CallWriter::is_tail_call() const {
    if (end_.is_indirect() || is_in_stub_ || end_.runs_on())
        return false;
    const Addr target = end_.target();
    const Beginning beginning = beginning_at(target);
    if (beginning == Beginning::stub)
        return true;
    return beginning == Beginning::function && !is_marked(target) &&
           !is_in_function(end_.last_instruction(), target);
}

void CallWriter::jump_to_function() {
    IRExpr* const node = ir_.get_shadow(node_offset);
    counts_.move_to_node(node);
    counts_.clear();
    ir_.put_shadow(node_offset, ir_.bit_or(node, IrWriter::word(jump_pending)));
}

void CallWriter::push_call() {
    bool is_checked = end_.is_indirect();
    if (!is_checked) {
        const Addr target = end_.target();
        is_checked = is_entered_by_calls(target) && mark_called(target);
    }
    if (is_in_stub_)
        commit();
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const top = ir_.add(ir_.get_shadow(top_offset), IrWriter::word(frame_bytes()));
    ir_.store(top, end_.stack_pointer());
    const bool goes_on = !runs_into_other(end_.last_instruction(), end_.next_instruction());
    ir_.store_field(top, offsetof(Frame, caller),
                    goes_on ? node : ir_.bit_or(node, IrWriter::word(runs_on)));
    counts_.move_to_frame(top);
    ir_.put_shadow(top_offset, top);
    ir_.put_shadow(node_offset, ir_.bit_or(node, IrWriter::word(call_pending)));
    if (is_checked)
        check_called();
}

void CallWriter::check_called() {
    IRExpr* const offset = ir_.bit_and(next_, IrWriter::word(checked_mask));
    IRExpr* const known = ir_.load(ir_.sum(ir_.place_in(checked, offset)));
    call("cachegrind_called", entry_of(cg::vg::check_called), next_, ir_.differs(known, next_));
}

void CallWriter::pop_call() {
    counts_.move_to_node(ir_.get_shadow(node_offset));
    call("cachegrind_return", entry_of(return_slow_path), next_,
         ir_.differs(ir_.load(ir_.get_shadow(top_offset)), end_.stack_pointer_before_return()));
    IRExpr* const top = ir_.get_shadow(top_offset);
    put_node(ir_.load_field(top, offsetof(Frame, caller)));
    counts_.restore_from_frame(top);
    ir_.put_shadow(top_offset, ir_.sub(top, IrWriter::word(frame_bytes())));
}

// Writes a test whether the jump may have left the stack frame. Code without symbols may also be
// the linker's resolver, which jumps to the function that it found while the call is pending. Then
// the slow path adds the resolver's counts to the caller.
void CallWriter::check_jump() {
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    IRExpr* const distance = ir_.sub(fitting, end_.stack_pointer());
    IRExpr* is_odd = ir_.less_unsigned(IrWriter::word(near_jump - 1), distance);
    if (is_unknown_) {
        IRExpr* const pending =
            ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(call_pending));
        is_odd = ir_.is_nonzero(ir_.bit_or(pending, ir_.widened(is_odd)));
    }
    call("cachegrind_jump", entry_of(jump_slow_path), next_, is_odd);
}

} // namespace cg::vg
