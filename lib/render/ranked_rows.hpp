// SPDX-License-Identifier: GPL-2.0-or-later
// The rows that a table of one profile shows, from the top.
#pragma once

#include "render/renderers.hpp"

#include <vector>

namespace cg {

// Returns the rows that have options.least of each event there, at most options.top, ranked.
std::vector<std::size_t> ranked_rows(const Rollup& rollup, const ProfileView& view,
                                     const render::Options& options);

} // namespace cg
