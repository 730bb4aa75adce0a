// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/unread_writes.hpp"

#include "vg/core/processor.hpp"

namespace cg::vg {

namespace {

using processor::State;
using ThunkWord = decltype(State::guest_CC_OP);

// Operands with which an operation sets each flag (sign, carry, overflow, parity), and operands
// with which it does not.
constexpr ThunkWord samples[] = {
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    static_cast<ThunkWord>(0x7fffffffffffffff),
    static_cast<ThunkWord>(0x8000000000000000),
    static_cast<ThunkWord>(0xffffffffffffffff),
    static_cast<ThunkWord>(0x123456789abcdef7),
};

// An operation uses NDEP for flags that it does not change, with a bit for each. If any bit
// is used, one of these values shows it.
constexpr ThunkWord patterns[] = {
    0,
    static_cast<ThunkWord>(0xffffffffffffffff),
    static_cast<ThunkWord>(0x5555555555555555),
    static_cast<ThunkWord>(0xaaaaaaaaaaaaaaaa),
};

constexpr IROp harmless[] = {
    Iop_Add8,       Iop_Add16,      Iop_Add32,      Iop_Add64,      Iop_Sub8,       Iop_Sub16,
    Iop_Sub32,      Iop_Sub64,      Iop_Mul8,       Iop_Mul16,      Iop_Mul32,      Iop_Mul64,
    Iop_MullS8,     Iop_MullS16,    Iop_MullS32,    Iop_MullS64,    Iop_MullU8,     Iop_MullU16,
    Iop_MullU32,    Iop_MullU64,    Iop_Or8,        Iop_Or16,       Iop_Or32,       Iop_Or64,
    Iop_And8,       Iop_And16,      Iop_And32,      Iop_And64,      Iop_Xor8,       Iop_Xor16,
    Iop_Xor32,      Iop_Xor64,      Iop_Shl8,       Iop_Shl16,      Iop_Shl32,      Iop_Shl64,
    Iop_Shr8,       Iop_Shr16,      Iop_Shr32,      Iop_Shr64,      Iop_Sar8,       Iop_Sar16,
    Iop_Sar32,      Iop_Sar64,      Iop_CmpEQ8,     Iop_CmpEQ16,    Iop_CmpEQ32,    Iop_CmpEQ64,
    Iop_CmpNE8,     Iop_CmpNE16,    Iop_CmpNE32,    Iop_CmpNE64,    Iop_CasCmpEQ8,  Iop_CasCmpEQ16,
    Iop_CasCmpEQ32, Iop_CasCmpEQ64, Iop_CasCmpNE8,  Iop_CasCmpNE16, Iop_CasCmpNE32, Iop_CasCmpNE64,
    Iop_ExpCmpNE8,  Iop_ExpCmpNE16, Iop_ExpCmpNE32, Iop_ExpCmpNE64, Iop_CmpLT32S,   Iop_CmpLT32U,
    Iop_CmpLT64S,   Iop_CmpLT64U,   Iop_CmpLE32S,   Iop_CmpLE32U,   Iop_CmpLE64S,   Iop_CmpLE64U};

struct Ignored {
    bool words[FlagThunk::word_count];
};

Ignored find_ignored(ULong operation) {
    State state = {};
    processor::initialise(state);
    state.guest_CC_OP = static_cast<ThunkWord>(operation);
    const auto flags = [&state](ThunkWord dep1, ThunkWord dep2, ThunkWord ndep) {
        state.guest_CC_DEP1 = dep1;
        state.guest_CC_DEP2 = dep2;
        state.guest_CC_NDEP = ndep;
        return processor::flags_of(state);
    };
    Ignored ignored = {{true, true}};
    for (const ThunkWord dep1 : samples) {
        for (const ThunkWord dep2 : samples) {
            for (const ThunkWord ndep : patterns) {
                const ULong found = flags(dep1, dep2, ndep);
                ignored.words[0] &= found == flags(dep1, 0, ndep);
                ignored.words[1] &= found == flags(dep1, dep2, 0);
            }
        }
    }
    return ignored;
}

} // namespace

constinit const FlagThunk flag_thunk = {
    .operation = __builtin_offsetof(State, guest_CC_OP),
    .words = {__builtin_offsetof(State, guest_CC_DEP2), __builtin_offsetof(State, guest_CC_NDEP)},
    .size = sizeof(ThunkWord),
};

bool cannot_fault(IROp operation) {
    for (const IROp one : harmless) {
        if (one == operation)
            return true;
    }
    return false;
}

bool is_ignored(ULong operation, unsigned word) {
    constexpr unsigned operation_count = 128; // more than any guest has
    static constinit bool known[operation_count] = {};
    static constinit Ignored answers[operation_count] = {};
    if (operation >= operation_count)
        return false;
    if (!known[operation]) {
        answers[operation] = find_ignored(operation);
        known[operation] = true;
    }
    return answers[operation].words[word];
}

} // namespace cg::vg
