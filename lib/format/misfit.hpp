// SPDX-License-Identifier: GPL-2.0-or-later
// What does not fit the grammar, and where.
#pragma once

#include <string>

namespace cg {

struct Misfit {
    const char* place;
    std::string reason;
};

} // namespace cg
