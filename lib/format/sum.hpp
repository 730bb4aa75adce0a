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

// Returns the text of the sum, in pieces. header.events are the events that `columns` of the parts
// refer to. Functions without a name get the name unspecified_mark. Moves names out of `layouts`.
// Throws ParseError if the count lines of a part violate the grammar or do not add up to its
// summary, and Error(source, ...) for the part at which a sum gets too large.
std::vector<ProfileText> sum_of(std::span<ProfileLayout> layouts,
                                std::span<const ProfilePart> parts, const Header& header,
                                const std::vector<Count>& summary, const Executor& executor);

} // namespace cg
