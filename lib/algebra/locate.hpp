// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the rows of one profile in another.
#pragma once

#include "model/profile.hpp"

#include <vector>

namespace cg {

// Returns, for each row of `part`, its row in `whole`, which must have all of them.
std::vector<std::size_t> locate_rows(const Profile& part, const Profile& whole);

} // namespace cg
