// SPDX-License-Identifier: GPL-2.0-or-later
// Speedscope's JSON of a profile with a tree of calls. Private to this room.
#pragma once

#include "render/renderers.hpp"

namespace cg::render {

void speedscope_calls(const ProfileView& view, Writer& out);

} // namespace cg::render
