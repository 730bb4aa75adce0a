// SPDX-License-Identifier: GPL-2.0-or-later
// Sums files to a text, in parallel.
#pragma once

#include "algebra/merge.hpp"
#include "format/profile_text.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// Returns the text that write_profile() makes of the Merge of the profiles, without tables of
// counts, with up to `jobs` threads. Calls `look` for each header in the order of `paths`; `look`
// may throw. Throws like load_each() and Merge, with the file's name. A thousand profiles need the
// memory of a few profiles and of the text of the sum.
std::vector<ProfileText>
sum_files(std::span<const std::string> paths, MergeEvents events, unsigned jobs,
          const std::function<void(std::size_t index, const Header&)>& look);

} // namespace cg
