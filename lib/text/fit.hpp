// SPDX-License-Identifier: GPL-2.0-or-later
// Cuts lines to the width of a terminal.
#pragma once

#include "text/sink.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

// Returns a sink that passes the first `width` columns of each line to `sink`. If more than blanks
// is cut off, the last column is "…". A tab goes to the next multiple of eight, a UTF-8 sequence is
// one column wide (also those that a terminal shows in two), and escape sequences have no width.
// They are never cut off, so that no colour stays on. Holds back the last column of an incomplete
// line.
Sink fitted(Sink sink, std::size_t width);

// Returns a path that fits after `used` columns of a line of `width` columns: a long path loses its
// beginning, because its end is more important. A `width` of 0 cuts nothing.
std::string fit_path(std::string_view path, std::size_t used, std::size_t width);

} // namespace cg
