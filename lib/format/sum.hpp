// SPDX-License-Identifier: GPL-2.0-or-later
// Sums the texts of profiles to a text, one function at a time and without a table of counts. The
// result is equal to that of algebra's Merge.
#pragma once

#include "format/executor.hpp"
#include "format/function_blocks.hpp"
#include "format/profile_text.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

// The text in parts, by events that the parts' columns are meant for; functions without a name
// are called unspecified_mark, and are one with those of that name. Takes the layouts' names.
// Throws ParseError when a part's count lines are not as they should be or not what its summary
// says, and Error(source, ...) for a part whose counts make a sum too large.
std::vector<ProfileText> sum_of(std::span<ProfileLayout> layouts,
                                std::span<const ProfilePart> parts, const Header& header,
                                const std::vector<Count>& summary, const Executor& executor);

} // namespace cg
