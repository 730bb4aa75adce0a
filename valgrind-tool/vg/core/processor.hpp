// SPDX-License-Identifier: GPL-2.0-or-later
// All that the tool knows of the processor that it is built for; no other file asks. (But
// sim/branch.hpp, which knows no Valgrind: how short an instruction can be.)
#pragma once

#include "vg/core/valgrind.hpp"

extern "C" {
#if defined(VGA_amd64)
#    include "libvex_guest_amd64.h"
#elif defined(VGA_x86)
#    include "libvex_guest_x86.h"
#endif
}

namespace cg::vg::processor {

// Words of 64 bits; else of 32. Host and guest are the same.
inline constexpr bool wide = sizeof(UWord) == 8;
inline constexpr IRType word = wide ? Ity_I64 : Ity_I32;
#if defined(VG_BIGENDIAN)
inline constexpr IREndness byte_order = Iend_BE;
#else
inline constexpr IREndness byte_order = Iend_LE;
#endif

// What an address or a word is as a constant of the IR.
inline UWord value_of(const IRConst& constant) {
    return wide ? static_cast<UWord>(constant.Ico.U64) : static_cast<UWord>(constant.Ico.U32);
}

// What VEX can hand to a function: where the ABI has fewer registers for arguments than amd64, it
// gives up ("doHelperCall: too many arguments").
#if defined(VGA_arm)
inline constexpr unsigned max_call_arguments = 4;
#elif defined(VGA_s390x)
inline constexpr unsigned max_call_arguments = 5;
#else
inline constexpr unsigned max_call_arguments = 6;
#endif

// VEX reads registers of arm by whole words only ("cannot reduce tree": GET:I8). The low byte is
// the first.
#if defined(VGA_arm)
inline constexpr bool registers_are_words = true;
#else
inline constexpr bool registers_are_words = false;
#endif

// What an instruction counts may depend on when it is translated. On s390x VEX translates EX for
// the instruction that it executed last, and begins again where it was another: code that is
// translated anew would count some references twice, so hot code is left as it is.
#if defined(VGA_s390x)
inline constexpr bool can_retranslate = false;
#else
inline constexpr bool can_retranslate = true;
#endif

// Writes of registers that nobody reads are left out only where our tests of signals and faults
// run on the processor itself: with its flags, which VEX keeps as what they follow from.
#if defined(VGA_amd64)
using State = VexGuestAMD64State;
inline constexpr bool leaves_out_unread_writes = true;
inline void initialise(State& state) {
    LibVEX_GuestAMD64_initialise(&state);
}
inline ULong flags_of(const State& state) {
    return LibVEX_GuestAMD64_get_rflags(&state);
}
#elif defined(VGA_x86)
using State = VexGuestX86State;
inline constexpr bool leaves_out_unread_writes = true;
inline void initialise(State& state) {
    LibVEX_GuestX86_initialise(&state);
}
inline ULong flags_of(const State& state) {
    return LibVEX_GuestX86_get_eflags(&state);
}
#else
// Stands in for the guest's own, so that the code compiles that is not used.
struct State {
    UWord guest_CC_OP, guest_CC_DEP1, guest_CC_DEP2, guest_CC_NDEP;
};
inline constexpr bool leaves_out_unread_writes = false;
inline void initialise(State&) {
}
inline ULong flags_of(const State&) {
    return 0;
}
#endif

} // namespace cg::vg::processor
