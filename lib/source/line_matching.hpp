// SPDX-License-Identifier: GPL-2.0-or-later
// Which line of one version of a text is which of another.
#pragma once

#include "source/source_lines.hpp"

#include <cstdint>
#include <vector>

namespace cg {

// For each line of the second text, by its number from 1, the line of the first that it is, or
// 0 for a new one; at index 0 stands 0. Matched lines are equal and in order in both texts.
//
// A longest common subsequence, as long as the texts differ in no more lines than a few
// thousand. Beyond that (a text that was replaced rather than edited) lines that are unique in
// both texts are matched first and only what is between them like this.
std::vector<std::uint32_t> match_lines(const SourceLines& first, const SourceLines& second);

// The inverse: for each line of the first text, by its number from 1, the line of the second
// that it is, or 0.
std::vector<std::uint32_t> lines_in_second(const SourceLines& first, const SourceLines& second);

} // namespace cg
