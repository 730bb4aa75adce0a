// SPDX-License-Identifier: GPL-2.0-or-later
// The level of the machine's processor, by which libraries choose their functions.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns which of the models the core shows to the program on this machine. Null: it is not told
// of this kind of processor.
const HChar* processor_level();

} // namespace cg::vg
