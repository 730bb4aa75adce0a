// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/waits.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/internals.hpp"
#include "vg/core/kernel.hpp"
#include "vg/reproduce/clock.hpp"
#include "vg/reproduce/order.hpp"
#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {
namespace {

struct Time { // timespec, or timeval
    Word seconds, part;
};

// How a system call says how long it waits.
enum class Form : UChar {
    timespec,     // from now on, unless it is a futex of the kinds that say when
    timeval,      // select
    milliseconds, // by value; negative: without limit
    absolute,     // of CLOCK_REALTIME
};

// The waits that end by the virtual clock. The others with a limit are in the table of
// real_waits.cpp.
struct Kind {
    UWord number;
    UChar limit; // which argument says how long
    Form form;
    bool is_external; // something outside may end it: a file, a signal, another process
    Word timed_out;   // what it returns then
};

constexpr Word again = -11, timed_out = -110, interrupted = -4; // EAGAIN, ETIMEDOUT, EINTR
constexpr UWord clone_thread = 0x10000;

constexpr Kind kinds[] = {
#ifdef __NR_nanosleep
    {__NR_nanosleep, 0, Form::timespec, false, 0},
#endif
    {__NR_clock_nanosleep, 2, Form::timespec, false, 0},
    {__NR_futex, 3, Form::timespec, false, timed_out},
#ifdef __NR_poll
    {__NR_poll, 2, Form::milliseconds, true, 0},
#endif
    {__NR_ppoll, 2, Form::timespec, true, 0},
#if defined(__NR_select) && !defined(VGA_x86)
    {__NR_select, 4, Form::timeval, true, 0},
#endif
    {__NR_pselect6, 4, Form::timespec, true, 0},
#ifdef __NR_epoll_wait
    {__NR_epoll_wait, 3, Form::milliseconds, true, 0},
#endif
    {__NR_epoll_pwait, 3, Form::milliseconds, true, 0},
    {__NR_rt_sigtimedwait, 2, Form::timespec, true, again},
#ifdef __NR_semtimedop
    {__NR_semtimedop, 3, Form::timespec, true, again},
#endif
    {__NR_mq_timedsend, 4, Form::absolute, true, timed_out},
    {__NR_mq_timedreceive, 4, Form::absolute, true, timed_out},
#ifdef __NR_io_getevents
    {__NR_io_getevents, 4, Form::timespec, true, 0},
#endif
};

const Kind* kind_of(UWord number) {
    for (const Kind& kind : kinds) {
        if (kind.number == number)
            return &kind;
    }
    return nullptr;
}

constexpr Int realtime = 0, monotonic = 1;

ULong real_time(Int clock_number) {
    Time now = {};
    kernel::call(__NR_clock_gettime, static_cast<UWord>(clock_number), kernel::word(&now));
    return static_cast<ULong>(now.seconds) * Clock::second + static_cast<ULong>(now.part);
}

Time time_of(ULong nanoseconds) {
    return {static_cast<Word>(nanoseconds / Clock::second),
            static_cast<Word>(nanoseconds % Clock::second)};
}

// Registers of the thread that waits: what its system call is given, and what it returns.
class Registers {
  public:
    explicit Registers(void* guest) : guest_(static_cast<UChar*>(guest)) {}
    UWord& argument(unsigned number) const { return at(processor::system_call_arguments[number]); }
    UWord& result() const { return at(processor::call_registers.result); }

  private:
    UWord& at(PtrdiffT offset) const { return *reinterpret_cast<UWord*>(guest_ + offset); }

    UChar* guest_;
};

// The descriptors that select() waits for, in three sets: the kernel clears them when the time is
// up.
class SelectedSets {
  public:
    // Before the call; sets that are not there are the kernel's to complain of.
    void save(const UWord* arguments) {
        for_each(arguments, [](UWord set, UWord* copy, SizeT size) {
            if (VG_(am_is_valid_for_client)(set, size, VKI_PROT_READ))
                VG_(memcpy)(copy, reinterpret_cast<const void*>(set), size);
        });
    }
    // After a call that did not fail, and so has written to them.
    void restore(const UWord* arguments) {
        for_each(arguments, [](UWord set, const UWord* copy, SizeT size) {
            VG_(memcpy)(reinterpret_cast<void*>(set), copy, size);
        });
    }

  private:
    template <typename F>
    void for_each(const UWord* arguments, F f) {
        constexpr UWord most = sizeof copies_[0] * 8, word_bits = sizeof(UWord) * 8;
        const UWord bits = arguments[0] < most ? arguments[0] : most;
        const SizeT size = (bits + word_bits - 1) / word_bits * sizeof(UWord);
        for (unsigned i = 0; i < 3; ++i) {
            if (arguments[1 + i] != 0 && size != 0)
                f(arguments[1 + i], copies_[i], size);
        }
    }

    UWord copies_[3][1024 / (8 * sizeof(UWord))] = {}; // files of a program (machine.cpp)
};

// The wait of a thread. The kernel's call may be left by a signal, so what it changed
// in the registers is undone in one of several places.
struct Wait {
    const Kind* kind = nullptr; // null: it does not wait
    TimedWait limit;            // without an order of threads; else that of its task
    UWord arguments[6] = {};
    bool has_changed = false; // the registers
    Registers registers{nullptr};
    Time time = {}; // what the kernel is given
    SelectedSets sets;
};

// By number of the thread.
constinit Wait* waits = nullptr;
constinit ThreadId latest = 0; // the thread that made the latest system call

// Anything outside of the program that it may wait for.
struct Outside {
    bool has_outer_run = false; // processes that made this one
    UInt children = 0;
    bool has_timer = false;
    bool has_peer = false; // at the other end of a socket
    bool is_there() const { return has_outer_run || children != 0 || has_timer || has_peer; }
};
constinit Outside outside;

constexpr UWord wait_bits = 0x7f, clock_realtime = 0x100;
enum FutexOperation : UWord {
    futex_wait = 0,
    futex_wake = 1,
    requeue = 3,
    cmp_requeue = 4,
    wake_op = 5,
    lock_pi = 6,
    wait_bitset = 9,
    wake_bitset = 10,
    wait_requeue_pi = 11,
    lock_pi2 = 13
};

// Returns true if the system call waits with a limit; sets when it ends.
bool find_deadline(const Kind& kind, const UWord* a, ULong& deadline) {
    const ULong now = clock.now();
    const auto from_real = [&](ULong time) {
        const ULong real_now = clock.real_time();
        return time > real_now ? now + (time - real_now) : now;
    };
    if (kind.form == Form::milliseconds) {
        const auto limit = static_cast<Int>(a[kind.limit]);
        deadline = now + static_cast<ULong>(limit) * 1'000'000;
        return limit >= 0;
    }
    if (a[kind.limit] == 0)
        return false;
    const auto* const limit = reinterpret_cast<const Time*>(a[kind.limit]);
    if (!VG_(am_is_valid_for_client)(a[kind.limit], sizeof *limit, VKI_PROT_READ) ||
        limit->seconds < 0 || limit->part < 0 || limit->part >= Word{1'000'000'000})
        return false;
    constexpr Word longest = 4'000'000'000 > (~UWord{0} >> 1) ? 0x7fffffff : Word(4'000'000'000);
    const auto seconds = static_cast<ULong>(limit->seconds < longest ? limit->seconds : longest);
    const ULong part = static_cast<ULong>(limit->part);
    const ULong time = seconds * Clock::second + (kind.form == Form::timeval ? part * 1000 : part);
    if (kind.form == Form::absolute) {
        deadline = from_real(time);
    } else if (kind.number == __NR_futex) {
        switch (a[1] & wait_bits) {
        case futex_wait:
            deadline = now + time;
            break;
        case wait_bitset:
        case wait_requeue_pi:
        case lock_pi2:
            deadline = (a[1] & clock_realtime) != 0 ? from_real(time) : time > now ? time : now;
            break;
        case lock_pi:
            deadline = from_real(time);
            break;
        default:
            return false; // wakes
        }
    } else if (kind.number == __NR_clock_nanosleep && (a[1] & 1) != 0) {
        if (a[0] != realtime && a[0] != monotonic && a[0] != 7) // CLOCK_BOOTTIME
            return false;
        deadline = a[0] == realtime ? from_real(time) : time > now ? time : now;
    } else {
        deadline = now + time;
    }
    return true;
}

bool is_select(const Kind& kind) {
#ifdef __NR_select
    if (kind.number == __NR_select)
        return true;
#endif
    return kind.number == __NR_pselect6;
}

// Polling nothing is sleeping.
bool is_external(const Kind& kind, const UWord* a) {
#ifdef __NR_poll
    if (kind.number == __NR_poll)
        return a[1] != 0;
#endif
    if (kind.number == __NR_ppoll)
        return a[1] != 0;
    return is_select(kind) ? a[0] != 0 : kind.is_external;
}

// Lets the system call wait so long, in nanoseconds of the real clock.
void set_limit(Wait& wait, ULong limit) {
    const Kind& kind = *wait.kind;
    const UWord operation = wait.arguments[1] & wait_bits;
    wait.has_changed = true;
    wait.time = time_of(limit);
    if (kind.form == Form::milliseconds) {
        wait.registers.argument(kind.limit) = static_cast<UWord>((limit + 999'999) / 1'000'000);
        return;
    }
    if (kind.form == Form::timeval) {
        wait.time.part /= 1000;
    } else if (kind.form == Form::absolute) {
        wait.time = time_of(real_time(realtime) + limit);
    } else if (kind.number == __NR_clock_nanosleep) {
        wait.registers.argument(1) = 0; // no flags: from now on
    } else if (kind.number == __NR_futex && operation != futex_wait) {
        const bool is_real = operation == lock_pi || (wait.arguments[1] & clock_realtime) != 0;
        wait.time = time_of(real_time(is_real ? realtime : monotonic) + limit);
    }
    wait.registers.argument(kind.limit) = kernel::word(&wait.time);
}

// Lets it wait without end; a sleep, for thirty years.
void set_endless(Wait& wait) {
    const Kind& kind = *wait.kind;
    constexpr ULong for_ever = Clock::second * 1'000'000'000;
    set_limit(wait, for_ever);
    if (kind.number == __NR_futex)
        wait.registers.argument(kind.limit) = 0;
    else if (kind.form == Form::milliseconds)
        wait.registers.argument(kind.limit) = ~UWord{0};
}

void undo(Wait& wait) {
    if (!wait.has_changed)
        return;
    wait.has_changed = false;
    wait.registers.argument(wait.kind->limit) = wait.arguments[wait.kind->limit];
    if (wait.kind->number == __NR_clock_nanosleep)
        wait.registers.argument(1) = wait.arguments[1];
}

TimedWait& limit_of(Wait& wait) {
    return has_order() ? own_task().wait : wait.limit;
}

// The signal by which the core takes threads out of system calls may be pending, and meant for a
// wait that ended otherwise. Returns true if it was.
bool drop_pending_kill() {
    const ULong set = ULong{1} << (VG_(max_signal) - 1);
    const Time none = {};
    const SysRes taken = kernel::call(__NR_rt_sigtimedwait, kernel::word(&set), 0,
                                      kernel::word(&none), sizeof(ULong));
    return !sr_isError(taken) && sr_Res(taken) == static_cast<UWord>(VG_(max_signal));
}

// Under QEMU's emulation that signal reaches nobody. Then each wait looks from time to time.
constinit bool can_wake = false;

bool does_signal_arrive() {
    kernel::call(__NR_tgkill, static_cast<UWord>(VG_(getpid)()), static_cast<UWord>(VG_(gettid)()),
                 static_cast<UWord>(VG_(max_signal)));
    return drop_pending_kill();
}

// ---- who wakes ------------------------------------------------------------------

// The task of the kernel that lets the clock go on when all threads sleep. It runs no code of the
// program, and the core does not know it.
constinit bool has_keeper = false;
constinit volatile UInt waiting = 0; // threads with a limit; a futex
constexpr UWord wait_private = 128, wake_private = 129;

UWord place_of(const volatile UInt* futex) {
    return reinterpret_cast<UWord>(futex);
}

// Tasks are locked. A thread whose wait may last without end in the kernel is taken out of it; one
// that looks from time to time sees that it is due.
void make_due(Task& task) {
    clock.sleep_until(task.wait.deadline);
    task.wait.is_due = true;
    if (!task.wait.is_external && can_wake)
        VG_(get_thread_out_of_syscall)(task.thread);
}

bool is_waiting(const Task& task) {
    return task.wait.is_active && !task.wait.is_due && !task.is_queued;
}

// The virtual clock has passed the limits of these.
bool wake_those_due() {
    bool any = false;
    for_each_task([&](Task& task) {
        if (is_waiting(task) && task.wait.deadline <= clock.now()) {
            make_due(task);
            any = true;
        }
    });
    return any;
}

void let_time_pass() {
    Task* first = nullptr;
    for_each_task([&](Task& task) {
        if (is_waiting(task) && (first == nullptr || task.wait.deadline < first->wait.deadline))
            first = &task;
    });
    if (first == nullptr)
        return;
    const bool takes_real_time = first->wait.is_external || outside.is_there();
    if (!takes_real_time || real_time(monotonic) - first->wait.real_start >= first->wait.real_limit)
        make_due(*first);
}

Word keep_time(void*) {
    for (;;) {
        while (waiting == 0)
            kernel::call(__NR_futex, place_of(&waiting), wait_private, 0);
        const UWord pause[2] = {0, 300'000}; // nanoseconds
        kernel::call(__NR_nanosleep, kernel::word(pause));
        lock_tasks();
        // Two looks, as by who decides: one may be woken by another that is looked at later.
        if (all_tasks_sleep() && all_tasks_sleep())
            let_time_pass();
        unlock_tasks();
    }
}

#ifdef CG_CLONE
constexpr bool can_make_task = true;
void make_task(Word (*function)(void*), void* stack, UWord flags) {
    CG_CLONE(function, stack, flags, nullptr, nullptr, nullptr, nullptr);
}
#else
constexpr bool can_make_task = false; // then waits of several threads end by the real clock
void make_task(Word (*)(void*), void*, UWord) {
}
#endif

void start_keeper() {
    if (has_keeper || !can_make_task)
        return;
    constexpr UWord stack_size = 1 << 16;
    static constinit UChar* stack = nullptr; // a forked child uses it again
    if (stack == nullptr)
        stack = static_cast<UChar*>(try_allocate(stack_size));
    if (stack == nullptr)
        return;
    has_keeper = true;
    can_wake = does_signal_arrive();
    constexpr UWord share_memory = 0x100, share_root = 0x200, share_files = 0x400,
                    share_signals = 0x800, same_process = 0x10000, share_semaphores = 0x40000;
    make_task(keep_time, stack + stack_size - 64,
              share_memory | share_root | share_files | share_signals | same_process |
                  share_semaphores);
}

// ---- a wait ---------------------------------------------------------------------

struct KernelCall {
    Word number;
    void* guest;
    const void *mask, *mask_after;
    Word mask_size;

    UWord make() const {
        return __real_vgModuleLocal_do_syscall_for_client_WRK(number, guest, mask, mask_after,
                                                              mask_size);
    }
};

bool has_timed_out(const Wait& wait) {
    return static_cast<Word>(wait.registers.result()) == wait.kind->timed_out;
}

// No other thread can end the wait.
UWord wait_alone(const KernelCall& call, Wait& wait, const TimedWait& limit) {
    const bool takes_real_time = limit.is_external || outside.is_there() || has_order();
    const ULong start = real_time(monotonic);
    set_limit(wait, takes_real_time ? limit.real_limit : 0);
    const UWord error = call.make();
    undo(wait);
    if (error == 0 && has_timed_out(wait)) {
        clock.sleep_until(limit.deadline);
    } else if (error == 0 && static_cast<Word>(wait.registers.result()) == interrupted) {
        const ULong end = clock.now() + (real_time(monotonic) - start);
        clock.sleep_until(end < limit.deadline ? end : limit.deadline);
    }
    return error;
}

// Waits in the kernel for a short time, again and again, because only the order of threads knows
// when the time has come.
UWord wait_in_pieces(const KernelCall& call, Wait& wait, const Task& task) {
    constexpr ULong piece = 5'000'000;
    const UWord result = wait.registers.result();
    for (;;) {
        const bool is_due = task.wait.is_due;
        set_limit(wait, is_due ? 0 : piece);
        wait.registers.result() = result;
        const UWord error = call.make();
        if (error != 0 || is_due || !has_timed_out(wait))
            return error;
        undo(wait); // of some processors, the result is in the register of an argument
        if (is_select(*wait.kind))
            wait.sets.restore(wait.arguments);
    }
}

UWord make_call(const KernelCall& call) {
    if (waits == nullptr)
        return call.make();
    Task* const task = has_order() ? &own_task() : nullptr;
    Wait& wait = waits[task != nullptr ? task->thread : latest];
    if (wait.kind == nullptr || wait.kind->number != static_cast<UWord>(call.number))
        return call.make();
    wait.registers = Registers(call.guest);
    if (task == nullptr)
        return wait_alone(call, wait, wait.limit);
    if (!can_make_task)
        return wait_alone(call, wait, task->wait);
    UWord error = 0;
    if (task->wait.is_external || !can_wake) {
        error = wait_in_pieces(call, wait, *task);
    } else {
        set_endless(wait);
        error = call.make();
    }
    undo(wait);
    return error;
}

void write_rest(const Wait& wait, UWord to, ULong deadline) {
    if (to == 0 || !VG_(am_is_valid_for_client)(to, sizeof(Time), VKI_PROT_WRITE))
        return;
    Time rest = time_of(deadline > clock.now() ? deadline - clock.now() : 0);
    if (wait.kind->form == Form::timeval)
        rest.part /= 1000;
    *reinterpret_cast<Time*>(to) = rest;
}

// The kernel says how much time is left; so do we.
void write_rest(const Wait& wait, const SystemCall& call, ULong deadline) {
    const UWord number = wait.kind->number;
    const bool was_interrupted =
        call.failed() && sr_Err(call.result) == UWord{0} - UWord(interrupted);
    if (number == __NR_ppoll || number == __NR_pselect6 || wait.kind->form == Form::timeval) {
        write_rest(wait, wait.arguments[wait.kind->limit], deadline);
    } else if (number == __NR_clock_nanosleep) {
        if (was_interrupted && (wait.arguments[1] & 1) == 0)
            write_rest(wait, wait.arguments[3], deadline);
    }
#ifdef __NR_nanosleep
    else if (number == __NR_nanosleep && was_interrupted)
        write_rest(wait, wait.arguments[1], deadline);
#endif
}

void forget(Wait& wait, TimedWait& limit) {
    undo(wait);
    wait.kind = nullptr;
    limit.is_active = limit.is_due = false;
    __atomic_sub_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
}

bool makes_process(const SystemCall& call) {
    switch (call.number) {
#ifdef __NR_fork
    case __NR_fork:
    case __NR_vfork:
        return true;
#endif
    case __NR_clone:
        return (call.arguments[processor::clone_flags] & clone_thread) == 0;
    default:
        return false;
    }
}

bool wakes_others(UInt number, const UWord* arguments) {
    if (number != __NR_futex)
        return false;
    switch (arguments[1] & wait_bits) {
    case futex_wake:
    case requeue:
    case cmp_requeue:
    case wake_op:
    case wake_bitset:
        return true;
    default:
        return false;
    }
}

void note_outside(const SystemCall& call) {
    if (call.failed())
        return;
    switch (call.number) {
    case __NR_wait4:
        if (call.value() != 0 && outside.children != 0)
            --outside.children;
        break;
    case __NR_setitimer:
    case __NR_timer_settime:
    case __NR_timerfd_settime:
#ifdef __NR_alarm
    case __NR_alarm:
#endif
        outside.has_timer = true;
        break;
#ifdef __NR_connect
    case __NR_connect:
    case __NR_listen:
        outside.has_peer = true;
        break;
#endif
    default:
        if (makes_process(call) && call.value() != 0)
            ++outside.children;
    }
}

} // namespace

void start_waits(bool in_outer_run) {
    waits = static_cast<Wait*>(VG_(calloc)("cachegrind.waits", VG_N_THREADS, sizeof(Wait)));
    outside.has_outer_run = in_outer_run;
    wake_due_tasks = wake_those_due;
}

void forget_waits() {
    if (waits == nullptr)
        return;
    VG_(memset)(waits, 0, VG_N_THREADS * sizeof(Wait));
    outside = Outside{true, 0, false, outside.has_peer};
    has_keeper = false;
    waiting = 0;
}

void prepare_wait(ThreadId thread, UInt number, const UWord* arguments) {
    latest = thread;
    keep_turn(wakes_others(number, arguments));
    if (waits == nullptr)
        return;
    if (has_order())
        own_task().thread = thread;
    const Kind* const kind = kind_of(number);
    TimedWait limit;
    if (kind == nullptr || !find_deadline(*kind, arguments, limit.deadline))
        return;
    limit.is_active = true;
    limit.is_external = is_external(*kind, arguments);
    limit.real_limit = limit.deadline - clock.now();
    limit.real_start = real_time(monotonic);
    Wait& wait = waits[thread];
    wait.kind = kind;
    for (unsigned i = 0; i < 6; ++i)
        wait.arguments[i] = arguments[i];
    if (is_select(*kind))
        wait.sets.save(arguments);
    limit_of(wait) = limit;
    __atomic_add_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
    if (has_order()) {
        start_keeper();
        kernel::call(__NR_futex, place_of(&waiting), wake_private, 1);
    }
}

void note_wait(const SystemCall& call) {
    keep_turn(false); // also if the core made no call of the kernel
    if (waits == nullptr)
        return;
    note_outside(call);
    Wait& wait = waits[call.thread];
    if (wait.kind == nullptr)
        return;
    TimedWait& limit = limit_of(wait);
    if (limit.is_due && !limit.is_external && can_wake)
        drop_pending_kill();
    write_rest(wait, call, limit.deadline);
    forget(wait, limit);
}

void end_wait(ThreadId thread) {
    if (waits == nullptr || waits[thread].kind == nullptr)
        return;
    Wait& wait = waits[thread];
    TimedWait& limit = limit_of(wait);
    const bool has_ended = limit.is_due && !limit.is_external;
    const Word result = wait.kind->timed_out;
    forget(wait, limit);
    if (has_ended)
        SystemCall{thread, 0, nullptr, {}}.give(static_cast<UWord>(result));
}

} // namespace cg::vg::reproduce

extern "C" UWord __wrap_vgModuleLocal_do_syscall_for_client_WRK(Word number, void* guest,
                                                                const void* mask,
                                                                const void* mask_after,
                                                                Word mask_size) {
    return cg::vg::reproduce::make_call({number, guest, mask, mask_after, mask_size});
}
