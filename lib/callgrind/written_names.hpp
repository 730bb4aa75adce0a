// SPDX-License-Identifier: GPL-2.0-or-later
// The names of functions in files of Callgrind's format (decision 0014): readers take two functions
// for one if their names are equal, whatever their files and objects. So each has a name that no
// other has, is not empty and not "???".
#pragma once

#include "model/called_functions.hpp"

#include <string>
#include <vector>

namespace cg {

// Returns a name for each function, which may be its own.
std::vector<std::string> written_names(const CalledFunctions& functions);

} // namespace cg
