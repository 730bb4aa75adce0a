// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that die of an instruction that Valgrind does not know: of AVX-512, mostly. The core
// prints its bytes, and two reasons of which neither is that one.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Called with each superblock, before it is executed.
void note_unknown_instruction(const IRSB& in);

// Prints what helps, if the program is at such an instruction at its end.
void explain_unknown_instruction();

} // namespace cg::vg
