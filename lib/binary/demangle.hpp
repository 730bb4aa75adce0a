// SPDX-License-Identifier: GPL-2.0-or-later
// Names of functions in the source, from those that are linked.
#pragma once

#include <string>

namespace cg::binary {

// Returns the name as the profile has it, which is Valgrind's: with its arguments, and the parts
// that a compiler made after it (`[clone .cold]`); `linked` if it is not mangled. Of C++, Rust, D
// and what else the GNU tools know.
std::string demangled(const std::string& linked);

} // namespace cg::binary
