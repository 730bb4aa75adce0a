// SPDX-License-Identifier: GPL-2.0-or-later
// Colours of a report on a terminal.
#pragma once

#include <cstdint>
#include <string_view>

namespace cg {

enum class Colours {
    none,
    heat, // what holds 10 % or more of the whole, and what holds 1 %
    diff, // what grew and what shrank
};

// The escape sequence to write before a count, and the one behind; both empty for no colour.
std::string_view colour_of(Colours colours, std::int64_t count, std::int64_t whole);
inline constexpr std::string_view colour_end = "\x1b[0m";

// A removed and an added line of a diff.
inline constexpr std::string_view colour_removed = "\x1b[32m";
inline constexpr std::string_view colour_added = "\x1b[31m";

} // namespace cg
