// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a thread for the modules that follow calls: the top of its calls, which generated
// code keeps in the shadow of its registers, and how far the stacks of calls may grow.
#pragma once

#include <stddef.h>

#include "vg/core/processor.hpp"
#include "vg/core/time_slice.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg::shadow {

// The layout of the first of the two shadows of the guest's registers: memory that each
// thread has for itself, zero at first, and that a new thread gets a copy of.

inline constexpr ptrdiff_t zero = 0;        // a word that is never written
inline constexpr ptrdiff_t base = 8;        // arena_base(), which is written before the thread runs
inline constexpr ptrdiff_t call_state = 16; // the top of the thread's calls (calls/frames.hpp)

} // namespace cg::vg::shadow

namespace cg::vg {

// Read and write the State at shadow::call_state.
template <typename State>
State load_thread_state(ThreadId thread) {
    State state = {};
    VG_(get_shadow_regs_area)
    (thread, reinterpret_cast<UChar*>(&state), 1, shadow::call_state, sizeof state);
    return state;
}
template <typename State>
void store_thread_state(ThreadId thread, const State& state) {
    VG_(set_shadow_regs_area)
    (thread, 1, shadow::call_state, sizeof state, reinterpret_cast<const UChar*>(&state));
}
// The State of the running thread while an object of this class exists, for functions that
// generated code calls with the address of the thread's registers: the first shadow follows them.
template <typename State>
class RunningState {
  public:
    // `guest` is not used if !processor::passes_state.
    explicit RunningState(void* guest) : guest_(guest) {
        if (!processor::passes_state)
            copy_ = load_thread_state<State>(VG_(get_running_tid)());
    }
    ~RunningState() {
        if (!processor::passes_state)
            store_thread_state(VG_(get_running_tid)(), copy_);
    }
    RunningState(const RunningState&) = delete;
    RunningState& operator=(const RunningState&) = delete;

    State& operator*() {
        constexpr auto offset =
            static_cast<PtrdiffT>(sizeof(VexGuestArchState)) + shadow::call_state;
        return processor::passes_state
                   ? *reinterpret_cast<State*>(static_cast<UChar*>(guest_) + offset)
                   : copy_;
    }

  private:
    void* guest_;
    State copy_;
};

// Each superblock of a slice can push a call, and there must be room for all of them.
inline constexpr SizeT room_for_slice = max_blocks_of_slice + 1024;

// The alternate signal stack of a thread. Calls on it follow those of the interrupted stack.
struct AlternateStack {
    Addr low, high;

    explicit AlternateStack(ThreadId thread)
        : low(VG_(thread_get_altstack_min)(thread)),
          high(low + VG_(thread_get_altstack_size)(thread)) {}
    bool holds(Addr stack_pointer) const { return low < stack_pointer && stack_pointer <= high; }

    // Returns true if a function is left that began with the stack pointer `began`, where it is
    // `now`: outside of the alternate stack all functions on that are.
    bool is_left(Addr began, Addr now) const {
        return holds(now) ? holds(began) && began < now : holds(began) || began < now;
    }
};

} // namespace cg::vg
