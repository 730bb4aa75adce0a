// SPDX-License-Identifier: GPL-2.0-or-later
// The parts that depend on the processor that the tool is built for. Two other files depend on it,
// too: calls/stacks.hpp (bytes that a call pushes) and sim/branch.hpp (the shortest instruction).
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg::processor {

// True if words have 64 bits, and false if 32. Host and guest have words of the same size.
inline constexpr bool wide = sizeof(UWord) == 8;
inline constexpr IRType word = wide ? Ity_I64 : Ity_I32;
#if defined(VG_BIGENDIAN)
inline constexpr IREndness byte_order = Iend_BE;
#else
inline constexpr IREndness byte_order = Iend_LE;
#endif

// Returns the value of an address or a word that is a constant of the IR.
inline UWord value_of(const IRConst& constant) {
    return wide ? static_cast<UWord>(constant.Ico.U64) : static_cast<UWord>(constant.Ico.U32);
}

// The core's last but one argument of a system call: on ppc64le, which of two instructions it is
// made with (1: sc; the other one is not in each processor).
#if defined(VGA_ppc64le)
inline constexpr UWord kind_of_system_call = 1;
#else
inline constexpr UWord kind_of_system_call = 0;
#endif

// The number of arguments that VEX can pass to a function. On processors with fewer registers for
// arguments than amd64, VEX fails if there are more ("doHelperCall: too many arguments").
#if defined(VGA_arm)
inline constexpr unsigned max_call_arguments = 4;
#elif defined(VGA_s390x)
inline constexpr unsigned max_call_arguments = 5;
#else
inline constexpr unsigned max_call_arguments = 6;
#endif

// The largest address that an instruction which loads or stores can hold, added to a register; 0 if
// it is not worth it. The tool's own data is below, most of the arena is not.
#if defined(VGA_amd64)
inline constexpr UWord largest_displacement = 0x7fffffff;
#else
inline constexpr UWord largest_displacement = 0;
#endif

// False if counts depend on the time of translation. On s390x, VEX translates EX for the
// instruction that EX executed last, and restarts if EX executes another one. A second translation
// would count some references twice, so hot code is not translated again.
#if defined(VGA_s390x)
inline constexpr bool can_retranslate = false;
#else
inline constexpr bool can_retranslate = true;
#endif

// True if a program can write code without telling the processor, and so the core.
#if defined(VGA_amd64) || defined(VGA_x86) || defined(VGA_s390x)
inline constexpr bool code_changes_silently = true;
#else
inline constexpr bool code_changes_silently = false;
#endif

// Returns true for an instruction that repeats itself: VEX makes it a jump to its own address for
// each further iteration, while the processor retires it once. A branch to its own address is none.
#if defined(VGA_amd64) || defined(VGA_x86)
// A string instruction after a REP prefix.
inline bool is_repeated(const UChar* code, UInt length) {
    bool repeat = false;
    for (UInt i = 0; i < length; ++i) {
        switch (code[i]) {
        case 0xf2:
        case 0xf3:
            repeat = true;
            break;
        case 0x26: // segments
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x64:
        case 0x65:
        case 0x66: // sizes of operand and address
        case 0x67:
            break;
        default:
            if (wide && (code[i] & 0xf0) == 0x40) // REX
                break;
            const bool is_string = (0xa4 <= code[i] && code[i] <= 0xa7) || // movs, cmps
                                   (0xaa <= code[i] && code[i] <= 0xaf);   // stos, lods, scas
            return repeat && is_string;
        }
    }
    return false;
}
#elif defined(VGA_s390x)
// Any instruction that is not a branch, such as MVC and CLC.
inline bool is_repeated(const UChar* code, UInt length) {
    const unsigned low = length > 1 ? code[1] & 0xf : 0;
    const unsigned last = length == 6 ? code[5] : 0;
    switch (code[0]) {
    case 0x05: // BALR, BCTR, BCR, BSM, BASSM, BASR
    case 0x06:
    case 0x07:
    case 0x0b:
    case 0x0c:
    case 0x0d:
    case 0x45: // BAL, BCT, BC, BAS
    case 0x46:
    case 0x47:
    case 0x4d:
    case 0x84: // BRXH, BRXLE, BXH, BXLE
    case 0x85:
    case 0x86:
    case 0x87:
        return false;
    case 0xa7: // BRC, BRAS, BRCT, BRCTG
        return low < 4 || low > 7;
    case 0xc0: // BRCL, BRASL
        return low != 4 && low != 5;
    case 0xcc: // BRCTH
        return low != 6;
    case 0xeb: // BXHG, BXLEG
        return last != 0x44 && last != 0x45;
    case 0xec: // compare and branch
        return false;
    default:
        return length != 0;
    }
}
#else
inline bool is_repeated(const UChar* /*code*/, UInt /*length*/) {
    return false;
}
#endif

// Unread writes of registers are left out only on processors on which our tests of signals and
// faults run without an emulator. The functions below compute the flags from the flag thunk
// (translate/unread_writes.hpp).
#if defined(VGA_amd64)
using State = VexGuestArchState;
inline constexpr bool leaves_out_unread_writes = true;
inline void initialise(State& state) {
    LibVEX_GuestAMD64_initialise(&state);
}
inline ULong flags_of(const State& state) {
    return LibVEX_GuestAMD64_get_rflags(&state);
}
#elif defined(VGA_x86)
using State = VexGuestArchState;
inline constexpr bool leaves_out_unread_writes = true;
inline void initialise(State& state) {
    LibVEX_GuestX86_initialise(&state);
}
inline ULong flags_of(const State& state) {
    return LibVEX_GuestX86_get_eflags(&state);
}
#else
// Replaces the type of the guest, so that code that is not used compiles.
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

// Where a call keeps what it passes, when the called function begins, and where its result is when
// it has returned: offsets in the state of the guest. What is on the stack follows the stack
// pointer: the return address, then the arguments.
inline constexpr PtrdiffT on_stack = -1;
struct CallRegisters {
    PtrdiffT stack_pointer, return_address, result;
    PtrdiffT arguments[4];

    constexpr bool are_known() const { return stack_pointer != 0; }
};
#define CG_OFFSET(name) offsetof(VexGuestArchState, guest_##name)
#if defined(VGA_amd64)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(RSP),
    on_stack,
    CG_OFFSET(RAX),
    {CG_OFFSET(RDI), CG_OFFSET(RSI), CG_OFFSET(RDX), CG_OFFSET(RCX)}};
#elif defined(VGA_x86)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(ESP), on_stack, CG_OFFSET(EAX), {on_stack, on_stack, on_stack, on_stack}};
#elif defined(VGA_arm64)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(XSP),
    CG_OFFSET(X30),
    CG_OFFSET(X0),
    {CG_OFFSET(X0), CG_OFFSET(X1), CG_OFFSET(X2), CG_OFFSET(X3)}};
#elif defined(VGA_arm)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(R13),
    CG_OFFSET(R14),
    CG_OFFSET(R0),
    {CG_OFFSET(R0), CG_OFFSET(R1), CG_OFFSET(R2), CG_OFFSET(R3)}};
#elif defined(VGA_s390x)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(r15),
    CG_OFFSET(r14),
    CG_OFFSET(r2),
    {CG_OFFSET(r2), CG_OFFSET(r3), CG_OFFSET(r4), CG_OFFSET(r5)}};
#elif defined(VGA_ppc64le)
inline constexpr CallRegisters call_registers = {
    CG_OFFSET(GPR1),
    CG_OFFSET(LR),
    CG_OFFSET(GPR3),
    {CG_OFFSET(GPR3), CG_OFFSET(GPR4), CG_OFFSET(GPR5), CG_OFFSET(GPR6)}};
#else
inline constexpr CallRegisters call_registers = {};
#endif

// On ppc64le, calls from other objects enter a function at its symbol, where two instructions find
// its data (r2) from its address (r12), and calls within its object enter it after these.
#if defined(VGA_ppc64le)
inline constexpr Addr bytes_to_local_entry = 8;
inline bool finds_data(const UInt* code) {
    const UInt first = code[0] >> 16, second = code[1] >> 16;
    const bool is_near = (first == 0x3c4c || first == 0x3c40) && second == 0x3842;
    const bool is_far = first == 0xe84c && code[1] == 0x7c426214;
    return is_near ||
           is_far; // addis r2,r12 or lis r2, and addi r2,r2; ld r2,N(r12) and add r2,r2,r12
}
#else
inline constexpr Addr bytes_to_local_entry = 0;
inline bool finds_data(const UInt*) {
    return false;
}
#endif

// The register by which code finds its object's data, and so the address of a function in another
// object; -1 if there is none, or other code may use it, too.
#if defined(VGA_ppc64le)
inline constexpr PtrdiffT data_register = CG_OFFSET(GPR2);
#else
inline constexpr PtrdiffT data_register = -1;
#endif

// True if the section .plt is data, so that the core does not know the code by which functions of
// other objects are called: it has no symbols. The first call of each goes, by a jump from
// `linkers_jump`, to code that `is_linkers`, which has the function found.
#if defined(VGA_ppc64le)
inline constexpr bool plt_is_data = true;
// Returns where the code jumps; 0 if it does not.
inline Addr linkers_jump(const UInt* code) {
    const bool is_jump = (code[0] & 0xfc000003) == 0x48000000; // b
    const auto distance = static_cast<Long>(static_cast<Int>(code[0] << 6) >> 6);
    return is_jump ? reinterpret_cast<Addr>(code) + static_cast<Addr>(distance) : 0;
}
inline bool is_linkers(const UInt* code) {
    if (code[0] == 0xf8410018) // std r2,24(r1)
        ++code;
    return code[0] == 0x7c0802a6 && code[1] == 0x429f0005; // mflr r0; bcl to the next instruction
}
#else
inline constexpr bool plt_is_data = false;
inline Addr linkers_jump(const UInt*) {
    return 0;
}
inline bool is_linkers(const UInt*) {
    return false;
}
#endif

// Where a client request has the address of its arguments, and its default result and then its
// result (valgrind.h).
struct RequestRegisters {
    PtrdiffT arguments, result;
};
inline constexpr RequestRegisters request_registers =
#if defined(VGA_amd64)
    {CG_OFFSET(RAX), CG_OFFSET(RDX)};
#elif defined(VGA_x86)
    {CG_OFFSET(EAX), CG_OFFSET(EDX)};
#elif defined(VGA_arm64)
    {CG_OFFSET(X4), CG_OFFSET(X3)};
#elif defined(VGA_arm)
    {CG_OFFSET(R4), CG_OFFSET(R3)};
#elif defined(VGA_s390x)
    {CG_OFFSET(r2), CG_OFFSET(r3)};
#elif defined(VGA_ppc64le)
    {CG_OFFSET(GPR4), CG_OFFSET(GPR3)};
#else
    {-1, -1};
#endif

// Where a system call has its arguments.
inline constexpr PtrdiffT system_call_arguments[6] = {
#if defined(VGA_amd64)
    CG_OFFSET(RDI), CG_OFFSET(RSI), CG_OFFSET(RDX), CG_OFFSET(R10),
    CG_OFFSET(R8),  CG_OFFSET(R9)
#elif defined(VGA_x86)
    CG_OFFSET(EBX), CG_OFFSET(ECX), CG_OFFSET(EDX), CG_OFFSET(ESI),
    CG_OFFSET(EDI), CG_OFFSET(EBP)
#elif defined(VGA_arm64)
    CG_OFFSET(X0), CG_OFFSET(X1), CG_OFFSET(X2), CG_OFFSET(X3),
    CG_OFFSET(X4), CG_OFFSET(X5)
#elif defined(VGA_arm)
    CG_OFFSET(R0), CG_OFFSET(R1), CG_OFFSET(R2), CG_OFFSET(R3),
    CG_OFFSET(R4), CG_OFFSET(R5)
#elif defined(VGA_s390x)
    CG_OFFSET(r2), CG_OFFSET(r3), CG_OFFSET(r4), CG_OFFSET(r5),
    CG_OFFSET(r6), CG_OFFSET(r7)
#elif defined(VGA_ppc64le)
    CG_OFFSET(GPR3), CG_OFFSET(GPR4), CG_OFFSET(GPR5), CG_OFFSET(GPR6),
    CG_OFFSET(GPR7), CG_OFFSET(GPR8)
#endif
};
#undef CG_OFFSET

// Which argument of clone() has the flags.
#if defined(VGA_s390x)
inline constexpr unsigned clone_flags = 1;
#else
inline constexpr unsigned clone_flags = 0;
#endif

// True if VEX ends superblocks with calls where the code only jumps, as arm64's `b` does: a call
// also writes the return address.
#if defined(VGA_arm64)
inline constexpr bool shows_jumps_as_calls = true;
#else
inline constexpr bool shows_jumps_as_calls = false;
#endif

// Returns the kind of jump that the instruction at the end of a superblock is, of which VEX shows
// the kind. It shows each `br` of s390x as a return, and as a jump where there is a condition;
// functions return by register 14. It shows `ldr pc, [sp], #4`, a return of arm, as a jump.
#if defined(VGA_s390x)
inline IRJumpKind kind_of_jump(const UChar* code, IRJumpKind shown) {
    const bool is_branch = code[0] == 0x07 && code[1] >> 4 != 0; // BCR
    if (!is_branch || (shown != Ijk_Ret && shown != Ijk_Boring))
        return shown;
    return (code[1] & 0xf) == 14 ? Ijk_Ret : Ijk_Boring;
}
#elif defined(VGA_arm)
inline IRJumpKind kind_of_jump(const UChar* code, IRJumpKind shown) {
    const auto* const halves = reinterpret_cast<const UShort*>(code);
    const bool is_thumb = halves[0] == 0xf85d && halves[1] == 0xfb04;
    const bool is_arm = halves[0] == 0xf004 && (halves[1] & 0xfff) == 0x49d;
    return shown == Ijk_Boring && (is_thumb || is_arm) ? Ijk_Ret : shown;
}
#else
inline IRJumpKind kind_of_jump(const UChar*, IRJumpKind shown) {
    return shown;
}
#endif

// True if functions may also return by what looks like a jump in them, as those do that compilers
// optimised for older processors.
#if defined(VGA_s390x)
inline constexpr bool returns_by_jumps = true;
#else
inline constexpr bool returns_by_jumps = false;
#endif

// Returns true for code after a call, to which a jump may return: longjmp() and swapcontext() do
// so. The call has up to `longest_call` bytes; 0: it pushes the return address, or a return shows
// it.
#if defined(VGA_s390x)
inline constexpr Addr longest_call = 6;
inline bool follows_call(const UChar* code) {
    return (code[-6] == 0xc0 && (code[-5] & 0xf) == 0x5) || // BRASL
           (code[-4] == 0xa7 && (code[-3] & 0xf) == 0x5) || // BRAS
           code[-2] == 0x0d;                                // BASR
}
#elif defined(VGA_ppc64le)
inline constexpr Addr longest_call = 4;
inline bool follows_call(const UChar* code) {
    const UInt call = reinterpret_cast<const UInt*>(code)[-1];
    return (call & 0xfc000003) == 0x48000001 || call == 0x4e800421; // bl, bctrl
}
#elif defined(VGA_arm64)
inline constexpr Addr longest_call = 4;
inline bool follows_call(const UChar* code) {
    const UInt call = reinterpret_cast<const UInt*>(code)[-1];
    return (call & 0xfc000000) == 0x94000000 || (call & 0xfffffc1f) == 0xd63f0000; // bl, blr
}
#else
inline constexpr Addr longest_call = 0;
inline bool follows_call(const UChar*) {
    return false;
}
#endif

// The bit of a return address, and of the beginning of a superblock, that is not a part of it:
// which set of instructions is there.
#if defined(VGA_arm)
inline constexpr Addr return_address_tag = 1;
#else
inline constexpr Addr return_address_tag = 0;
#endif

// False if VEX fails where a function is called with the address of the thread's registers
// ("doHelperCall: Assertion `0' failed").
#if defined(VGA_arm64) || defined(VGA_arm)
inline constexpr bool passes_state = false;
#else
inline constexpr bool passes_state = true;
#endif

// Reads the registers of a call that a thread makes, at the beginning of a superblock, where its
// state has all of them.
class CallOf {
  public:
    // `state` is not used if !passes_state.
    CallOf(ThreadId thread, const void* state)
        : thread_(thread), state_(static_cast<const UChar*>(state)) {}

    Addr stack_pointer() const { return read(call_registers.stack_pointer); }
    Addr return_address() const {
        return read_or_load(call_registers.return_address, 0) & ~return_address_tag;
    }
    UWord argument(unsigned number) const {
        return read_or_load(call_registers.arguments[number], 1 + number);
    }
    UWord result() const { return read(call_registers.result); }

  private:
    UWord read(PtrdiffT offset) const {
        if constexpr (passes_state)
            return *reinterpret_cast<const UWord*>(state_ + offset);
        UWord value = 0;
        VG_(get_shadow_regs_area)
        (thread_, reinterpret_cast<UChar*>(&value), 0, offset, sizeof value);
        return value;
    }
    UWord read_or_load(PtrdiffT offset, UWord place_on_stack) const {
        return offset != on_stack ? read(offset)
                                  : reinterpret_cast<const UWord*>(stack_pointer())[place_on_stack];
    }

    ThreadId thread_;
    const UChar* state_;
};

// Ends the time slice of the running thread where the next superblock begins, as the core does when
// the counter of its superblocks comes to 0.
inline void end_slice(ThreadId running) {
    constexpr UInt none_left = 0;
    VG_(set_shadow_regs_area)
    (running, 0, offsetof(VexGuestArchState, host_EvC_COUNTER), sizeof none_left,
     reinterpret_cast<const UChar*>(&none_left));
}

} // namespace cg::vg::processor
