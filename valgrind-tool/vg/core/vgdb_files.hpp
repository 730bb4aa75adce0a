// SPDX-License-Identifier: GPL-2.0-or-later
// The files by which commands of vgdb, callgrind_control and gdb reach a process: two pipes and a
// page of memory. The core creates them when it starts, and after a fork with --trace-children=yes
// only; a process that cannot open them when a command comes, or create them, is ended by the core.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// To be called before a fork.
void find_vgdb_files();

// Creates those of the child of a fork, if its parent has some, and the child may create files
// there. To be called when the core's own handlers of the fork have run.
void open_vgdb_files_in_child(ThreadId thread);

// Removes them, before this process loses sight of them. No command reaches it, or its children,
// after that.
void close_vgdb_files();

// Gives them to the user that this process becomes, who has to open and remove them. Removes them
// if that user may not go to where they are. The caller is root.
void give_vgdb_files(UInt user);

} // namespace cg::vg
