// SPDX-License-Identifier: GPL-2.0-or-later
// Mean and deviation of repeated runs.
#pragma once

#include "model/profile.hpp"

#include <span>

namespace cg {

// Divides a sum of n profiles by n, and drops calls. Each count differs from the exact mean by less
// than one, 0 stays 0, and the errors cancel out: each event's total is the rounded exact mean.
Profile average(Profile sum, std::size_t n);

// Computes four events for each event: EVENT.mean, EVENT.min, EVENT.max and EVENT.sd, the rounded
// standard deviation of the sample (n - 1; 0 for one profile). `sum` is the merge of the profiles;
// rows that a profile does not have are 0. The summary is the sum of the rows, as the format
// requires, not the deviation of the totals.
Profile statistics(const Profile& sum, std::span<const Profile> profiles);

} // namespace cg
