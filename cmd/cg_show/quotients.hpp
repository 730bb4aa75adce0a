// SPDX-License-Identifier: GPL-2.0-or-later
// Quotients of sums. Lines have a quotient each, but their sum says nothing: the quotient of a
// function is that of the sums of its lines.
#pragma once

#include "algebra/derive.hpp"
#include "options.hpp"

#include <vector>

namespace cg::show {

// Returns the derivations of quotients of events, and of what is computed from them.
std::vector<const Derivation*> quotients_among(const std::vector<Derivation>& derivations);

// Changes the event of the derivation, which the profile has already, so that the rows that are
// summed into one row of a table have the quotient of their sums as their sum, and so has the
// summary. `paths` are the names of files that the table has. Throws UsageError for a difference.
void take_quotients_of_sums(Profile& profile, const Derivation& derivation, By by, Paths paths);

} // namespace cg::show
