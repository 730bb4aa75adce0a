// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/order.hpp"

#include "vg/core/internals.hpp"
#include "vg/core/kernel.hpp"

namespace cg::vg::reproduce {

constinit WakeDueTasks wake_due_tasks = nullptr;

namespace {

constinit bool is_ordered = false;
constinit Tasks table = {nullptr, 0};
constinit SizeT room = 0;
constinit Task* owner = nullptr; // of the core's lock
constinit bool is_deciding = false;
constinit bool is_turn_kept = false; // by the owner, for a system call that never waits
constinit SizeT last = 0;            // index of the task that ran last
constinit UInt changes = 0;          // of the table, and of who asks for the lock
constinit UInt is_locked = 0;        // a spin lock: who waits for it must not seem to sleep

constexpr UWord futex_wait = 128, futex_wake = 129; // both of this process only

void note_change() {
    __atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
}

UInt change_count() {
    return __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
}

void wait_for_turn_of(UInt& turn, UInt seen) {
    kernel::call(__NR_futex, kernel::word(&turn), futex_wait, seen);
}

void wake(Task& task) {
    __atomic_add_fetch(&task.turn, 1, __ATOMIC_SEQ_CST);
    kernel::call(__NR_futex, kernel::word(&task.turn), futex_wake, 1);
}

// The core has room for few descriptors that the program does not see; each task needs one more.
constinit bool has_room_for_descriptors = false;

Int open_state(Int number) {
    HChar path[64];
    VG_(sprintf)(path, "/proc/self/task/%d/stat", number);
    const SysRes opened = VG_(open)(path, VKI_O_RDONLY, 0);
    return sr_isError(opened) ? -1 : static_cast<Int>(sr_Res(opened));
}

void close_state(Task& task) {
    if (task.state >= 0)
        VG_(close)(task.state);
    task.state = -1;
}

// Tasks are locked. A task may be added by itself or by the one that made it.
Task& find_or_add(Int number) {
    Task* free = nullptr;
    for (SizeT i = 0; i < table.count; ++i) {
        Task& task = table.all[i];
        if (task.is_used && task.number == number)
            return task;
        if (!task.is_used && free == nullptr)
            free = &task;
    }
    if (free == nullptr) {
        if (table.count == room)
            VG_(tool_panic)("more threads than the core allows");
        free = &table.all[table.count++];
    }
    *free = Task{};
    free->is_used = true;
    free->number = number;
    const Int state = has_room_for_descriptors ? open_state(number) : -1;
    if (state >= 0) {
        free->state = kernel::hide_descriptor(state);
        kernel::set_close_on_exec(free->state, true);
    }
    note_change();
    return *free;
}

enum class Activity { runs, sleeps, ended };

Activity activity_of(const Task& task) {
    // NUMBER (NAME) STATE: the name has at most 15 characters, and may have any.
    HChar text[64];
    const Int state = task.state >= 0 ? task.state : open_state(task.number);
    const SizeT size = kernel::read_from_start(state, text, sizeof text);
    if (task.state < 0 && state >= 0)
        VG_(close)(state);
    for (SizeT i = size; i-- > 0;) {
        if (text[i] != ')' || i + 2 >= size)
            continue;
        switch (text[i + 2]) {
        case 'S':
            return Activity::sleeps;
        case 'X':
        case 'Z':
            return Activity::ended;
        default:
            return Activity::runs;
        }
    }
    return Activity::ended;
}

// Tasks are locked.
void forget(Task& task) {
    close_state(task);
    task.is_used = false;
    note_change();
}

// Returns true if each task but `self` asks for the lock or sleeps, and waits for nothing that it
// will get at once. Forgets those that have ended.
bool others_rest(const Task* self) {
    bool rest = true;
    for (SizeT i = 0; i < table.count; ++i) {
        Task& task = table.all[i];
        if (!task.is_used || task.is_queued || &task == self)
            continue;
        const Activity activity = activity_of(task);
        if (activity == Activity::ended) {
            lock_tasks();
            forget(task);
            unlock_tasks();
        }
        rest = rest && activity != Activity::runs && !(task.wait.is_active && task.wait.is_due);
    }
    return rest;
}

// Two looks must find the same: a task may have been woken by another one after the first look at
// it.
void wait_until_others_rest(const Task* self) {
    bool rested = false;
    UInt seen = 0;
    for (unsigned looks = 0;; ++looks) {
        const UInt before = change_count();
        const bool rest = others_rest(self);
        if (rest && rested && seen == before && before == change_count())
            return;
        rested = rest && before == change_count();
        seen = before;
        if (rest)
            continue;
        // Not sched_yield(), which gives the processor to other programs for long.
        constexpr unsigned looks_without_pause = 20;
        if (looks >= looks_without_pause) {
            const UWord pause[2] = {0, 20'000}; // nanoseconds
            kernel::call(__NR_nanosleep, kernel::word(pause));
        }
    }
}

// The next one that asks for the lock, or null.
Task* next_task() {
    for (SizeT step = 1; step <= table.count; ++step) {
        const SizeT i = (last + step) % table.count;
        if (table.all[i].is_used && table.all[i].is_queued)
            return &table.all[i];
    }
    return nullptr;
}

void take_turn() {
    Task& self = own_task();
    lock_tasks();
    if (owner == &self) {
        is_turn_kept = false;
        unlock_tasks();
        return;
    }
    self.is_queued = true;
    note_change();
    while (owner != &self) {
        if (owner == nullptr && !is_deciding) {
            is_deciding = true;
            do {
                unlock_tasks();
                wait_until_others_rest(&self);
                lock_tasks();
            } while (wake_due_tasks != nullptr && wake_due_tasks());
            owner = next_task();
            last = static_cast<SizeT>(owner - table.all);
            is_deciding = false;
            if (owner != &self)
                wake(*owner);
            continue;
        }
        const UInt seen = __atomic_load_n(&self.turn, __ATOMIC_SEQ_CST);
        unlock_tasks();
        wait_for_turn_of(self.turn, seen);
        lock_tasks();
    }
    self.is_queued = false;
    unlock_tasks();
}

void end_turn() {
    if (is_turn_kept)
        return;
    lock_tasks();
    owner = nullptr;
    // One that asks for the lock decides who gets it; most often that is itself.
    if (Task* const next = is_deciding ? nullptr : next_task())
        wake(*next);
    unlock_tasks();
}

} // namespace

void lock_tasks() {
    for (unsigned tries = 1; __atomic_exchange_n(&is_locked, 1, __ATOMIC_ACQUIRE) != 0; ++tries) {
        if (tries % 1024 == 0) // who has it may wait for this processor
            kernel::call(__NR_sched_yield, 0);
    }
}

void unlock_tasks() {
    __atomic_store_n(&is_locked, 0, __ATOMIC_RELEASE);
}

void reserve_descriptors() {
    constexpr Int files_of_program = 1024; // as it is told (machine.cpp)
    const auto more = static_cast<Int>(VG_N_THREADS);
    has_room_for_descriptors =
        &VG_(fd_hard_limit) != nullptr && VG_(fd_hard_limit) >= files_of_program + more;
    if (has_room_for_descriptors)
        VG_(fd_hard_limit) -= more;
}

void begin_order() {
    if (is_ordered)
        return;
    if (table.all == nullptr) {
        room = VG_N_THREADS;
        table.all = static_cast<Task*>(VG_(malloc)("cachegrind.tasks", room * sizeof(Task)));
    }
    table.count = 0;
    owner = &find_or_add(VG_(gettid)());
    last = 0;
    is_ordered = true;
}

bool has_order() {
    return is_ordered;
}

void expect_task(Int number) {
    if (!is_ordered)
        return;
    lock_tasks();
    find_or_add(number);
    unlock_tasks();
}

void forget_order() {
    if (!is_ordered)
        return;
    for_each_task(close_state);
    table.count = 0;
    owner = nullptr;
    is_ordered = is_deciding = is_turn_kept = false;
    is_locked = 0;
}

Task& own_task() {
    lock_tasks();
    Task& task = find_or_add(VG_(gettid)());
    unlock_tasks();
    return task;
}

void keep_turn(bool keeps) {
    is_turn_kept = keeps && is_ordered;
}

UInt thread_count() {
    UInt count = 0;
    for_each_task([&](const Task& task) {
        if (activity_of(task) != Activity::ended)
            ++count;
    });
    return is_ordered ? count : 1;
}

bool all_tasks_sleep() {
    if (owner != nullptr || is_deciding)
        return false;
    for (SizeT i = 0; i < table.count; ++i) {
        Task& task = table.all[i];
        if (!task.is_used)
            continue;
        // One that is due will run as soon as it knows.
        const bool is_ready = task.is_queued || (task.wait.is_active && task.wait.is_due);
        const Activity activity = is_ready ? Activity::runs : activity_of(task);
        if (activity == Activity::runs)
            return false;
        if (activity == Activity::ended)
            forget(task);
    }
    return true;
}

Tasks tasks() {
    return table;
}

} // namespace cg::vg::reproduce

extern "C" {

void __wrap_vgModuleLocal_acquire_sched_lock(void* lock) {
    if (cg::vg::reproduce::has_order())
        cg::vg::reproduce::take_turn();
    __real_vgModuleLocal_acquire_sched_lock(lock);
}

void __wrap_vgModuleLocal_release_sched_lock(void* lock) {
    __real_vgModuleLocal_release_sched_lock(lock);
    if (cg::vg::reproduce::has_order())
        cg::vg::reproduce::end_turn();
}

} // extern "C"
