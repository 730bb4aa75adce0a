// SPDX-License-Identifier: GPL-2.0-or-later
// What happens when memory runs out.
#pragma once

#include "output.hpp"

namespace cg::vg {

/// Says so, writes the profile of what was counted, and counts no more. The
/// program goes on. Safe while a superblock is being translated.
void stop_for_want_of_memory();

/// The profile has been written for that reason, and must not be again.
bool stopped_for_want_of_memory();
/// What that profile says.
Totals totals_when_stopped();

} // namespace cg::vg
