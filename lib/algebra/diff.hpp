// SPDX-License-Identifier: GPL-2.0-or-later
// What changed between two profiles: the second minus the first.
#pragma once

#include "model/profile.hpp"

namespace cg {

enum class DiffBy {
    function, // one row for each function, at line 0, sorted by file and function
    line,     // rows as they are, in first-seen order
};

// The cmd is "FIRST; SECOND". desc is left to the caller, who knows the files' names. Events
// are matched by name. Throws Error when the events differ, and std::overflow_error. Laws:
// diff(p, p) is zero everywhere; merge(a, diff(a, b)) = b.
Profile diff(const Profile& first, const Profile& second, DiffBy by);

// Puts the first profile's counts beside the difference, as events NAME@base. first has the
// rows of the difference (by_function() of it, say) or fewer.
Profile with_base(const Profile& difference, const Profile& first);

// The rows and events of the difference with the counts that the first profile has there, or 0.
// first has the rows of the difference or fewer.
Profile base_of(const Profile& difference, const Profile& first);

} // namespace cg
