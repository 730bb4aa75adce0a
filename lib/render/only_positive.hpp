// SPDX-License-Identifier: GPL-2.0-or-later
// Some formats of other programs have no negative counts: a reader would take one for a huge
// number, or ignore it.
#pragma once

#include "error/error.hpp"
#include "view/profile_view.hpp"

namespace cg::render {

// Throws Error if a count to write is negative.
inline void require_positive(Count count, const ProfileView& view, const std::string& format) {
    if (count < 0)
        throw Error(view.name,
                    "the " + format + " format holds no negative counts, as a diff has them");
}

} // namespace cg::render
