// SPDX-License-Identifier: GPL-2.0-or-later
// Writes Callgrind's profile format, version 1, like our tool: with the tree of calls, if there is
// one, in comments (cachegrind-out(5)).
#pragma once

#include "model/profile.hpp"
#include "text/writer.hpp"

#include <string_view>

namespace cg {

// The profile must have calls. Passes the bytes to `sink` in large pieces. Throws Error for a name
// with a newline.
void write_callgrind(const Profile& profile, const Sink& sink);

} // namespace cg
