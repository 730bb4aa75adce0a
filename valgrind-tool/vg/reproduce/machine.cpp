// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/machine.hpp"

#include "vg/core/internals.hpp"
#include "vg/reproduce/clock.hpp"
#include "vg/reproduce/initial_stack.hpp"
#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {
namespace {

constexpr UWord word_bits = 8 * sizeof(UWord);
constexpr UInt max_cpus = 1024; // --cpus takes no more

// Which cores the program, or a thread of it, chose: one set for all. Empty: all.
constinit UWord chosen[max_cpus / word_bits] = {};

bool has_core(const UWord* set, SizeT words, UInt core) {
    return core / word_bits < words && ((set[core / word_bits] >> (core % word_bits)) & 1) != 0;
}

// The kernel fails if the core is none of the machine, or of its container: it is asked, and its
// answer replaced.
void set_affinity(const SystemCall& call) {
    const SizeT words = call.arguments[1] / sizeof(UWord);
    const auto* const set = call.pointer<const UWord>(2);
    constexpr UWord fault = 14, invalid = 22; // EFAULT, EINVAL
    if (call.failed() && sr_Err(call.result) == fault)
        return;
    UWord wanted[max_cpus / word_bits] = {};
    bool has_any = false;
    for (UInt core = 0; core < settings.cpus; ++core) {
        if (has_core(set, words, core)) {
            wanted[core / word_bits] |= UWord{1} << (core % word_bits);
            has_any = true;
        }
    }
    if (!has_any) {
        call.give_error(invalid);
        return;
    }
    VG_(memcpy)(chosen, wanted, sizeof chosen);
    call.give(0);
}

void get_affinity(const SystemCall& call) {
    const SizeT words = (settings.cpus + word_bits - 1) / word_bits;
    const SizeT room = call.arguments[1] / sizeof(UWord);
    constexpr UWord invalid = 22; // EINVAL
    const bool has_room = room >= words && call.arguments[1] % sizeof(UWord) == 0;
    const bool too_small = call.failed() && sr_Err(call.result) == invalid;
    if (!has_room || (call.failed() && !too_small)) {
        if (!has_room)
            call.give_error(invalid);
        return;
    }
    auto* const set = call.pointer<UWord>(2);
    bool has_chosen = false;
    for (const UWord word : chosen)
        has_chosen = has_chosen || word != 0;
    for (SizeT i = 0; i < words; ++i) {
        const SizeT left = settings.cpus - i * word_bits;
        const UWord all = left >= word_bits ? ~UWord{0} : (UWord{1} << left) - 1;
        set[i] = has_chosen ? chosen[i] : all;
    }
    call.give(words * sizeof(UWord));
}

// The kernel's struct sysinfo.
struct Information {
    Word uptime;
    UWord loads[3], total, free, shared, buffers, total_swap, free_swap;
    UShort processes;
};

void write_information(Information* to) {
    // Of 32-bit programs, in units that fit.
    const ULong unit = sizeof(UWord) == 8 ? 1 : 4096;
    to->uptime = static_cast<Word>(clock.now() / Clock::second);
    to->loads[0] = to->loads[1] = to->loads[2] = 0;
    to->total = static_cast<UWord>(machine_memory / unit);
    to->free = to->total / 2;
    to->shared = to->buffers = to->total_swap = to->free_swap = 0;
    to->processes = 100;
    constexpr SizeT unit_at = sizeof(UWord) == 8 ? 104 : 52;
    *reinterpret_cast<UInt*>(reinterpret_cast<UChar*>(to) + unit_at) = static_cast<UInt>(unit);
}

void write_names(HChar* names) {
    constexpr SizeT length = 65; // of each name
    const auto write = [&](unsigned number, const HChar* name) {
        HChar* const to = names + number * length;
        VG_(memset)(to, 0, length);
        VG_(strcpy)(to, name);
    };
    write(1, machine_name);
    write(2, kernel_release);
    write(3, kernel_version);
    write(5, "(none)");
}

// Resources whose limits the program set itself, which it sees again.
constinit UInt limits_set = 0;

constexpr UWord unlimited = ~UWord{0};

// Soft and hard limit, as login gives them.
template <typename T>
void write_limit(UWord resource, T* soft, T* hard) {
    constexpr UWord stack = 3, core_size = 4, processes = 6, files = 7, locked = 8, signals = 11,
                    queues = 12, nice = 13, realtime = 14;
    switch (resource) {
    case stack:
        *soft = T{8} << 20;
        *hard = static_cast<T>(~T{0});
        break;
    case core_size:
        *soft = 0;
        *hard = static_cast<T>(~T{0});
        break;
    case processes:
    case signals:
        *soft = *hard = 31'000;
        break;
    case files:
        *soft = *hard = 1024;
        break;
    case locked:
        *soft = *hard = T{8} << 20;
        break;
    case queues:
        *soft = *hard = 819'200;
        break;
    case nice:
    case realtime:
        *soft = *hard = 0;
        break;
    default:
        *soft = *hard = static_cast<T>(~T{0});
    }
}

void note_limit_set(UWord resource) {
    limits_set |= UInt{1} << (resource & 31);
}

bool is_set(UWord resource) {
    return ((limits_set >> (resource & 31)) & 1) != 0;
}

void replace_limits(const SystemCall& call) {
    switch (call.number) {
#ifdef __NR_getrlimit
    case __NR_getrlimit:
#endif
#ifdef __NR_ugetrlimit
    case __NR_ugetrlimit:
#endif
        if (!is_set(call.arguments[0])) {
            auto* const limits = call.pointer<UWord>(1);
            write_limit(call.arguments[0], limits, limits + 1);
        }
        break;
#ifdef __NR_setrlimit
    case __NR_setrlimit:
        note_limit_set(call.arguments[0]);
        break;
#endif
    case __NR_prlimit64:
        if (auto* const old = call.pointer<ULong>(3); old != nullptr && !is_set(call.arguments[1]))
            write_limit(call.arguments[1], old, old + 1);
        if (call.arguments[2] != 0)
            note_limit_set(call.arguments[1]);
        break;
    default:
        break;
    }
}

} // namespace

void start_machine() {
    if (&VG_(client_rlimit_stack) != nullptr) {
        VG_(client_rlimit_stack).rlim_cur = stack_limit;
        VG_(client_rlimit_stack).rlim_max = unlimited;
    }
}

void replace_cores(const SystemCall& call) {
    switch (call.number) {
    case __NR_sched_setaffinity:
        set_affinity(call);
        break;
    case __NR_sched_getaffinity:
        get_affinity(call);
        break;
#ifdef __NR_getcpu
    case __NR_getcpu:
        if (auto* const core = call.pointer<UInt>(0); core != nullptr && !call.failed())
            *core = 0;
        if (auto* const node = call.pointer<UInt>(1); node != nullptr && !call.failed())
            *node = 0;
        break;
#endif
    default:
        break;
    }
}

void replace_machine(const SystemCall& call) {
    if (call.failed())
        return;
    switch (call.number) {
    case __NR_sysinfo:
        write_information(call.pointer<Information>(0));
        break;
    case __NR_uname:
        write_names(call.pointer<HChar>(0));
        break;
    default:
        replace_limits(call);
    }
}

} // namespace cg::vg::reproduce
