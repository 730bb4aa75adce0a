// SPDX-License-Identifier: GPL-2.0-or-later
// What repeated runs have in common, and by how much they differ.
#pragma once

#include "model/profile.hpp"

#include <span>

namespace cg {

// A sum of n profiles divided by n, without calls. Each count is within one of the exact mean, what
// is 0 stays 0, and the errors do not add up: each event's total is the exact one, rounded.
Profile average(Profile sum, std::size_t n);

// For each event four: EVENT.mean, EVENT.min, EVENT.max and EVENT.sd, the standard deviation of
// the sample (n - 1; 0 for one profile), rounded. sum is the merge of the profiles; a row that
// a profile has not is 0 there. The summary is the sum of the rows, as the format wants it: not
// the deviation of the totals.
Profile statistics(const Profile& sum, std::span<const Profile> profiles);

} // namespace cg
