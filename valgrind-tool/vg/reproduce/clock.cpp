// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/clock.hpp"

#include "vg/core/internals.hpp"
#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {

constinit Clock clock;

namespace {

// As the kernel writes them on this processor, and, with 64 bits each, on all.
struct WordTime {
    Word seconds, part;
};
struct WideTime {
    Long seconds, part;
};

// `unit`: nanoseconds of the part of a second.
template <typename T>
void write(T* to, ULong nanoseconds, ULong unit) {
    if (to == nullptr)
        return;
    to->seconds = static_cast<decltype(to->seconds)>(nanoseconds / Clock::second);
    to->part = static_cast<decltype(to->part)>(nanoseconds % Clock::second / unit);
}

constexpr ULong nanosecond = 1, microsecond = 1'000;

// Returns what the clock of that number shows: those of the kernel, or of a process or thread.
ULong shown_by(Int number) {
    constexpr Int realtime = 0, process = 2, thread = 3, realtime_coarse = 5, realtime_alarm = 8,
                  atomic_time = 11;
    switch (number) {
    case realtime:
    case realtime_coarse:
    case realtime_alarm:
    case atomic_time:
        return clock.real_time();
    case process:
    case thread:
        return clock.processor_time();
    default:
        return number < 0 ? clock.processor_time() : clock.now();
    }
}

constexpr ULong ticks_in_second = 100; // AT_CLKTCK

void write_usage(WordTime* usage, bool of_children) {
    constexpr unsigned words = 2 * sizeof(WordTime) / sizeof(Word) + 14;
    auto* const all = reinterpret_cast<Word*>(usage);
    for (unsigned i = 0; i < words; ++i)
        all[i] = 0;
    constexpr unsigned largest_memory = 4; // in KiB
    all[largest_memory] = 16'384;
    if (!of_children)
        write(usage, clock.processor_time(), microsecond);
}

// The machine's time must not be one that a program computed from the virtual clock.
bool sets_clock(UWord number) {
    switch (number) {
    case __NR_settimeofday:
    case __NR_clock_settime:
    case __NR_adjtimex:
#ifdef __NR_clock_settime64
    case __NR_clock_settime64:
#endif
#ifdef __NR_clock_adjtime
    case __NR_clock_adjtime:
#endif
#ifdef __NR_stime
    case __NR_stime:
#endif
        return true;
    default:
        return false;
    }
}

} // namespace

ULong read_time_stamp() {
    clock.look();
    return clock.now();
}

void replace_time(const SystemCall& call) {
    if (call.failed())
        return;
    switch (call.number) {
    case __NR_clock_gettime:
        clock.look();
        write(call.pointer<WordTime>(1), shown_by(call.descriptor(0)), nanosecond);
        break;
#ifdef __NR_clock_gettime64
    case __NR_clock_gettime64:
        clock.look();
        write(call.pointer<WideTime>(1), shown_by(call.descriptor(0)), nanosecond);
        break;
#endif
    case __NR_clock_getres:
        write(call.pointer<WordTime>(1), 1, nanosecond);
        break;
    case __NR_gettimeofday:
        clock.look();
        write(call.pointer<WordTime>(0), clock.real_time(), microsecond);
        if (auto* const zone = call.pointer<Int>(1))
            zone[0] = zone[1] = 0;
        break;
#ifdef __NR_time
    case __NR_time: {
        clock.look();
        const auto seconds = static_cast<UWord>(clock.real_time() / Clock::second);
        if (auto* const to = call.pointer<UWord>(0))
            *to = seconds;
        call.give(seconds);
        break;
    }
#endif
    case __NR_times: {
        clock.look();
        constexpr ULong tick = Clock::second / ticks_in_second;
        if (auto* const times = call.pointer<Word>(0)) {
            times[0] = static_cast<Word>(clock.processor_time() / tick);
            times[1] = times[2] = times[3] = 0;
        }
        call.give(static_cast<UWord>(clock.now() / tick));
        break;
    }
    case __NR_getrusage: {
        constexpr Int children = -1;
        clock.look();
        write_usage(call.pointer<WordTime>(1), call.descriptor(0) == children);
        break;
    }
    case __NR_wait4:
        if (call.arguments[3] != 0 && call.value() != 0)
            write_usage(call.pointer<WordTime>(3), true);
        break;
    default:
        break;
    }
}

} // namespace cg::vg::reproduce

// As if the user were not allowed to.
extern "C" SysRes __wrap_vgPlain_do_syscall(UWord number, UWord a, UWord b, UWord c, UWord d,
                                            UWord e, UWord f, UWord g, UWord h) {
    using namespace cg::vg::reproduce;
    if (settings.clock && sets_clock(number)) {
        SysRes refused = {};
        refused._isError = True;
        refused._val = VKI_EPERM;
        return refused;
    }
    return __real_vgPlain_do_syscall(number, a, b, c, d, e, f, g, h);
}
