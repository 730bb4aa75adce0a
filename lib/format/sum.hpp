// SPDX-License-Identifier: GPL-2.0-or-later
// The sum of profiles, from their texts to its text: a function at a time, so that no table of
// their counts is ever made. The same as algebra's Merge makes of the profiles.
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
