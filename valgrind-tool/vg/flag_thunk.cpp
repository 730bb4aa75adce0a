// SPDX-License-Identifier: GPL-2.0-or-later
#include "flag_thunk.hpp"

extern "C" {
#include "libvex_guest_amd64.h"
#include "libvex_guest_x86.h"
}

namespace cg::vg {
namespace {

#if defined(VGA_amd64)
using State = VexGuestAMD64State;
constexpr bool has_thunk = true;
void initialise(State& state) {
    LibVEX_GuestAMD64_initialise(&state);
}
ULong flags_of(const State& state) {
    return LibVEX_GuestAMD64_get_rflags(&state);
}
#else
using State = VexGuestX86State;
#    if defined(VGA_x86)
constexpr bool has_thunk = true;
void initialise(State& state) {
    LibVEX_GuestX86_initialise(&state);
}
ULong flags_of(const State& state) {
    return LibVEX_GuestX86_get_eflags(&state);
}
#    else
constexpr bool has_thunk = false;
void initialise(State&) {
}
ULong flags_of(const State&) {
    return 0;
}
#    endif
#endif
using ThunkWord = decltype(State::guest_CC_OP);

// Words at which results change sign, carry, overflow, have odd parity, or none of it.
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

// An operation uses NDEP for flags that stay as they were: a bit for each. So all bits
// set, and each alternately, show whether any is used.
constexpr ThunkWord others[] = {
    static_cast<ThunkWord>(0xffffffffffffffff),
    static_cast<ThunkWord>(0x5555555555555555),
    static_cast<ThunkWord>(0xaaaaaaaaaaaaaaaa),
};

bool try_out(ULong operation) {
    static constinit State state = {};
    initialise(state);
    state.guest_CC_OP = static_cast<ThunkWord>(operation);
    for (const ThunkWord first : samples) {
        for (const ThunkWord second : samples) {
            state.guest_CC_DEP1 = first;
            state.guest_CC_DEP2 = second;
            state.guest_CC_NDEP = 0;
            const ULong flags = flags_of(state);
            for (const ThunkWord other : others) {
                state.guest_CC_NDEP = other;
                if (flags_of(state) != flags)
                    return false;
            }
        }
    }
    return true;
}

} // namespace

constinit const FlagThunk flag_thunk = {
    .operation = has_thunk ? static_cast<Int>(__builtin_offsetof(State, guest_CC_OP)) : -1,
    .ndep = has_thunk ? static_cast<Int>(__builtin_offsetof(State, guest_CC_NDEP)) : -1,
    .size = sizeof(ThunkWord),
};

bool ignores_ndep(ULong operation) {
    constexpr unsigned operation_count = 128; // more than any guest has
    enum Answer : UChar { not_asked, no, yes };
    static constinit Answer answers[operation_count] = {};
    if (operation >= operation_count)
        return false;
    Answer& answer = answers[operation];
    if (answer == not_asked)
        answer = try_out(operation) ? yes : no;
    return answer == yes;
}

} // namespace cg::vg
