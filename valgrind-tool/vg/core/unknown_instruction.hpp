// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that die of an instruction of AVX-512, which Valgrind does not know. The core prints its
// bytes, and two reasons of which neither is that one.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Called with each superblock, before it is executed.
void note_unknown_instruction(const IRSB& in);

// Prints what helps, if the program is at such an instruction at its end. Other instructions that
// VEX does not decode are meant to end a program, as those of __builtin_trap().
void explain_unknown_instruction();

} // namespace cg::vg
