// SPDX-License-Identifier: GPL-2.0-or-later
// Properties of the terminal at stdout.
#pragma once

#include <cstddef>
#include <string_view>

namespace cg::cli {

// `choice` is "always", "never" or "auto", which is on for a terminal, unless NO_COLOR is set or
// TERM is "dumb".
bool wants_colour(std::string_view choice, bool on_terminal);

// Returns the width in columns, or 0 if it is unknown.
std::size_t terminal_width();

} // namespace cg::cli
