// SPDX-License-Identifier: GPL-2.0-or-later
// Guesses which of several words a user meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cg {

// Returns the first of the words that are nearest to `word`: with the fewest letters that are
// missing, too many, others or swapped with their neighbour. Returns nothing if more than a third
// of the letters are wrong, or if `word` is too long to be typed.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> words);

// Returns " (did you mean WORD?)" for the nearest word, or "". `before` is written before it.
std::string did_you_mean(std::string_view word, std::span<const std::string> words,
                         std::string_view before = "");

} // namespace cg
