// SPDX-License-Identifier: GPL-2.0-or-later
// Filters all output to a terminal, so that no text can control the terminal.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Keeps printable UTF-8, newlines, tabs and the colours of text/colours.hpp. Drops the CR of a
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
