// SPDX-License-Identifier: GPL-2.0-or-later
// Waits that stay the kernel's: they end by the real clock.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

// Says once of each that the program uses it.
void note_real_wait(const SystemCall& call);

} // namespace cg::vg::reproduce
