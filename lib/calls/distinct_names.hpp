// SPDX-License-Identifier: GPL-2.0-or-later
// Names that tell functions apart where nothing but the name does: in files of Callgrind's format
// (decision 0014), and in reports that show no file and object with each name.
#pragma once

#include "model/called_functions.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns the name without spaces at its ends, which some readers drop, and with "?" for control
// characters.
std::string without_blanks(std::string_view name);

// Returns `names`, which has a name for each function, with an addition where several functions
// have one name or it is in `taken`: "init", "init (b/util.c)".
std::vector<std::string> distinct_names(const CalledFunctions& functions,
                                        std::vector<std::string> names,
                                        std::span<const std::string_view> taken = {});

} // namespace cg
