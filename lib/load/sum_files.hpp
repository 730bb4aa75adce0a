// SPDX-License-Identifier: GPL-2.0-or-later
// Paths to the text of their sum, in parallel.
#pragma once

#include "algebra/merge.hpp"
#include "format/profile_text.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// Writes the sum of the profiles: what write_profile() makes of their Merge, but without tables
// of counts, by up to so many threads. look is called for each header in the order of paths, and
// may throw. Throws as load_each() and Merge, with the file's name. A thousand profiles take the
// memory of some, and of their sum as text.
std::vector<ProfileText>
sum_files(std::span<const std::string> paths, MergeEvents events, unsigned jobs,
          const std::function<void(std::size_t index, const Header&)>& look);

} // namespace cg
