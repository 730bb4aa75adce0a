// SPDX-License-Identifier: GPL-2.0-or-later
// The name of the output file, which no two processes of a run may share.
//
// A run is all processes that the one which the user started makes by fork, and by exec with
// --trace-children=yes. They share a list of the names that they have taken, in a file in memory:
// its descriptor is inherited by fork, and its number is handed to the tool in a program that is
// executed (--run-names). An earlier run's file is on nobody's list, and is replaced.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns the name that this process writes to: the expanded --cachegrind-out-file or, if another
// process of the run has taken that, the same with the process number appended, of which a note is
// printed.
const HChar* out_name();

// Returns another such name, for the profile of a program that executes another one that is
// profiled, too. That one will get the name of out_name(), which stays reserved for this process.
const HChar* out_name_before_exec();

// Returns true for the first caller in the run.
bool is_first_in_run();

// To be called when the options are read. Takes over the list of the run, if one was handed on.
void join_run();

// Returns true if another process of the run started this program.
bool is_in_started_run();

// To be called before a fork and in its child. The first one starts the list, on which the name of
// the process that the user started is the first.
void share_names();
void forget_own_name();

// To be called before another program is executed. Hands the list on if that is profiled, too.
void hand_on_names(bool is_profiled);

} // namespace cg::vg
