// SPDX-License-Identifier: GPL-2.0-or-later
// Writes IR whose values are words of the host.
#pragma once

#include "vg/core/arena.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

// Returns a copy of a superblock that has no statements yet.
inline IRSB* copy_without_statements(const IRSB& in) {
    auto* const out = static_cast<IRSB*>(LibVEX_Alloc(sizeof(IRSB)));
    *out = in; // IrWriter::reserve() replaces the array of statements
    out->stmts_used = 0;
    return out;
}

// Appends statements to a flat superblock. Every expression that a function returns is an atom: a
// temporary or a constant.
class IrWriter {
  public:
    IrWriter(IRSB* out, const VexGuestLayout& guest)
        : out_(out), shadow_(guest.total_sizeB), pointer_(guest.offset_IP) {}

    void append(IRStmt* statement) {
        if (out_->stmts_used < out_->stmts_size) {
            out_->stmts[out_->stmts_used++] = statement;
        } else {
            addStmtToIRSB(out_, statement);
        }
    }

    // Allocates memory for this number of statements in an empty superblock. VEX would
    // begin with few, and copy the array each time it grows.
    void reserve(Int statements) {
        constexpr Int min_statements = 8; // of VEX's own checks
        if (statements < min_statements)
            statements = min_statements;
        out_->stmts_size = statements;
        out_->stmts =
            static_cast<IRStmt**>(LibVEX_Alloc(static_cast<SizeT>(statements) * sizeof(IRStmt*)));
    }

    static IRExpr* word(UWord value) { return mkIRExpr_HWord(value); }
    static IRExpr* address_of(const void* object) { return word(reinterpret_cast<UWord>(object)); }
    // An address as a sum, which VEX makes a part of an instruction that loads or stores, if it is
    // used once: so sum() is called for each use.
    struct Place {
        IRExpr* origin; // an atom; null: none
        UWord displacement;
    };
    IRExpr* sum(const Place& place, UWord offset = 0) {
        IRExpr* const displacement = word(place.displacement + offset);
        return place.origin == nullptr ? displacement : add(place.origin, displacement);
    }

    // Returns the address of an object to load from or store to: call it once per load or
    // store. If possible, it is a sum; a constant takes an instruction of ten bytes more.
    IRExpr* place_of(const void* object) {
        const auto address = reinterpret_cast<UWord>(object);
        if (address <= processor::largest_displacement)
            return sum({kept_shadow(zero_, shadow::zero), address});
        if (is_near_base(address))
            return sum({kept_shadow(base_, shadow::base), address - arena_base()});
        return word(address);
    }

    // Returns the place at `offset`, an atom, from the object's beginning.
    Place place_in(const void* object, IRExpr* offset) {
        const auto address = reinterpret_cast<UWord>(object);
        if (!is_near_base(address))
            return {offset, address};
        return {add(kept_shadow(base_, shadow::base), offset), address - arena_base()};
    }

    IRExpr* add(IRExpr* a, IRExpr* b) { return binary(wide ? Iop_Add64 : Iop_Add32, a, b); }
    IRExpr* sub(IRExpr* a, IRExpr* b) { return binary(wide ? Iop_Sub64 : Iop_Sub32, a, b); }
    IRExpr* multiply(IRExpr* a, UWord n) {
        return binary(wide ? Iop_Mul64 : Iop_Mul32, a, word(n));
    }
    IRExpr* bit_and(IRExpr* a, IRExpr* b) { return binary(wide ? Iop_And64 : Iop_And32, a, b); }
    IRExpr* bit_or(IRExpr* a, IRExpr* b) { return binary(wide ? Iop_Or64 : Iop_Or32, a, b); }
    IRExpr* bit_xor(IRExpr* a, IRExpr* b) { return binary(wide ? Iop_Xor64 : Iop_Xor32, a, b); }
    IRExpr* shift_left(IRExpr* a, unsigned n) {
        return n == 0 ? a : binary(wide ? Iop_Shl64 : Iop_Shl32, a, bits(n));
    }
    IRExpr* shift_right(IRExpr* a, unsigned n) {
        return n == 0 ? a : binary(wide ? Iop_Shr64 : Iop_Shr32, a, bits(n));
    }

    // The following five return one bit, as a guard is.
    IRExpr* is_nonzero(IRExpr* a) {
        return assign(Ity_I1, IRExpr_Unop(wide ? Iop_CmpNEZ64 : Iop_CmpNEZ32, a));
    }
    IRExpr* is_below(IRExpr* a, IRExpr* b) { // unsigned
        return assign(Ity_I1, IRExpr_Binop(wide ? Iop_CmpLT64U : Iop_CmpLT32U, a, b));
    }
    IRExpr* differs(IRExpr* a, IRExpr* b) {
        return assign(Ity_I1, IRExpr_Binop(wide ? Iop_CmpNE64 : Iop_CmpNE32, a, b));
    }
    IRExpr* lowest_bit(IRExpr* a) {
        return assign(Ity_I1, IRExpr_Unop(wide ? Iop_64to1 : Iop_32to1, a));
    }
    IRExpr* negated(IRExpr* bit) { return assign(Ity_I1, IRExpr_Unop(Iop_Not1, bit)); }
    IRExpr* choose(IRExpr* bit, IRExpr* if_set, IRExpr* if_not) {
        return assign(type, IRExpr_ITE(bit, if_set, if_not));
    }
    // Returns a word that is 0 or 1.
    IRExpr* widened(IRExpr* bit) {
        return assign(type, IRExpr_Unop(wide ? Iop_1Uto64 : Iop_1Uto32, bit));
    }

    IRExpr* load(IRExpr* address) { return assign(type, IRExpr_Load(Iend, type, address)); }
    IRExpr* load_byte(IRExpr* address) {
        IRExpr* const byte = assign(Ity_I8, IRExpr_Load(Iend, Ity_I8, address));
        return widened_byte(byte);
    }
    void store(IRExpr* address, IRExpr* value) { append(IRStmt_Store(Iend, address, value)); }
    void store_byte(IRExpr* address, IRExpr* value) { store(address, low_byte(value)); }
    void set_byte(IRExpr* address) { store(address, bits(1)); }

    // A word of the guest's registers, or of their first shadow.
    IRExpr* get_guest(Int offset) { return assign(type, IRExpr_Get(offset, type)); }
    IRExpr* get_shadow(PtrdiffT offset) { return get_guest(shadow_ + static_cast<Int>(offset)); }
    void put_shadow(PtrdiffT offset, IRExpr* value) {
        append(IRStmt_Put(shadow_ + static_cast<Int>(offset), value));
    }

    // Values of 64 bits, on all hosts.
    static IRExpr* count(ULong n) { return IRExpr_Const(IRConst_U64(n)); }
    IRExpr* get_shadow_count(PtrdiffT offset) {
        return assign(Ity_I64, IRExpr_Get(shadow_ + static_cast<Int>(offset), Ity_I64));
    }
    IRExpr* add_counts(IRExpr* a, IRExpr* b) {
        return assign(Ity_I64, IRExpr_Binop(Iop_Add64, a, b));
    }
    IRExpr* subtract_counts(IRExpr* a, IRExpr* b) {
        return assign(Ity_I64, IRExpr_Binop(Iop_Sub64, a, b));
    }
    IRExpr* masked_count(IRExpr* a, IRExpr* mask) {
        return assign(Ity_I64, IRExpr_Binop(Iop_And64, a, mask));
    }
    IRExpr* load_count(IRExpr* address) {
        return assign(Ity_I64, IRExpr_Load(Iend, Ity_I64, address));
    }
    // Returns the value of a word as a 64-bit count.
    IRExpr* word_as_count(IRExpr* a) {
        return wide ? a : assign(Ity_I64, IRExpr_Unop(Iop_32Uto64, a));
    }

    IRExpr* load_field(IRExpr* address, UWord offset) { return load(add(address, word(offset))); }
    void store_field(IRExpr* address, UWord offset, IRExpr* value) {
        store(add(address, word(offset)), value);
    }
    // Adds `n` to the count at `offset` from `address`, an atom. Computes the address twice,
    // because VEX makes a sum that is used once a part of the instruction that uses it.
    void add_to_field(IRExpr* address, UWord offset, IRExpr* n) {
        IRExpr* const sum = add_counts(n, load_count(add(address, word(offset))));
        store(add(address, word(offset)), sum);
    }

    // As add_to_field(), by a bitwise or.
    void or_into_field(IRExpr* address, UWord offset, IRExpr* n) {
        IRExpr* const bits =
            assign(Ity_I64, IRExpr_Binop(Iop_Or64, n, load_count(add(address, word(offset)))));
        store(add(address, word(offset)), bits);
    }
    // Shifts a 64-bit value by a word, which is less than 64.
    IRExpr* shift_count_left(IRExpr* a, IRExpr* n) {
        return assign(Ity_I64, IRExpr_Binop(Iop_Shl64, a, low_byte(n)));
    }

    // Times of the simulation, of 32 bits on all hosts.
    IRExpr* load_time(IRExpr* address) {
        return assign(Ity_I32, IRExpr_Load(Iend, Ity_I32, address));
    }
    IRExpr* add_time(IRExpr* a, UInt ticks) {
        return assign(Ity_I32, IRExpr_Binop(Iop_Add32, a, IRExpr_Const(IRConst_U32(ticks))));
    }
    // Loads a value of 32 bits as a word.
    IRExpr* load_as_word(IRExpr* address) {
        IRExpr* const value = load_time(address);
        return wide ? assign(type, IRExpr_Unop(Iop_32Uto64, value)) : value;
    }

    // Increments the counter; if a guard is given, an atom, only if that is 1.
    void increment(const ULong* counter, IRExpr* guard = nullptr) {
        if (guard == nullptr) {
            increment(place_of(counter), place_of(counter));
        } else {
            IRExpr* const n = word_as_count(widened(guard));
            store(place_of(counter), add_counts(n, load_count(place_of(counter))));
        }
    }
    // Increments the 64-bit count at `address`. The second expression has the same value;
    // see BranchWriter.
    void increment(IRExpr* address, IRExpr* same_address) {
        IRExpr* const before = assign(Ity_I64, IRExpr_Load(Iend, Ity_I64, address));
        IRExpr* const after =
            assign(Ity_I64, IRExpr_Binop(Iop_Add64, before, IRExpr_Const(IRConst_U64(1))));
        store(same_address, after);
    }

    // Writes a call of `function`; on x86, up to three arguments are in registers.
    void call(const HChar* name, void* function, IRExpr* const* arguments, unsigned count,
              IRExpr* guard = nullptr) {
        append_call(name, function, count < 3 ? static_cast<Int>(count) : 3, arguments, count,
                    guard);
    }

    // Writes a call of a function whose first argument is the address of the thread's registers; it
    // may change the State in their shadow (RunningState). On x86, all arguments are on the stack:
    // VEX does not pass that address in a register.
    template <typename State>
    void call_with_guest(const HChar* name, void* function, IRExpr* const* others, unsigned count,
                         IRExpr* guard = nullptr) {
        constexpr unsigned most = 2;
        IRExpr* arguments[1 + most] = {registers()};
        for (unsigned i = 0; i < count; ++i)
            arguments[1 + i] = others[i];
        IRDirty& dirty = *append_call(name, function, 0, arguments, 1 + count, guard);
        dirty.nFxState = 1;
        dirty.fxState[0] = {};
        dirty.fxState[0].fx = Ifx_Modify;
        dirty.fxState[0].offset = static_cast<UShort>(shadow_ + shadow::call_state);
        dirty.fxState[0].size = sizeof(State);
    }

    // Writes a call of a function with the address of the thread's registers (processor::
    // passes_state), which it reads, and a word. To be written before all else of the superblock.
    void call_with_registers(const HChar* name, void* function, IRExpr* argument, IRExpr* guard,
                             const VexGuestLayout& guest) {
        IRExpr* const arguments[] = {registers(), argument};
        IRDirty& dirty = *append_call(name, function, 0, arguments, 2, guard);
        dirty.nFxState = 1;
        dirty.fxState[0] = {};
        dirty.fxState[0].fx = Ifx_Read;
        dirty.fxState[0].offset = static_cast<UShort>(guest.offset_SP);
        dirty.fxState[0].size = static_cast<UShort>(guest.sizeof_SP);
    }

    // Writes an exit to the address by way of the core, which calls the tool before it goes on:
    // that may have discarded the code then. The kind is that of code which has changed; the
    // registers that tell which are as they were.
    void leave(Addr address, IRExpr* guard) {
        append(IRStmt_Exit(guard, Ijk_InvalICache, word(address)->Iex.Const.con, pointer_));
    }

  private:
    static constexpr bool wide = processor::wide;
    static constexpr IRType type = processor::word;
    static constexpr IREndness Iend = processor::byte_order;

    // The address of the thread's registers, if VEX can pass it.
    static IRExpr* registers() { return processor::passes_state ? IRExpr_GSPTR() : word(0); }

    static IRExpr* bits(unsigned n) { return IRExpr_Const(IRConst_U8(static_cast<UChar>(n))); }

    IRDirty* append_call(const HChar* name, void* function, Int in_registers,
                         IRExpr* const* arguments, unsigned count, IRExpr* guard) {
        auto** const vector = static_cast<IRExpr**>(LibVEX_Alloc((count + 1) * sizeof(IRExpr*)));
        for (unsigned i = 0; i < count; ++i)
            vector[i] = arguments[i];
        vector[count] = nullptr;
        IRDirty* const dirty = unsafeIRDirty_0_N(in_registers, name, function, vector);
        if (guard != nullptr)
            dirty->guard = guard;
        append(IRStmt_Dirty(dirty));
        return dirty;
    }
    IRExpr* assign(IRType of, IRExpr* value) {
        const IRTemp temporary = newIRTemp(out_->tyenv, of);
        append(IRStmt_WrTmp(temporary, value));
        return IRExpr_RdTmp(temporary);
    }
    IRExpr* widened_byte(IRExpr* byte) {
        return assign(type, IRExpr_Unop(wide ? Iop_8Uto64 : Iop_8Uto32, byte));
    }
    IRExpr* low_byte(IRExpr* a) {
        return assign(Ity_I8, IRExpr_Unop(wide ? Iop_64to8 : Iop_32to8, a));
    }
    IRExpr* binary(IROp op, IRExpr* a, IRExpr* b) { return assign(type, IRExpr_Binop(op, a, b)); }

    // Only for objects that are not in the tool's own data.
    static bool is_near_base(UWord address) {
        const UWord distance = address - arena_base();
        return address > processor::largest_displacement &&
               distance + processor::largest_displacement <= 2 * processor::largest_displacement &&
               processor::largest_displacement != 0;
    }
    IRExpr* kept_shadow(IRExpr*& kept, PtrdiffT offset) {
        if (kept == nullptr)
            kept = get_shadow(offset);
        return kept;
    }

    IRSB* out_;
    Int shadow_;             // offset of the first shadow of the guest's registers
    Int pointer_;            // of the guest's instruction pointer
    IRExpr* zero_ = nullptr; // once they are read
    IRExpr* base_ = nullptr;
};

} // namespace cg::vg
