// SPDX-License-Identifier: GPL-2.0-or-later
// What is written to a terminal, whatever it is: nothing in it may steer the terminal.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Passes on printable UTF-8, newlines, tabs and the colours of text/colours.hpp. Every other byte
// becomes U+FFFD, but the CR of a line's end goes.
class TerminalFilter {
  public:
    // What can be written of the bytes so far. A sequence may begin in one piece and end in the
    // next.
    std::string filter(std::string_view bytes);
    // What is left when nothing follows.
    std::string finish();

  private:
    std::string pending_;
};

} // namespace cg
