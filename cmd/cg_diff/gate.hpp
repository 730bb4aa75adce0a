// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a difference is too large, and what is to blame.
#pragma once

#include "algebra/condition.hpp"
#include "model/profile.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg::difference {

// One line for each condition that holds and for its worst functions; empty when none does.
// difference: by function, with the first profile's counts beside (with_base()).
std::vector<std::string> offenders(std::span<const Condition> conditions,
                                   const Profile& difference);

} // namespace cg::difference
