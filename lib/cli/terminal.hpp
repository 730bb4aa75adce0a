// SPDX-License-Identifier: GPL-2.0-or-later
// What the terminal at stdout can show.
#pragma once

#include <cstddef>
#include <string_view>

namespace cg::cli {

// choice: "always", "never" or "auto", which is: on a terminal, unless NO_COLOR is set or TERM is
// "dumb".
bool wants_colour(std::string_view choice, bool on_terminal);

// In columns. 0: unknown.
std::size_t terminal_width();

} // namespace cg::cli
