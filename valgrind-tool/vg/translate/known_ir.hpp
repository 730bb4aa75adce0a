// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Ends the run, with the statement, expression or kind of jump in the message, if the superblock
// has one of a kind that this tool does not know: it might refer to memory, or leave the
// superblock, and not be counted. A compiler with the headers of a Valgrind that has a new kind
// warns of it; this is for a tool that was built in spite of that.
void require_known(const IRSB& in);

// Returns true for an exit that makes a system call.
bool is_system_call(IRJumpKind kind);

} // namespace cg::vg
