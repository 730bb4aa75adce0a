// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/call_writer.hpp"

#include <stddef.h>

#include "vg/calls/call_lines.hpp"
#include "vg/calls/called_code.hpp"
#include "vg/calls/thread.hpp"

namespace cg::vg {
namespace {

constexpr PtrdiffT node_offset = shadow::call_state + offsetof(CallState, node);
constexpr PtrdiffT top_offset = shadow::call_state + offsetof(CallState, top);

} // namespace

// Returns a word that is 0 if no call is pending.
IRExpr* CallWriter::pending_call() {
    return ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(call_pending));
}

void CallWriter::begin(Addr address) {
    Beginning beginning = tree_beginning_at(address);
    if (beginning == Beginning::unknown && !is_stub() && is_entered_by_jump(address)) {
        mark_called(address);
        beginning = Beginning::function;
    }
    switch (beginning) {
    case Beginning::inside:
        runner_ = runner_inside(address);
        is_skipped_ = runner_ == nullptr;
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
        is_in_stub_ = callee->is_nameless && is_stub();
        if (is_in_stub_)
            break;
        note_entered(address);
        is_skipped_ = callee->is_skipped;
        if (is_skipped_) {
            enter_skipped();
        } else {
            enter(*callee);
            runner_ = callee;
        }
    }
    }
}

// Returns true if the code only jumps to an address that it loads from a fixed place in memory; it
// may store the register of the object's data first. 32-bit code may compute the place from a
// register, and may first push a word for the linker's resolver.
bool CallWriter::is_stub() const {
    constexpr unsigned max_instructions = processor::data_register < 0 ? 3 : 5;
    const IRExpr* target = &end_.definition_of(*in_.next);
    if (target->tag == Iex_Binop && target->Iex.Binop.op == Iop_And64) // on ppc64le
        target = &end_.definition_of(*target->Iex.Binop.arg1);
    if (end_.kind() != Ijk_Boring || target->tag != Iex_Load)
        return false;
    unsigned instructions = 0;
    for (Int i = 0; i < in_.stmts_used; ++i)
        instructions += in_.stmts[i]->tag == Ist_IMark;
    const unsigned pushes = end_.written_stack_pointer() != nullptr ? 1 : 0;
    return end_.is_fixed(*target->Iex.Load.addr) ? instructions <= max_instructions
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
    ir_.call_with_guest<CallState>("cachegrind_enter_middle", entry_of(enter_middle), arguments, 1,
                                   ir_.is_nonzero(pending_call()));
}

// Clears the pending call and keeps the node, so the caller gets the cost of the function.
void CallWriter::enter_skipped() {
    put_node(ir_.bit_and(ir_.get_shadow(node_offset), IrWriter::word(~(jump_pending | runs_on))));
}

void CallWriter::enter(const Callee& callee) {
    IRExpr* const node = ir_.get_shadow(node_offset);
    IRExpr* const sum = ir_.add(node, IrWriter::word(key_of(callee.number)));
    IRExpr* const site = ir_.load_field(ir_.get_shadow(top_offset), offsetof(Frame, site));
    IRExpr* const offset = ir_.bit_and(ir_.add(sum, site), IrWriter::word(node_entry_mask));
    const IrWriter::Place entry = ir_.place_in(node_entries, offset);
    const auto load = [&](UWord field) { return ir_.load(ir_.sum(entry, field)); };
    // A jump to the beginning of the current function, as in a loop, is no call.
    IRExpr* const pending = ir_.bit_and(node, IrWriter::word(call_pending));
    IRExpr* const other_site = ir_.bit_xor(load(offsetof(NodeEntry, site)), site);
#if VG_WORDSIZE == 8
    IRExpr* const arguments[] = {sum};
    IRExpr* const other_key = ir_.bit_xor(load(offsetof(NodeEntry, key)), sum);
#else
    IRExpr* const arguments[] = {node, IrWriter::address_of(&callee)};
    IRExpr* const other_key =
        ir_.bit_or(ir_.bit_xor(load(offsetof(NodeEntry, key)), node),
                   ir_.bit_xor(load(offsetof(NodeEntry, callee)), IrWriter::address_of(&callee)));
#endif
    IRExpr* const is_other = ir_.is_nonzero(ir_.bit_or(other_key, other_site));
    ir_.call_with_guest<CallState>("cachegrind_enter", entry_of(enter_function), arguments,
                                   sizeof arguments / sizeof *arguments, is_other);
    IRExpr* const child = ir_.load(ir_.sum(entry, offsetof(NodeEntry, child)));
    ir_.add_to_field(child, offsetof(Node, calls), ir_.word_as_count(pending));
    put_node(child);
}

void CallWriter::put_node(IRExpr* node) {
    ir_.put_shadow(node_offset, node);
    if (events.cache)
        ir_.store(ir_.place_of(&current_node), node);
}

// Returns the key of the line of the last instruction. It is not known of functions that are
// skipped: they are not in the function whose node calls.
IRExpr* CallWriter::site() const {
    const bool is_known = last_ != nullptr && !is_skipped_ && !is_in_stub_;
    return IrWriter::word(site_key(is_known ? number_of_site(*last_) : unknown_call_site));
}

// A stub, and code that may be the linker's resolver, leads to what a call has asked for.
void CallWriter::put_site_of_jump() {
    if (is_in_stub_)
        return;
    IRExpr* const top = ir_.get_shadow(top_offset);
    IRExpr* here = site();
    if (is_unknown_)
        here = ir_.choose(ir_.is_nonzero(pending_call()),
                          ir_.load_field(top, offsetof(Frame, site)), here);
    ir_.store_field(top, offsetof(Frame, site), here);
}

// Returns true if a direct jump to the target may enter a function: also the one whose code jumps,
// for another one may run it.
bool CallWriter::may_enter(Addr target) {
    return beginning_at(target) == Beginning::function;
}

void CallWriter::commit() {
    counts_.commit(is_in_stub_ ? ir_.get_shadow(node_offset) : nullptr);
}

void CallWriter::side_exit(const SideExit& exit, IRExpr* guard, const CostCentre* last) {
    commit();
    last_ = last;
    if (may_enter(exit.target))
        put_site_of_jump();
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

void CallWriter::end(IRExpr* next, const CostCentre* last) {
    next_ = next;
    last_ = last;
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
            if (may_enter(end_.target()))
                put_site_of_jump();
            note_next();
            break;
        }
        // A stub that pushes is left for the resolver, which is ignored; and code that looks like
        // one may write the stack pointer to leave functions.
        if (is_in_stub_ && end_.written_stack_pointer() == nullptr)
            check_called();
        else
            check_jump();
        put_site_of_jump();
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
    const Beginning beginning = tree_beginning_at(target);
    if (beginning == Beginning::stub)
        return true;
    return beginning == Beginning::function && !is_marked(target) &&
           !is_in_function(end_.last_instruction(), symbol_begin(target));
}

void CallWriter::jump_to_function() {
    IRExpr* const node = ir_.get_shadow(node_offset);
    counts_.move_to_node(node);
    counts_.clear();
    put_site_of_jump();
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
    IRExpr* const top = ir_.add(ir_.get_shadow(top_offset), IrWriter::word(Frame::bytes()));
    ir_.store(top, end_.stack_pointer());
    const bool goes_on = !runs_into_other(end_.last_instruction(), end_.next_instruction());
    ir_.store_field(top, offsetof(Frame, caller),
                    goes_on ? node : ir_.bit_or(node, IrWriter::word(runs_on)));
    ir_.store_field(top, offsetof(Frame, site), site());
    counts_.move_to_frame(top);
    ir_.put_shadow(top_offset, top);
    ir_.put_shadow(node_offset, ir_.bit_or(node, IrWriter::word(call_pending)));
    if (is_checked)
        check_called();
}

void CallWriter::check_called() {
    IRExpr* const offset = ir_.bit_and(next_, IrWriter::word(checked_mask));
    IRExpr* const known = ir_.load(ir_.sum(ir_.place_in(checked, offset)));
    ir_.call("cachegrind_called", entry_of(cg::vg::check_called), &next_, 1,
             ir_.differs(known, next_));
}

void CallWriter::pop_call() {
    counts_.move_to_node(ir_.get_shadow(node_offset));
    IRExpr* const stack_pointer = end_.stack_pointer_before_return();
    IRExpr* const is_other = ir_.differs(ir_.load(ir_.get_shadow(top_offset)), stack_pointer);
    IRExpr* const arguments[] = {next_, stack_pointer};
    ir_.call_with_guest<CallState>("cachegrind_return", entry_of(return_slow_path), arguments, 2,
                                   is_other);
    IRExpr* const top = ir_.get_shadow(top_offset);
    put_node(ir_.load_field(top, offsetof(Frame, caller)));
    counts_.restore_from_frame(top);
    ir_.put_shadow(top_offset, ir_.sub(top, IrWriter::word(Frame::bytes())));
    if (end_.returns_to_written())
        put_site_of_jump();
}

// Writes a test whether the jump may have left the stack frame. Code without symbols may also be
// the linker's resolver, which jumps to the function that it found while the call is pending. Then
// the slow path adds the resolver's counts to the caller.
void CallWriter::check_jump() {
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    IRExpr* is_odd = end_.may_leave(fitting);
    if (is_unknown_)
        is_odd = ir_.is_nonzero(ir_.bit_or(pending_call(), ir_.widened(is_odd)));
    ir_.call("cachegrind_jump", entry_of(jump_slow_path), &next_, 1, is_odd);
}

} // namespace cg::vg
