// SPDX-License-Identifier: GPL-2.0-or-later
// The rows of a difference for which a condition holds.
#pragma once

#include "algebra/condition.hpp"
#include "model/profile.hpp"

#include <optional>
#include <vector>

namespace cg {

// Counts of the condition's main event.
struct FailingRow {
    NameId file; // in the names of the difference
    NameId function;
    Count difference;
    Count base;

    friend bool operator==(const FailingRow&, const FailingRow&) = default;
};

// Returns the functions for which the condition holds. For a condition on the totals that holds,
// returns the functions whose main event changed in its direction. The largest change comes first.
// Without a value the condition does not hold.
//
// difference has one row for each function, and base has the same rows (base_of()).
std::optional<std::vector<FailingRow>> failing_rows(const Condition& condition,
                                                    const Profile& difference, const Profile& base);

} // namespace cg
