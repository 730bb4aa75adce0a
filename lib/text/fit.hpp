// SPDX-License-Identifier: GPL-2.0-or-later
// Cuts lines to the width of a terminal.
#pragma once

#include "text/sink.hpp"

namespace cg {

// Passes on to sink the first `width` columns of each line. A tab goes to the next multiple of
// eight, a UTF-8 sequence is one column wide (also those that a terminal shows in two), and an
// escape sequence none: it is never cut off, so that no colour stays on.
Sink fitted(Sink sink, std::size_t width);

} // namespace cg
