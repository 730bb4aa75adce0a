// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the rows of one profile in another.
#pragma once

#include "model/fwd.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

// Returns, for each row of `part`, its row in `whole`, which must have all of them.
std::vector<std::size_t> locate_rows(const Profile& part, const Profile& whole);

// Subtracts profiles: the second minus the first.

enum class DiffBy {
    function, // one row for each function, at line 0, sorted by file and function
    line,     // rows as they are, in first-seen order
};

// Matches events by name. The result's cmd is "FIRST; SECOND". Its desc says that it is a
// difference; the caller, who knows the names of the files, adds them. Throws Error if the events
// differ, and std::overflow_error. Laws: diff(p, p) is zero everywhere; merge(a, diff(a, b)) = b.
Profile diff(const Profile& first, const Profile& second, DiffBy by);

// Return the notes if one of the two profiles, of these files, has no calls or data objects, which
// the difference lacks then. If one has arcs instead of a tree of calls, the difference has arcs,
// which --changed leaves out (`is_of_changed`).
std::vector<std::string> notes_on_lost_calls(const Profile& first, const Profile& second,
                                             std::span<const std::string> paths,
                                             bool is_of_changed = false);
std::vector<std::string> notes_on_lost_data(const Profile& first, const Profile& second,
                                            std::span<const std::string> paths);

// Adds the first profile's counts to the difference, as events NAME@base. Each row of `first` must
// be in the difference (`first` is by_function() of the profile, for example).
Profile with_base(const Profile& difference, const Profile& first);

} // namespace cg
