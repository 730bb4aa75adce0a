// SPDX-License-Identifier: GPL-2.0-or-later
// Words: of a text, of a path; compared; guessed.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Splits.

// Returns the words of a text, which these characters separate.
std::vector<std::string_view> words_of(std::string_view text, std::string_view blanks = " \t");

// Returns the last part of a path: the name of a file, without its directories.
inline std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

// Compares names without regard to the case of ASCII letters.

inline char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

inline bool ends_ignoring_case(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

// Guesses which of several words a user meant.

// Returns the first of the words that are nearest to `word`: with the fewest letters that are
// missing, too many, others or swapped with their neighbour. Returns nothing if more than a third
// of the letters are wrong, or if `word` is too long to be typed.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> words);

// Returns " (did you mean WORD?)" for the nearest word, or "". `before` is written before it.
std::string did_you_mean(std::string_view word, std::span<const std::string> words,
                         std::string_view before = "");

} // namespace cg
