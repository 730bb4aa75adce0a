// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/arc_writer.hpp"

#include <stddef.h>

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/arcs/thread_stack.hpp"
#include "vg/calls/called_code.hpp"
#include "vg/calls/callee.hpp"
#include "vg/core/options.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/translate/known_ir.hpp"

namespace cg::vg {
namespace {

constexpr PtrdiffT from_offset = shadow::call_state + offsetof(StackState, from);
constexpr PtrdiffT top_offset = shadow::call_state + offsetof(StackState, top);
constexpr PtrdiffT slot_offset = shadow::call_state + offsetof(StackState, slot);
constexpr PtrdiffT totals_offset = shadow::call_state + offsetof(StackState, totals);

IRExpr* none() {
    return IrWriter::address_of(no_site);
}

} // namespace

void ArcWriter::begin(Addr address) {
    if (may_be_uncollected)
        counts_.gate(slot_offset);
    begin_function(address);
    if (is_callers() && events.cache) {
        IRExpr* const counts = ir_.load_field(callers_site(), offsetof(Site, counts));
        ir_.store(ir_.place_of(&stub_misses), counts);
    }
    // Not before, because a part that is written then has no cost of this superblock yet.
    if (block_.run_flag != 0)
        ir_.set_byte(ir_.place_of(run_flag_of(block_)));
}

void ArcWriter::begin_function(Addr address) {
    begin_ = address;
    switch (beginning_at(address)) {
    case Beginning::stub:
        if (is_in_plt(address)) {
            is_in_stub_ = options.skip_plt;
            is_nameless_ = !is_in_stub_;
            function_ = running_or_around(address);
            if (is_nameless_)
                begin_uncertain(address, function_, false);
            return;
        }
        [[fallthrough]];
    case Beginning::inside:
        if (!begins_symbol(address)) {
            if (is_marked(address))
                return begin_uncertain(address, function_around(address), false);
            function_ = function_around(address);
            if (function_->is_shared)
                find_foreign();
            return;
        }
        break;
    case Beginning::unknown: {
        is_nameless_ = true;
        Function* const running = function_that_runs();
        // A function with a symbol that runs into the code may also enter it by a jump.
        const bool is_certain = running != nullptr && running->is_nameless;
        return begin_uncertain(address, is_certain ? running : function_around(address),
                               is_certain);
    }
    case Beginning::function:
        break;
    }
    Entrance* const entrance = entrance_at(address);
    if (is_marked(address))
        return begin_uncertain(address, entrance->function, false);
    function_ = entrance->function;
    enter(*entrance);
}

// Code that is entered if a call leads there, but that functions also jump or run into: then these
// run it. `function` is the one that is expected to. Where nobody has been seen to enter, and only
// one function has run the code, another one only leaves it: it is translated again then.
void ArcWriter::begin_uncertain(Addr address, Function* function, bool is_certain) {
    function_ = function;
    IRExpr* const runs = running();
    IRExpr* is_other = ir_.differs(runs, IrWriter::address_of(function));
    IRExpr* const from = ir_.get_shadow(from_offset);
    if (!function->is_nameless && begins_symbol(address)) { // which it may jump to itself
        IRExpr* const is_jump = ir_.bit_and(from, IrWriter::word(from_jump));
        is_other = ir_.is_nonzero(ir_.bit_or(ir_.widened(is_other), is_jump));
    }
    if (is_certain && !block_.kept && !is_run_by_several(address)) {
        block_.expected = function;
        ir_.leave(block_.address, is_other);
        return;
    }
    // Unless a call or jump leads here, or a thread begins, nothing would be entered.
    IRExpr* const is_unknown = ir_.widened(ir_.negated(is_known(runs)));
    IRExpr* const may_enter = ir_.bit_or(ir_.bit_and(from, IrWriter::word(from_tags)), is_unknown);
    IRExpr* const arguments[] = {IrWriter::word(address)};
    ir_.call_with_guest<StackState>(
        "callgrind_enter_if_called", entry_of(enter_if_called), arguments, 1,
        ir_.is_nonzero(ir_.bit_and(ir_.widened(is_other), ir_.widened(ir_.is_nonzero(may_enter)))));
    find_foreign();
}

void ArcWriter::act(const HChar* name, void* function) {
    IRExpr* const arguments[] = {IrWriter::address_of(function_)};
    ir_.call(name, function, arguments, 1);
}

void ArcWriter::enter(Entrance& callee) {
    const FunctionActions& actions = callee.function->actions;
    if (actions.dumps_before)
        act("callgrind_before_entry", entry_of(act_before_entry));
    IRExpr* const from = ir_.get_shadow(from_offset);
    IRExpr* const offset = ir_.bit_and(ir_.add(from, IrWriter::word(scattered(callee))),
                                       IrWriter::word(arc_entry_mask));
    const IrWriter::Place entry = ir_.place_in(arc_entries, offset);
    IRExpr* const known_from = ir_.load(ir_.sum(entry, offsetof(ArcEntry, from)));
    IRExpr* const known_callee = ir_.load(ir_.sum(entry, offsetof(ArcEntry, callee)));
    IRExpr* const is_other = ir_.is_nonzero(ir_.bit_or(
        ir_.bit_xor(known_from, from), ir_.bit_xor(known_callee, IrWriter::address_of(&callee))));
    IRExpr* const arguments[] = {from, IrWriter::address_of(&callee)};
    ir_.call("callgrind_enter", entry_of(enter_from), arguments, 2, is_other);
    UWord* const active = &callee.function->active;
    IRExpr* const before = ir_.load(ir_.place_of(active));
    ir_.store(ir_.place_of(active), ir_.add(before, IrWriter::word(1)));
    IRExpr* const is_later =
        options.separate_recs == 1 ? IrWriter::word(0) : ir_.widened(ir_.is_nonzero(before));
    constexpr unsigned log_word = sizeof(UWord) == 8 ? 3 : 2;
    IRExpr* const arc = ir_.load(
        ir_.sum(ir_.place_in(arc_entries, ir_.add(offset, ir_.shift_left(is_later, log_word))),
                offsetof(ArcEntry, arcs)));
    ir_.add_to_field(arc, offsetof(Arc, calls), IrWriter::count(1));
    IRExpr* const top = ir_.get_shadow(top_offset);
    ir_.store_field(top, offsetof(Activation, arc), arc);
    ir_.store_field(top, offsetof(Activation, function), IrWriter::address_of(callee.function));
    IRExpr* slot = ir_.shift_left(is_later, __builtin_ctz(slot_of_later));
    if (may_be_uncollected) {
        slot = ir_.bit_or(
            slot, ir_.bit_and(ir_.get_shadow(slot_offset), IrWriter::word(slot_of_uncollected)));
    }
    put_slot(slot);
    if (actions.zeroes_before || actions.toggles)
        act("callgrind_after_entry", entry_of(act_after_entry));
    ir_.put_shadow(from_offset, none());
}

void ArcWriter::put_slot(IRExpr* slot) {
    ir_.put_shadow(slot_offset, slot);
    if (events.cache)
        ir_.store(ir_.place_of(&current_slot), slot);
}

IRExpr* ArcWriter::slot() {
    if (is_callers())
        return IrWriter::word(slot_of_uncollected);
    IRExpr* const slot = ir_.get_shadow(slot_offset);
    if (is_foreign_ == nullptr)
        return slot;
    return ir_.bit_or(slot, ir_.shift_left(is_foreign_, __builtin_ctz(slot_of_uncollected)));
}

void ArcWriter::add_in_slot(const ULong* counters, IRExpr* word) {
    IRExpr* const n = ir_.word_as_count(word);
    const IrWriter::Place place = ir_.place_in(counters, slot());
    ir_.store(ir_.sum(place), ir_.add_counts(n, ir_.load_count(ir_.sum(place))));
}

// Returns the site from which the stub or the function that is skipped is called.
IRExpr* ArcWriter::callers_site() {
    if (is_in_stub_)
        return ir_.bit_and(ir_.get_shadow(from_offset), IrWriter::word(~from_tags));
    IRExpr* const arc = ir_.load_field(ir_.get_shadow(top_offset), offsetof(Activation, arc));
    return ir_.load_field(arc, offsetof(Arc, site));
}

void ArcWriter::commit() {
    if (!is_callers()) {
        counts_.commit();
        return;
    }
    // The cost is the caller's: neither that of the called function nor, if a stub is called, part
    // of the call's.
    IRExpr* const site = callers_site();
    IRExpr* const costs = ir_.load_field(site, offsetof(Site, counts));
    if (events.cache)
        ir_.store(ir_.place_of(&stub_misses), IrWriter::word(0));
    if (options.separate_threads) {
        IRExpr* const is_noted = ir_.load_field(site, offsetof(Site, is_noted));
        ir_.call("callgrind_note_stub", entry_of(note_stub), &site, 1,
                 ir_.negated(ir_.is_nonzero(is_noted)));
    }
    IRExpr* const top = ir_.get_shadow(top_offset);
    IRExpr* const is_call = ir_.bit_and(ir_.get_shadow(from_offset), IrWriter::word(from_call));
    IRExpr* const if_call = ir_.subtract_counts(IrWriter::count(0), ir_.word_as_count(is_call));
    for (unsigned i = 0; i < call_counts.count; ++i) {
        IRExpr* const n = counts_.uncommitted(i);
        if (n == nullptr)
            continue;
        const UWord column = call_counts.column[i] * sizeof(ULong);
        ir_.add_to_field(costs, column, n);
        if (is_in_stub_)
            ir_.add_to_field(top, offsetof(Activation, totals) + column,
                             ir_.masked_count(n, if_call));
    }
    counts_.commit();
}

void ArcWriter::side_exit(const SideExit& exit, IRExpr* guard) {
    if (!is_in_stub_ && exit.target == exit.next)
        note_fall(exit.target);
    else if (!is_in_stub_)
        note_jump(exit.address, exit.target);
    if (options.collect_jumps)
        count_exit(exit, guard);
    commit();
    if (!is_in_stub_ && exit.target != exit.next && beginning_at(exit.target) == Beginning::unknown)
        enter_nameless(exit.address, IrWriter::word(exit.target), ir_.widened(guard));
}

Jump* ArcWriter::find_jump(Addr from, Addr to, bool is_conditional) {
    return jump_like({.block = block_.code,
                      .from = from,
                      .to = to,
                      .function = function_,
                      .is_conditional = is_conditional});
}

// Counts the side exit as a jump, if it is one within the function.
void ArcWriter::count_exit(const SideExit& exit, IRExpr* guard) {
    const bool is_inverted = exit.target == exit.next;
    if (is_inverted && (end_.kind() != Ijk_Boring || end_.is_indirect() || end_.leads_to_next() ||
                        end_.last_instruction() != exit.address)) {
        return;
    }
    const Addr to = is_inverted ? end_.target() : exit.target;
    if (is_callers() || !stays_in(*function_, to))
        return;
    Jump* const jump = find_jump(exit.address, to, true);
    if (is_inverted)
        inverted_ = jump;
    count_jump(*jump, is_inverted ? nullptr : ir_.widened(guard), true);
}

// Counts a jump: `taken` is 0 or 1, and an atom; null: it is counted elsewhere.
void ArcWriter::count_jump(Jump& jump, IRExpr* taken, bool is_executed) {
    IRExpr* const one = IrWriter::word(1);
    if (is_foreign_ == nullptr) {
        if (is_executed)
            add_in_slot(jump.executed, one);
        if (taken != nullptr)
            add_in_slot(jump.taken, taken);
        return;
    }
    IRExpr* const is_own = ir_.bit_xor(is_foreign_, one);
    if (is_executed)
        add_in_slot(jump.executed, is_own);
    if (taken != nullptr)
        add_in_slot(jump.taken, ir_.bit_and(taken, is_own));
    IRExpr* const executed = IrWriter::word(is_executed ? jump_is_executed : 0);
    IRExpr* const arguments[] = {IrWriter::address_of(&jump),
                                 taken == nullptr ? executed : ir_.bit_or(taken, executed)};
    ir_.call("callgrind_foreign_jump", entry_of(count_foreign_jump), arguments, 2,
             ir_.is_nonzero(is_foreign_));
}

// Counts the jump at the end of the superblock.
void ArcWriter::count_direct_jump(Addr last) {
    if (is_skipped())
        return;
    if (inverted_ == nullptr && (end_.leads_to_next() || !stays_in(*function_, end_.target()))) {
        return;
    }
    Jump* const jump = inverted_ != nullptr ? inverted_ : find_jump(last, end_.target(), false);
    count_jump(*jump, IrWriter::word(1), false);
}

// Counts one that may lead anywhere. After it has left calls (longjmp()), another function
// than this one is on top.
void ArcWriter::count_indirect_jump(Addr last) {
    if (is_skipped())
        return;
    Jump* const place = find_jump(last, 0, false);
    find_foreign();
    IRExpr* const arguments[] = {IrWriter::address_of(place), next_, slot()};
    ir_.call("callgrind_count_jump", entry_of(cg::vg::count_indirect_jump), arguments, 3,
             ir_.is_nonzero(ir_.bit_xor(is_foreign_, IrWriter::word(1))));
}

// Notes the site of a jump to where a function may begin. A jump into the middle of another
// function stays in this one.
void ArcWriter::note_jump(Addr address, Addr target) {
    const Beginning there = beginning_at(target);
    if (there == Beginning::inside && !begins_symbol(target)) {
        share_if_other(target);
        return;
    }
    if (is_nameless(address) &&
        (there == Beginning::unknown || (is_in_plt(target) && is_in_plt(address))))
        return;
    note_site(address, from_jump);
}

// Enters code without a symbol at once, if `guard` is 1 and a function without one has run into
// code with one, which jumps there from `address`. Where its own code goes on, it does not ask who
// runs that.
void ArcWriter::enter_nameless(Addr address, IRExpr* target, IRExpr* guard) {
    IRExpr* const may_be_nameless = is_nameless_ ? IrWriter::word(1) : is_foreign_;
    if (may_be_nameless == nullptr || is_nameless(address))
        return;
    ir_.call_with_guest<StackState>("callgrind_enter_nameless", entry_of(cg::vg::enter_nameless),
                                    &target, 1,
                                    ir_.is_nonzero(ir_.bit_and(guard, may_be_nameless)));
}

// Notes code that the superblock runs into.
void ArcWriter::note_fall(Addr target) {
    ir_.put_shadow(from_offset, none());
    note_next(target);
}

// Notes that the function that runs goes on there.
void ArcWriter::note_next(Addr target) {
    const Addr last = end_.last_instruction();
    if (name_around(target) == name_around(last))
        return;
    if (begins_symbol(target)) {
        note_uncertain_entry(target);
        share_function(target);
    } else {
        share_if_other(target);
    }
}

// Notes that the function runs code there if that has the symbol of another one.
void ArcWriter::share_if_other(Addr address) {
    const HChar* const name = name_around(address);
    if (name == nullptr || (!is_nameless_ && name == name_around(begin_)))
        return;
    if (!is_nameless_ || symbol_begin(address) != symbol_begin(function_->around))
        share_function(address);
}

// Returns the function of the activation on top.
IRExpr* ArcWriter::running() {
    return ir_.load_field(ir_.get_shadow(top_offset), offsetof(Activation, function));
}

IRExpr* ArcWriter::is_known(IRExpr* function) {
    return ir_.differs(function, IrWriter::address_of(&nobody));
}

// Finds out whether another function has jumped into the code.
void ArcWriter::find_foreign() {
    IRExpr* const runs = running();
    IRExpr* const is_other = ir_.widened(ir_.differs(runs, IrWriter::address_of(function_)));
    is_foreign_ = ir_.bit_and(ir_.widened(is_known(runs)), is_other);
}

void ArcWriter::call_if_foreign(const HChar* name, void* function, const Group& group,
                                IRExpr* happens) {
    if (is_foreign_ == nullptr)
        return;
    IRExpr* const arguments[] = {IrWriter::address_of(&group)};
    IRExpr* const both = happens == nullptr ? is_foreign_ : ir_.bit_and(is_foreign_, happens);
    ir_.call_with_guest<StackState>(name, function, arguments, 1, ir_.is_nonzero(both));
}

void ArcWriter::count_foreign(Group& group, IRExpr* happens) {
    call_if_foreign("callgrind_foreign", entry_of(cg::vg::count_foreign), group, happens);
}

void ArcWriter::count_foreign_miss(Group& group, IRExpr* happens) {
    call_if_foreign("callgrind_foreign_miss", entry_of(cg::vg::count_foreign_miss), group, happens);
}

// Keeps in the state from where the next function is entered.
void ArcWriter::note_site(Addr address, UWord tag) {
    if (is_skipped()) {
        ir_.put_shadow(from_offset, ir_.add(callers_site(), IrWriter::word(tag)));
        return;
    }
    const bool is_stub = is_in_plt(address); // all stubs share some code
    if (!is_stub) {
        IRExpr* const is_later =
            ir_.bit_and(ir_.get_shadow(slot_offset), IrWriter::word(slot_of_later));
        constexpr unsigned shift = __builtin_ctz(sizeof(Site)) - __builtin_ctz(slot_of_later);
        IRExpr* const site = IrWriter::word(tagged(site_at(address, function_), tag));
        ir_.put_shadow(from_offset, ir_.add(ir_.shift_left(is_later, shift), site));
    }
    if (is_stub || is_foreign_ != nullptr) {
        IRExpr* const arguments[] = {IrWriter::word(address), IrWriter::word(tag)};
        ir_.call_with_guest<StackState>("callgrind_note_site", entry_of(note_running_site),
                                        arguments, 2,
                                        is_stub ? nullptr : ir_.is_nonzero(is_foreign_));
    }
}

void ArcWriter::end(IRExpr* next) {
    next_ = next;
    const Addr last = end_.last_instruction();
    if (!is_in_stub_)
        share_if_other(last); // the superblock may have run into the next function
    commit();
    switch (end_.kind()) {
    case Ijk_Call:
        if (end_.leads_to_next()) // it only loads the instruction pointer
            return;
        if (!end_.is_indirect() && beginning_at(end_.target()) == Beginning::inside &&
            !begins_symbol(end_.target())) {
            note_uncertain_entry(end_.target());
        }
        note_next(end_.next_instruction()); // when the call returns
        note_site(last, from_call);
        push_call();
        return;
    case Ijk_Ret:
        pop_call();
        return;
    case Ijk_Boring:
        if (is_in_stub_)
            return;
        if (!end_.is_indirect()) {
            if (options.collect_jumps)
                count_direct_jump(last);
            if (end_.runs_on())
                return note_fall(end_.target());
            note_jump(last, end_.target());
            if (beginning_at(end_.target()) == Beginning::unknown)
                enter_nameless(last, next_, IrWriter::word(1));
            return;
        }
        if (is_in_resolver(last)) {
            ir_.call("callgrind_resolved", entry_of(leave_resolver), nullptr, 0);
            return;
        }
        note_site(last, is_nameless(last) ? from_nameless : from_jump);
        check_jump();
        if (options.collect_jumps)
            count_indirect_jump(last);
        enter_nameless(last, next_, IrWriter::word(1));
        return;
    default:
        const bool is_system = is_system_call(end_.kind());
        if (is_system || end_.kind() == Ijk_ClientReq)
            note_last_block();
        if (is_system && events.system_count != 0)
            note_system_call(last);
        break;
    }
    if (end_.runs_on() && !is_in_stub_)
        note_fall(end_.target());
}

// The cost of a function that is skipped is not in the slot of the thread, so it stays counted.
void ArcWriter::note_last_block() {
    if (is_skipped())
        return;
    ir_.store(ir_.place_of(&last_block), IrWriter::address_of(&block_));
    ir_.store(ir_.place_of(&last_is_foreign),
              is_foreign_ == nullptr ? IrWriter::word(0) : is_foreign_);
}

void ArcWriter::note_system_call(Addr last) {
    SystemCost* const cost =
        system_cost_like({.block = block_.code, .address = last, .function = function_});
    add_in_slot(cost->runs, IrWriter::word(1));
    ir_.store(ir_.place_of(&reached_system_cost), IrWriter::address_of(cost));
}

void ArcWriter::push_call() {
    IRExpr* const top = ir_.add(ir_.get_shadow(top_offset), IrWriter::word(Activation::bytes()));
    ir_.store_field(top, offsetof(Activation, stack_pointer), end_.stack_pointer());
    ir_.store_field(top, offsetof(Activation, arc), IrWriter::address_of(no_arc));
    ir_.store_field(top, offsetof(Activation, function), IrWriter::address_of(&nobody));
    ir_.store_field(top, offsetof(Activation, slot), ir_.get_shadow(slot_offset));
    for (unsigned i = 0; i < events.count; ++i)
        ir_.store_field(top, offsetof(Activation, totals) + i * sizeof(ULong), total(i));
    ir_.put_shadow(top_offset, top);
}

// Returns the total of the thread.
IRExpr* ArcWriter::total(unsigned column) {
    const unsigned index = call_counts.index_of(column);
    if (index == call_counts.count)
        return ir_.load_count(ir_.place_of(&missed_counts[column]));
    return ir_.get_shadow_count(totals_offset + static_cast<PtrdiffT>(index * sizeof(ULong)));
}

void ArcWriter::pop_call() {
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    IRExpr* const arguments[] = {next_, IrWriter::address_of(function_)};
    ir_.call("callgrind_return", entry_of(return_unmatched), arguments, 2,
             ir_.differs(fitting, end_.stack_pointer_before_return()));
    IRExpr* const top = ir_.get_shadow(top_offset);
    IRExpr* const arc = ir_.load_field(top, offsetof(Activation, arc));
    for (unsigned i = 0; i < events.count; ++i) {
        const UWord began = offsetof(Activation, totals) + i * sizeof(ULong);
        IRExpr* const before = ir_.load_count(ir_.add(top, IrWriter::word(began)));
        ir_.add_to_field(arc, offsetof(Arc, inclusive) + i * sizeof(ULong),
                         ir_.subtract_counts(total(i), before));
    }
    IRExpr* const function = ir_.load_field(top, offsetof(Activation, function));
    IRExpr* const active = ir_.load_field(function, offsetof(Function, active));
    ir_.store_field(function, offsetof(Function, active), ir_.sub(active, IrWriter::word(1)));
    put_slot(ir_.load_field(top, offsetof(Activation, slot)));
    ir_.put_shadow(top_offset, ir_.sub(top, IrWriter::word(Activation::bytes())));
    ir_.put_shadow(from_offset, none());
    // Another function that runs the code may be the one that has returned.
    if (function_->actions.dumps_after || (is_foreign_ != nullptr && options.dump_after.count != 0))
        ir_.call("callgrind_after_return", entry_of(act_after_return), nullptr, 0);
}

// Writes a test whether the jump may have left the activation on top.
void ArcWriter::check_jump() {
    IRExpr* const fitting = ir_.load(ir_.get_shadow(top_offset));
    ir_.call("callgrind_jump", entry_of(jump_out), &next_, 1, end_.may_leave(fitting));
}

} // namespace cg::vg
