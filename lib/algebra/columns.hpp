// SPDX-License-Identifier: GPL-2.0-or-later
// Which column of one profile is which of another.
#pragma once

#include "model/event_set.hpp"

#include <cstddef>
#include <vector>

namespace cg {

// For each event of wanted its column in given. Throws Error when the two name different
// events, with the names that only one has.
std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given);

} // namespace cg
