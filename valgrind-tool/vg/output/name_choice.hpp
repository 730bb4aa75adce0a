// SPDX-License-Identifier: GPL-2.0-or-later
// Chooses the names by which functions are written, so that no two are alike. Readers of
// Callgrind's format tell functions apart by name and file, or by name and the last parts of the
// paths of file and object, or by name only.
#pragma once

#include "vg/output/call_functions.hpp"

namespace cg::vg {

// Sets `written` of each function. Of functions with the same name the first one keeps it. The
// others get what tells them apart from all of them: the shortest end of the path of the file that
// does, or the object, or both, or a number. False: out of memory.
bool choose_names(CallFunctions& functions);

} // namespace cg::vg
