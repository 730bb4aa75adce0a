// SPDX-License-Identifier: GPL-2.0-or-later
// Reproducible runs (docs/reproducible.md): what differs from one machine, environment or run to
// another is shown to the program as if it were the same everywhere. A module of this directory for
// each source; the rest of the tool knows this header only.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// True if anything is fixed. Otherwise none of the following is called.
extern bool is_reproducing;

// To be called when the options are read. Ends the run if they cannot be.
struct ReproduceFault {
    const HChar* option;
    const HChar* reason; // null: none
};
ReproduceFault start_reproducing();

// Lets the superblock call functions of ours where it would ask the machine.
void reproduce_instructions(IRSB& block);

// To be called before a thread runs code of the program.
void reproduce_before_client_code(ThreadId thread);
// And after it; `blocks`: superblocks that all threads executed since the program's start.
void reproduce_after_client_code(ULong blocks);

void reproduce_before_system_call(ThreadId thread, UInt number, UWord* arguments);
void reproduce_after_system_call(ThreadId thread, UInt number, UWord* arguments, SysRes result);

// Before a fork, and in its child: each process has random numbers of its own, by the order of
// birth.
void reproduce_before_fork();
void reproduce_in_child();
// Before another program is executed: it goes on with this clock, and its own seed.
void reproduce_before_execution(bool is_profiled);

// At the end: says what the program asked that cannot be fixed.
void reproduce_report();

// The settings, in one line: "cpu x86-64-v2, cpus 1, seed 0, epoch 1767225600". Null: nothing.
const HChar* reproduce_description();

// The number of the process in profiles, which are the same in each run.
UWord reproduce_process_number();

} // namespace cg::vg
