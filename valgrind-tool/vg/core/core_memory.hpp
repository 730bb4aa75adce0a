// SPDX-License-Identifier: GPL-2.0-or-later
// Tells when the core runs out of memory. It ends the program then, without calling the tool.
#pragma once

namespace cg::vg {

// Sets what is called, once, when the core is about to exit after it could not map memory; null:
// nothing. Not each failure is one of the program: a thread that gets no stack is not created.
void before_core_fails(void (*handler)());

} // namespace cg::vg
