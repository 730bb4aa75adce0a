// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of one version of the sources as lines of another.
#pragma once

#include "algebra/rename.hpp"

#include <string>

namespace cg::difference {

// The first profile with the second's line numbers, where a file has one source text below each
// of the two folders: the longest ending of its original name that is a file there. Lines that
// the second text has not go to line 0. Throws std::overflow_error.
Profile with_lines_of_second(const Renamed& first, const Renamed& second,
                             const std::string& first_dir, const std::string& second_dir);

} // namespace cg::difference
