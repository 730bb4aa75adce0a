// SPDX-License-Identifier: GPL-2.0-or-later
// The order of threads. The core lets one thread run at a time: who has its lock. Here the thread
// that gets it next does not depend on which one the kernel woke first: it is the next one of those
// that are ready, in the order of their creation, after the one that ran last. Which are ready is
// known, because who decides waits until each thread of the program either asks for the lock or
// sleeps in the kernel.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

// A wait that ends at a time of the virtual clock.
struct TimedWait {
    bool is_active = false;
    bool is_external = false; // what is outside of the program may end it, too
    bool is_due = false;      // its time has come; the thread does not know it yet
    ULong deadline = 0;       // of the virtual clock
    ULong real_limit = 0;     // what it would take, in nanoseconds of the real clock,
    ULong real_start = 0;     // since then
};

// A task of the kernel that runs a thread of the program.
struct Task {
    bool is_used = false;
    volatile bool is_queued = false; // for the lock
    Int number = 0;                  // the kernel's
    ThreadId thread = 0;             // set when it waits
    Int state = -1;                  // a descriptor of /proc/self/task/NUMBER/stat
    UInt turn = 0;                   // a futex
    TimedWait wait;
};

// To be called before the program starts: takes the descriptors that are needed to look at threads
// from the end of those that it could have.
void reserve_descriptors();

// From now on there is more than one thread. To be called by the one that has the lock, before it
// makes the second one.
void begin_order();
bool has_order();
// To be called when that was made, with the number of its task.
void expect_task(Int number);
// In the child after fork, which has one thread.
void forget_order();

// The task that calls. There must be an order.
Task& own_task();

// Whether the thread that has the lock makes a system call that never waits: it has the lock again
// after it, without waiting for those that it woke to ask for it.
void keep_turn(bool keeps);

// How many threads there are. To be called by the one that has the lock.
UInt thread_count();

// To be called while nothing else decides or changes what tasks wait for.
void lock_tasks();
void unlock_tasks();

// Returns true if no task has the lock, asks for it or is about to. Tasks are locked.
bool all_tasks_sleep();

// Called by who decides, when all others sleep or ask for the lock, and tasks are locked: returns
// true if it woke one, so that it has to be waited for.
using WakeDueTasks = bool (*)();
extern WakeDueTasks wake_due_tasks;

struct Tasks {
    Task* all;
    SizeT count; // all beyond are unused
};
Tasks tasks();

// Calls f(Task&) for each.
template <typename F>
void for_each_task(F f) {
    const Tasks of = tasks();
    for (SizeT i = 0; i < of.count; ++i) {
        if (of.all[i].is_used)
            f(of.all[i]);
    }
}

} // namespace cg::vg::reproduce
