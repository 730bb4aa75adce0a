// SPDX-License-Identifier: GPL-2.0-or-later
// The tree of calls as text. Private to this room.
#pragma once

#include "render/renderers.hpp"

namespace cg::render {

// Writes callees below callers or callers below callees (options.tree_of). Throws Error if the
// profile has no tree of calls.
void call_tree(const ProfileView& view, const Options& options, Writer& out);

} // namespace cg::render
