// SPDX-License-Identifier: GPL-2.0-or-later
// Which variables the program has in its environment.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

// A list of strings `NAME=value` that ends with a null.
using Strings = HChar**;

// Returns the environment for the program, allocated. `given` is what the core made: the user's
// with additions of its own.
//
// A short fixed list, in alphabetical order, what says which program this is (LD_LIBRARY_PATH,
// LD_PRELOAD, GLIBC_TUNABLES), and what --keep-env names. A program that another one of the run
// started has what that gave it. In none are additions of Valgrind and of its script.
Strings choose_environment(const HChar* const* given, bool is_started_by_run);

} // namespace cg::vg::reproduce
