// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/request_code.hpp"

#include "callgrind.h"
// This order, because both include valgrind.h.
#include "cachegrind.h"
#include "vg/core/address_set.hpp"
#include "vg/core/options.hpp"
#include "vg/core/processor.hpp"
#include "vg/translate/unread_writes.hpp"

namespace cg::vg {
namespace {

constexpr UWord argument_count = 6; // of a request, the first of which is its number

constinit AddressSet after_requests; // the code after those that switch counting

bool switches_counting(UWord request) {
    switch (request) {
    case VG_USERREQ__CG_START_INSTRUMENTATION:
    case VG_USERREQ__CG_STOP_INSTRUMENTATION:
    case VG_USERREQ__START_INSTRUMENTATION:
    case VG_USERREQ__STOP_INSTRUMENTATION:
    case VG_USERREQ__TOGGLE_COLLECT:
        return true;
    default:
        return false;
    }
}

// Returns what the running thread has in this register. A superblock is translated when the thread
// is about to run it for the first time.
UWord running_register(Int offset) {
    UWord value = 0;
    VG_(get_shadow_regs_area)
    (VG_(get_running_tid)(), reinterpret_cast<UChar*>(&value), 0, offset, sizeof value);
    return value;
}

bool is_flag(Int offset) {
    return processor::leaves_out_unread_writes && flag_thunk.operation <= offset &&
           offset < flag_thunk.operation + 4 * flag_thunk.size;
}

} // namespace

void note_request(UWord number, Addr next) {
    if (switches_counting(number))
        after_requests.add(next);
}

RequestCode::RequestCode(const IRSB& in, const VexGuestLayout& guest, Addr address)
    : in_(in), pointer_(guest.offset_IP) {
    if (options.callgrind) // it does not count the superblock of a request
        return;
    follows_request_ = after_requests.has(address);
    if (in.jumpkind == Ijk_ClientReq)
        find_arguments();
    if (follows_request_)
        find_result();
    is_all_ = follows_request_ && request_ != none && has_nothing_else();
}

RequestCode::Value RequestCode::value_of(const IRExpr& e) const {
    if (e.tag == Iex_Const && e.Iex.Const.con->tag == (processor::wide ? Ico_U64 : Ico_U32))
        return {.number = processor::value_of(*e.Iex.Const.con)};
    if (e.tag != Iex_RdTmp)
        return {.base = Value::Base::other};
    const IRTemp temporary = e.Iex.RdTmp.tmp;
    for (Int i = 0; i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag != Ist_WrTmp || s.Ist.WrTmp.tmp != temporary)
            continue;
        const IRExpr& value = *s.Ist.WrTmp.data;
        if (value.tag == Iex_Get)
            return {.base = Value::Base::guest, .index = value.Iex.Get.offset};
        if (value.tag != Iex_Binop)
            break;
        const auto& sum = value.Iex.Binop;
        const bool adds = sum.op == (processor::wide ? Iop_Add64 : Iop_Add32);
        if (!adds && sum.op != (processor::wide ? Iop_Sub64 : Iop_Sub32))
            break;
        const Value left = value_of(*sum.arg1), right = value_of(*sum.arg2);
        const bool is_right_constant = right.base == Value::Base::none;
        if (!is_right_constant && (!adds || left.base != Value::Base::none))
            break;
        Value result = is_right_constant ? left : right;
        const UWord number = (is_right_constant ? right : left).number;
        result.number += adds ? number : -number;
        return result;
    }
    return {.base = Value::Base::temporary, .index = static_cast<Int>(temporary)};
}

// Returns the index of the next mark after this one, or the number of statements.
Int RequestCode::mark_after(Int i) const {
    do
        ++i;
    while (i < in_.stmts_used && in_.stmts[i]->tag != Ist_IMark);
    return i;
}

bool RequestCode::is_in_arguments(const Value& address) const {
    return number_stored_ != none && address.base == arguments_.base &&
           address.index == arguments_.index &&
           address.number - arguments_.number < argument_count * sizeof(UWord);
}

RequestCode::Effect RequestCode::effect_of(Int mark) const {
    using Kind = Effect::Kind;
    Effect effect;
    bool sets_flags = false;
    IRTemp loaded = IRTemp_INVALID;
    const Int end = mark_after(mark);
    for (Int i = mark + 1; i < end && effect.kind != Kind::other; ++i) {
        const IRStmt& s = *in_.stmts[i];
        const bool is_first = effect.kind == Kind::none;
        switch (s.tag) {
        case Ist_NoOp:
        case Ist_AbiHint:
            break;
        case Ist_WrTmp:
            if (s.Ist.WrTmp.data->tag != Iex_Load)
                break;
            if (!is_first || loaded != IRTemp_INVALID)
                effect.kind = Kind::other;
            effect.address = value_of(*s.Ist.WrTmp.data->Iex.Load.addr);
            loaded = s.Ist.WrTmp.tmp;
            break;
        case Ist_Put: {
            const IRExpr& data = *s.Ist.Put.data;
            sets_flags = sets_flags || is_flag(s.Ist.Put.offset);
            if (s.Ist.Put.offset == pointer_ || is_flag(s.Ist.Put.offset))
                break;
            const bool is_loaded = data.tag == Iex_RdTmp && data.Iex.RdTmp.tmp == loaded;
            effect.kind = !is_first ? Kind::other : is_loaded ? Kind::load : Kind::put;
            effect.offset = s.Ist.Put.offset;
            effect.value = value_of(data);
            break;
        }
        case Ist_Store: // a pair of registers is two stores
            effect.address = value_of(*s.Ist.Store.addr);
            effect.value = value_of(*s.Ist.Store.data);
            if (is_in_arguments(effect.address) &&
                (is_first || effect.kind == Kind::store_arguments))
                effect.kind = Kind::store_arguments;
            else
                effect.kind = is_first ? Kind::store : Kind::other;
            break;
        default:
            effect.kind = Kind::other;
        }
    }
    if (effect.kind == Kind::none && sets_flags && loaded == IRTemp_INVALID)
        effect.kind = Kind::flags;
    if (loaded == IRTemp_INVALID || effect.kind == Kind::load)
        return effect;
    // VEX leaves the register out if it is overwritten.
    effect.kind = effect.kind == Kind::none ? Kind::load : Kind::other;
    effect.value = {.base = Value::Base::temporary, .index = static_cast<Int>(loaded)};
    return effect;
}

bool RequestCode::is_written_later(Int offset, Int mark) const {
    for (Int i = mark_after(mark); i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_Put && s.Ist.Put.offset == offset)
            return true;
    }
    return false;
}

// Finds the last store of a request's number; the other arguments follow it in memory. Compilers
// may have kept the number in a register since an earlier request.
void RequestCode::find_arguments() {
    Int mark = none;
    for (Int i = 0; i < in_.stmts_used; ++i) {
        const IRStmt& s = *in_.stmts[i];
        if (s.tag == Ist_IMark)
            mark = i;
        if (s.tag != Ist_Store || mark == none)
            continue;
        const Value value = value_of(*s.Ist.Store.data);
        const UWord before = value.base == Value::Base::guest ? running_register(value.index) : 0;
        const bool is_known = value.base == Value::Base::none || value.base == Value::Base::guest;
        if (is_known && switches_counting(before + value.number)) {
            number_stored_ = mark;
            number_ = value;
            arguments_ = value_of(*s.Ist.Store.addr);
        }
    }
    if (number_stored_ != none)
        request_ = mark;
}

// The result is stored and read again, because it is volatile. What is read may be overwritten at
// once; then VEX has left the load out.
void RequestCode::find_result() {
    result_ = {.base = Value::Base::guest, .index = processor::request_registers.result};
    Value place;
    Int left_out = none;
    for (Int i = mark_after(none); i < in_.stmts_used && result_reloaded_ == none;
         i = mark_after(i)) {
        const Effect effect = effect_of(i);
        if (result_stored_ == none) {
            if (effect.kind == Effect::Kind::store && effect.value == result_) {
                result_stored_ = i;
                place = effect.address;
            }
        } else if (effect.kind == Effect::Kind::load && effect.address == place) {
            result_reloaded_ = i;
            reloaded_ = effect.value;
        } else if (effect.kind == Effect::Kind::none && left_out == none && !begins_number(i)) {
            left_out = i;
        }
    }
    if (result_reloaded_ == none)
        result_reloaded_ = left_out;
    for (Int i = mark_after(none); i < in_.stmts_used; i = mark_after(i)) {
        const Effect effect = effect_of(i);
        if (!keeps_result(effect, i) && effect.kind != Effect::Kind::none)
            break;
        if (i <= result_stored_ || keeps_result(effect, i) || jumps_to_next(i))
            result_end_ = i;
    }
}

bool RequestCode::jumps_to_next(Int mark) const {
    const auto& instruction = in_.stmts[mark]->Ist.IMark;
    return mark_after(mark) == in_.stmts_used && in_.jumpkind == Ijk_Boring &&
           in_.next->tag == Iex_Const &&
           processor::value_of(*in_.next->Iex.Const.con) == instruction.addr + instruction.len;
}

bool RequestCode::keeps_result(const Effect& effect, Int mark) const {
    if (mark == result_stored_ || mark == result_reloaded_)
        return true;
    const bool is_moved = effect.kind == Effect::Kind::put || effect.kind == Effect::Kind::store;
    const bool is_reloaded = reloaded_.base == Value::Base::temporary && effect.value == reloaded_;
    return is_moved && (effect.value == result_ || is_reloaded);
}

// Returns true for the first one of two instructions that set a register to the request's number.
// VEX has left it out.
bool RequestCode::begins_number(Int mark) const {
    const Int next = mark_after(mark);
    if (request_ == none || next >= in_.stmts_used)
        return false;
    const Effect effect = effect_of(next);
    return effect.kind == Effect::Kind::put && effect.value == number_;
}

bool RequestCode::makes_request(const Effect& effect, Int mark) const {
    if (effect.kind == Effect::Kind::none)
        return mark == request_ || begins_number(mark);
    if (effect.kind != Effect::Kind::put)
        return mark == request_ || effect.kind == Effect::Kind::store_arguments;
    if (effect.offset == processor::request_registers.arguments ||
        effect.offset == processor::request_registers.result) // which it has by default
        return !is_written_later(effect.offset, mark);
    const bool is_zero = effect.value == Value{};
    return effect.value == arguments_ || effect.value == number_ ||
           (is_zero && mark > number_stored_);
}

// Returns true if the superblock leads from one request to the next, and otherwise only sets
// registers to 0, which may be arguments.
bool RequestCode::has_nothing_else() const {
    for (Int i = mark_after(none); i < in_.stmts_used; i = mark_after(i)) {
        const Effect effect = effect_of(i);
        const bool is_zero = effect.kind == Effect::Kind::flags ||
                             (effect.kind == Effect::Kind::put && effect.value == Value{});
        if (!is_zero && i > result_end_ && !keeps_result(effect, i) && !makes_request(effect, i))
            return false;
    }
    return true;
}

bool RequestCode::has(Int mark) const {
    if (is_all_ || (follows_request_ && mark <= result_end_))
        return true;
    if (request_ == none && !follows_request_)
        return false;
    const Effect effect = effect_of(mark);
    return (request_ != none && makes_request(effect, mark)) ||
           (follows_request_ && keeps_result(effect, mark));
}

} // namespace cg::vg
