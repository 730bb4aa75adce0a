// SPDX-License-Identifier: GPL-2.0-or-later
// Which release of Valgrind the tool is linked with.
#pragma once

namespace cg::vg {

// False if it is newer than the newest that the tool was tested with (NEWEST_TESTED in tool.mk).
// Then nothing is left out of VEX (replaced_functions.cpp).
extern const bool is_release_tested;

// Says so. To be called if the user should know.
void note_untested_release();

} // namespace cg::vg
