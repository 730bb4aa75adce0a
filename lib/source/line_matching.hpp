// SPDX-License-Identifier: GPL-2.0-or-later
// Matches the lines of two versions of a text.
#pragma once

#include "source/source_lines.hpp"

#include <cstdint>
#include <vector>

namespace cg {

// Returns, for each line of the second text (indexed by its number from 1), the matching line of
// the first text, or 0 for a new line; index 0 holds 0. Matched lines are equal but for white space
// at both ends, and in the same order in both texts.
//
// Finds a longest common subsequence if the texts differ in at most a few thousand lines. For more
// differences (a text that was replaced rather than edited), first matches lines that are unique in
// both texts, and then finds subsequences between them.
std::vector<std::uint32_t> match_lines(const SourceLines& first, const SourceLines& second);

// Returns the inverse: for each line of the first text (indexed from 1), the matching line of the
// second text, or 0. Here lines that moved are matched too, so the order may differ.
std::vector<std::uint32_t> lines_in_second(const SourceLines& first, const SourceLines& second);

} // namespace cg
