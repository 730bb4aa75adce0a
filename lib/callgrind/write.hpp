// SPDX-License-Identifier: GPL-2.0-or-later
// Callgrind's profile format, version 1, writing: as our tool does, with the tree of calls in
// comments where there is one (cachegrind-out(5)).
#pragma once

#include "model/profile.hpp"

#include <functional>
#include <string_view>

namespace cg {

// Of a profile with calls. Hands the bytes to sink in large parts. Throws Error for a name with a
// newline.
void write_callgrind(const Profile& profile, const std::function<void(std::string_view)>& sink);

} // namespace cg
