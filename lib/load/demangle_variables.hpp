// SPDX-License-Identifier: GPL-2.0-or-later
// Names of variables for readers: profiles have those of the linker, other than for functions.
#pragma once

#include "model/data_objects.hpp"

namespace cg {

// Gives static variables their names in the source: `_ZN4shopL5tableE` is `shop::table`.
void demangle_variables(DataObjects& data);

} // namespace cg
