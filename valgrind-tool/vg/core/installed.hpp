// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the Valgrind that is installed beside the tool is the one whose core it holds.
#pragma once

namespace cg::vg {

// Looks at the file `none-PLATFORM` in the tool's directory: Valgrind's smallest tool, which holds
// the installed core. Says in one line that it is of another build; ends the run, with status 1, if
// it is of another series of releases, since the installed launcher and the libraries that it
// preloads are of that one. Says nothing if there is no such file.
void check_installed_valgrind();

} // namespace cg::vg
