// SPDX-License-Identifier: GPL-2.0-or-later
// The closing summary for the user.
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

void print_summary(const Totals& totals);

} // namespace cg::vg
