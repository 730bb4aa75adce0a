// SPDX-License-Identifier: GPL-2.0-or-later
// One virtual clock for all clocks that a program can look at. A look moves it.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

class Clock {
  public:
    // Nanoseconds of CLOCK_MONOTONIC; it begins with 1,000 seconds, as if the machine had run
    // before.
    ULong now() const { return now_; }
    // Nanoseconds since 1970.
    ULong real_time() const { return epoch_ + (now_ - begin); }
    // Nanoseconds of processor time: without those that the program slept.
    ULong processor_time() const { return now_ - begin - slept_; }

    // Sets the time of the first look, in seconds since 1970.
    void set_epoch(ULong seconds) { epoch_ = seconds * second; }
    // A look: each takes as long.
    void look() { now_ += 1'000; }
    // Superblocks were executed: each takes a nanosecond.
    void work(ULong blocks) { now_ += blocks; }
    // The program slept until then.
    void sleep_until(ULong time) {
        if (time > now_) {
            slept_ += time - now_;
            now_ = time;
        }
    }
    // Goes on where the process that started this one was.
    void go_on(ULong time) {
        if (time > begin)
            sleep_until(time);
    }

    static constexpr ULong second = 1'000'000'000;
    static constexpr ULong begin = 1'000 * second;

  private:
    ULong now_ = begin;
    ULong epoch_ = 0;
    ULong slept_ = 0;
};

extern Clock clock;

// Called by generated code instead of RDTSC: a counter of nanoseconds.
ULong read_time_stamp();

// Replaces what a system call returned that looks at a clock.
void replace_time(const SystemCall& call);

} // namespace cg::vg::reproduce
