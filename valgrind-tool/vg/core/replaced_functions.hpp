// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of the core and of VEX that the tool replaces: the core tells when it runs out of
// memory, which ends the program without calling the tool.
#pragma once

namespace cg::vg {

// Sets the function that is called once, when the core is about to exit after it could not map
// memory; null: nothing. Not each failure is one of the program: a thread that gets no stack is not
// created.
void before_core_fails(void (*handler)());

// Ends the run as the core does when it has no memory.
[[noreturn]] void exit_without_memory();

} // namespace cg::vg
