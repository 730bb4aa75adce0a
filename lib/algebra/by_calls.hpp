// SPDX-License-Identifier: GPL-2.0-or-later
// Makes profiles whose functions and counts come from their calls.
#pragma once

#include "model/call_tree.hpp"
#include "model/fwd.hpp"

namespace cg {

// Returns the profile with `calls`, which must have a tree and be chosen from its own
// (calls/select.hpp), and the own costs of their functions as counts. A function keeps its rows if
// its own cost did not change. Others have one row, at line 0, because paths have no counts by
// line. Code outside functions belongs to ??? in the file ???.
Profile of_own_cost(const Profile& profile, Calls calls);

// Returns the functions that lose their rows by that: functions of the chosen calls whose own cost
// is not 0, and differs from the profile's.
std::vector<FunctionId> functions_of_other_cost(const Profile& profile, const Calls& chosen);

// Returns the calls in which functions that are one for whoever asks about functions are one
// (CalledFunctions::representatives()), and so are their nodes of the tree and their arcs.
Calls with_joined_functions(Calls calls);

// The names of functions in reports: code without a name is "0x4fee40 [python3.11]", and code
// outside any function is "???".
enum class FunctionNames {
    shown,    // several functions, whose files and objects differ, may have one name
    distinct, // have an addition then: "init (b/util.c)"
    of_rows,  // as shown, but inlined functions (inlined_suffix) have the names of their rows
};

// Returns the profile with each row under the name of the function that ran it; with names of_rows,
// without calls. The profile must have calls. The ids of names stay the same, and what is by
// address and by data object, whose functions have names of their own.
Profile by_called_function(Profile profile, FunctionNames function_names);

// Returns a profile with further events: the inclusive cost E:inclusive for each event E, and
// calls. Their summary is 100 %. Each function of the calls has its own counts by file and
// the others in its own file, all at line 0; of the calls, only these rows by function are left.
// The ids of names stay the same. Throws std::invalid_argument if the profile has an event of that
// name, std::overflow_error.
Profile with_inclusive_cost(const Profile& profile);

} // namespace cg
