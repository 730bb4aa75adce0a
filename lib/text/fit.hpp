// SPDX-License-Identifier: GPL-2.0-or-later
// Cuts lines to the width of a terminal.
#pragma once

#include "text/sink.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

// Passes on to sink the first `width` columns of each line; where more than blanks is cut off, the
// last is "…". A tab goes to the next multiple of eight, a UTF-8 sequence is one column wide (also
// those that a terminal shows in two), and an escape sequence none: it is never cut off, so that
// no colour stays on. The last column of a line that has no newline yet is held back.
Sink fitted(Sink sink, std::size_t width);

// The path as it fits after `used` columns of a line: without its beginning where it is too long,
// since its end says most. A width of 0 cuts nothing.
std::string fit_path(std::string_view path, std::size_t used, std::size_t width);

} // namespace cg
