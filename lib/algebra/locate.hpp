// SPDX-License-Identifier: GPL-2.0-or-later
// Where rows of one profile are in another.
#pragma once

#include "model/profile.hpp"

#include <vector>

namespace cg {

// For each row of part its row in whole, which has all of them (a merge that part went into).
std::vector<std::size_t> locate_rows(const Profile& part, const Profile& whole);

} // namespace cg
