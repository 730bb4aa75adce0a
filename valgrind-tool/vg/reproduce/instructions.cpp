// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/instructions.hpp"

#include "vg/core/internals.hpp"
#include "vg/core/processor.hpp"
#include "vg/reproduce/clock.hpp"
#include "vg/reproduce/random.hpp"

namespace cg::vg::reproduce {

#if defined(VGA_amd64) || defined(VGA_x86) || defined(VGA_arm64)

namespace {

// Calls visit(statement, rest of the name) for each call of a function of VEX whose name begins so.
template <typename Visit>
void for_each_call(IRSB& block, const HChar* prefix, const Visit& visit) {
    for (Int i = 0; i < block.stmts_used; ++i) {
        if (block.stmts[i]->tag != Ist_Dirty)
            continue;
        IRDirty& dirty = *block.stmts[i]->Ist.Dirty.details;
        if (begins_with(dirty.cee->name, prefix))
            visit(dirty, dirty.cee->name + VG_(strlen)(prefix));
    }
}

// Lets the statement call `function`; it passes the same registers, or nothing.
template <typename F>
void replace_call(IRDirty& dirty, const HChar* name, F* function) {
    dirty.cee = mkIRCallee(0, name, entry_of(function));
}

} // namespace

#endif

#if defined(VGA_amd64) || defined(VGA_x86)

namespace {

#    if defined(VGA_amd64)
constexpr HChar vex_prefix[] = "amd64g_dirtyhelper_";
#    else
constexpr HChar vex_prefix[] = "x86g_dirtyhelper_";
#    endif

using State = processor::State;

// VEX's own tables, caches included. The registers of a 32-bit program's processor have one model
// only, since VEX knows no AVX there.
void show_cpu(State* state) {
#    if defined(VGA_amd64)
    if (settings.cpu == CpuModel::x86_64_v3)
        amd64g_dirtyhelper_CPUID_avx2(state, 1, 0, 0);
    else
        amd64g_dirtyhelper_CPUID_sse42_and_cx16(state);
#    else
    x86g_dirtyhelper_CPUID_sse3(state);
#    endif
}

ULong random_number() {
    constexpr ULong succeeded = ULong{1} << 32;
    return (generator.next() & 0xffffffff) | succeeded;
}

#    if defined(VGA_amd64)
// RDTSCP: also the number of the core.
void read_time_stamp_and_core(State* state) {
    const ULong now = read_time_stamp();
    state->guest_RAX = now & 0xffffffff;
    state->guest_RDX = now >> 32;
    state->guest_RCX = 0;
}
#    endif

} // namespace

const HChar* check_cpu_model() {
#    if defined(VGA_x86)
    return settings.cpu == CpuModel::x86_64_v3 ? "A 32-bit program cannot use it." : nullptr;
#    else
    VexArch architecture;
    VexArchInfo host;
    VG_(machine_get_VexArchInfo)(&architecture, &host);
    constexpr UInt of_v2 = VEX_HWCAPS_AMD64_SSE3 | VEX_HWCAPS_AMD64_SSSE3 | VEX_HWCAPS_AMD64_CX16;
    constexpr UInt of_v3 = of_v2 | VEX_HWCAPS_AMD64_AVX | VEX_HWCAPS_AMD64_AVX2 |
                           VEX_HWCAPS_AMD64_BMI | VEX_HWCAPS_AMD64_LZCNT;
    const UInt wanted = settings.cpu == CpuModel::host        ? 0
                        : settings.cpu == CpuModel::x86_64_v3 ? of_v3
                                                              : of_v2;
    return (host.hwcaps & wanted) == wanted
               ? nullptr
               : "This machine's processor has not all of that model's instructions.";
#    endif
}

void replace_instructions(IRSB& block) {
    for_each_call(block, vex_prefix, [](IRDirty& dirty, const HChar* name) {
        if (settings.cpu != CpuModel::host && begins_with(name, "CPUID_")) {
            replace_call(dirty, "cachegrind_cpu", show_cpu);
            dirty.args = mkIRExprVec_1(IRExpr_GSPTR());
        } else if (settings.clock && VG_(strcmp)(name, "RDTSC") == 0) {
            replace_call(dirty, "cachegrind_time", read_time_stamp);
        } else if (settings.random &&
                   (VG_(strcmp)(name, "RDRAND") == 0 || VG_(strcmp)(name, "RDSEED") == 0)) {
            replace_call(dirty, "cachegrind_random", random_number);
        }
#    if defined(VGA_amd64)
        else if (settings.clock && VG_(strcmp)(name, "RDTSCP") == 0)
            replace_call(dirty, "cachegrind_time_and_core", read_time_stamp_and_core);
#    endif
    });
}

UWord hardware_capabilities() {
    State state = {};
    processor::initialise(state);
#    if defined(VGA_amd64)
    state.guest_RAX = 1;
    show_cpu(&state);
    return static_cast<UWord>(state.guest_RDX);
#    else
    state.guest_EAX = 1;
    show_cpu(&state);
    return state.guest_EDX;
#    endif
}

#elif defined(VGA_arm64)

namespace {

constexpr HChar vex_prefix[] = "arm64g_dirtyhelper_MRS_";

// As CNTFRQ_EL0 says: the counter has nanoseconds.
ULong frequency() {
    return Clock::second;
}
// DCZID_EL0: DC ZVA clears 64 bytes.
ULong cleared_at_once() {
    return 4;
}
// MIDR_EL1 and the registers of features: none but what AT_HWCAP says.
ULong no_feature() {
    return 0;
}

template <typename F>
void replace_read(IRDirty& dirty, const HChar* name, F* function) {
    replace_call(dirty, name, function);
    dirty.args = mkIRExprVec_0();
}

} // namespace

const HChar* check_cpu_model() {
    VexArch architecture;
    VexArchInfo host;
    VG_(machine_get_VexArchInfo)(&architecture, &host);
    constexpr UInt of_8_2 = VEX_HWCAPS_ARM64_ATOMICS | VEX_HWCAPS_ARM64_RDM;
    return settings.cpu != CpuModel::armv8_2 || (host.hwcaps & of_8_2) == of_8_2
               ? nullptr
               : "This machine's processor has not all of that model's instructions.";
}

void replace_instructions(IRSB& block) {
    for_each_call(block, vex_prefix, [](IRDirty& dirty, const HChar* name) {
        const bool is_of_clock = begins_with(name, "CNT");
        if (is_of_clock && settings.clock) {
            if (begins_with(name, "CNTFRQ"))
                replace_read(dirty, "cachegrind_frequency", frequency);
            else
                replace_read(dirty, "cachegrind_time", read_time_stamp);
        } else if (!is_of_clock && settings.cpu != CpuModel::host) {
            if (begins_with(name, "DCZID"))
                replace_read(dirty, "cachegrind_clear", cleared_at_once);
            else
                replace_read(dirty, "cachegrind_cpu", no_feature);
        }
    });
}

// Without HWCAP_CPUID: the C library then asks no register for the model.
UWord hardware_capabilities() {
    constexpr UWord floating_point = 1, simd = 2, crc32 = 1 << 7, atomics = 1 << 8, rdm = 1 << 12;
    constexpr UWord of_8_0 = floating_point | simd;
    return settings.cpu == CpuModel::armv8_2 ? of_8_0 | crc32 | atomics | rdm : of_8_0;
}

#else

const HChar* check_cpu_model() {
    return nullptr;
}
void replace_instructions(IRSB& /*block*/) {
}
UWord hardware_capabilities() {
    return 0;
}

#endif

} // namespace cg::vg::reproduce
