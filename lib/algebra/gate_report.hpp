// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a gate, of a condition that holds.
#pragma once

#include "algebra/condition.hpp"
#include "algebra/gate.hpp"

#include <string>
#include <vector>

namespace cg {

// Returns lines of text without the ends of lines, for messages: the condition, the program's
// totals, and the first ten functions or objects.
std::vector<std::string> gate_report(const Condition& condition, const Failure& failure);

} // namespace cg
