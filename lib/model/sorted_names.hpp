// SPDX-License-Identifier: GPL-2.0-or-later
// Sorts names.
#pragma once

#include "model/names.hpp"

#include <vector>

namespace cg {

// Returns the ids of all names in the order of their bytes. Reads the bytes of a name a few times,
// where std::sort reads them for each comparison.
std::vector<NameId> sorted(const Names& names);

} // namespace cg
