// SPDX-License-Identifier: GPL-2.0-or-later
// The report of a gate that fails.
#pragma once

#include "algebra/failing_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg::difference {

// Returns the lines for a condition that holds: the condition, the totals and the first rows.
std::vector<std::string> report(const Condition& condition, std::span<const FailingRow> rows,
                                const Profile& difference, const Profile& base);

} // namespace cg::difference
