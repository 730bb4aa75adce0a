// SPDX-License-Identifier: GPL-2.0-or-later
// Colours of a report on a terminal, and the filter for all else that could control one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cg {

// Colours of a report on a terminal.

enum class Colours {
    none,
    heat, // counts of at least 10 % of the percent_base, and of at least 1 %
    diff, // positive counts and negative ones
};

// Returns the escape sequence to write before a count, or an empty string for no colour. After an
// empty string, colour_end is not written.
std::string_view colour_of(Colours colours, std::int64_t count, std::int64_t percent_base);
inline constexpr std::string_view colour_end = "\x1b[0m";

// For counts of at least 10 %, and of at least 1 %, of the percent_base.
inline constexpr std::string_view colour_hot = "\x1b[1;31m";
inline constexpr std::string_view colour_warm = "\x1b[33m";

// A removed and an added line of a diff.
inline constexpr std::string_view colour_removed = "\x1b[32m";
inline constexpr std::string_view colour_added = "\x1b[31m";

// All escape sequences that a terminal may get.
inline constexpr std::array all_colours = {colour_end, colour_hot, colour_warm, colour_removed,
                                           colour_added};

// Filters all output to a terminal, so that no text can control the terminal.

// Keeps printable UTF-8, newlines, tabs and the colours above. Drops the CR of a
// line's end. Replaces every other byte by U+FFFD.
class TerminalFilter {
  public:
    // Returns the text to write. Keeps an incomplete sequence at the end for the next call.
    std::string filter(std::string_view bytes);
    // Returns the rest, at the end of the output.
    std::string finish();

  private:
    std::string pending_;
};

} // namespace cg
