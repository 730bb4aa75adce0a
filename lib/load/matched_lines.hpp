// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of one version of a program as lines of another, by the sources of both.
#pragma once

#include "algebra/rename.hpp"

#include <string>

namespace cg {

// Returns the first profile with line numbers of the second. A file's text is looked for in each
// directory by the longest ending of its original name that is a file there. Lines of a file
// stay as they are if it had several original names or if one of the texts is not found. Lines
// that are not in the second text go to line 0. Throws std::overflow_error.
Profile with_lines_of_second(const Renamed& first, const Renamed& second,
                             const std::string& first_dir, const std::string& second_dir);

} // namespace cg
