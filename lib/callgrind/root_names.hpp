// SPDX-License-Identifier: GPL-2.0-or-later
// The names of the roots of a tree in files of Callgrind's format, where they are functions that
// nobody calls.
#pragma once

#include "model/call_tree.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace cg {

inline constexpr std::string_view root_names[path_starts] = {
    "(start of program and threads)", "(signal handlers)", "(before counting began)"};

// Returns the root of this name, or that of unknown callers.
inline PathStart root_named(std::string_view name) {
    const auto* const found = std::ranges::find(root_names, name);
    return found == std::end(root_names) ? PathStart::missing
                                         : static_cast<PathStart>(found - std::begin(root_names));
}

} // namespace cg
