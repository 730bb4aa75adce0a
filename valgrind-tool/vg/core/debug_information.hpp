// SPDX-License-Identifier: GPL-2.0-or-later
// Tells whether the core is reading debugging information. If it can't, it ends the program.
#pragma once

namespace cg::vg {

bool is_reading_debug_information();

} // namespace cg::vg
