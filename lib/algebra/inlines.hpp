// SPDX-License-Identifier: GPL-2.0-or-later
// Functions as in the source: costs of inlined code go to the functions that it was written in.
#pragma once

#include "model/fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

struct InlinedRanges;

enum class InlinedNames {
    plain,       // "number_at": of all places, to be compared with other profiles
    with_places, // "number_at (in parse and 6 more)": into which functions it was inlined
    chains,      // "number_at < read < parse": a row for each way by which it got there
};

// Returns the profile with the costs of inlined code at the functions that it comes from; `inlined`
// is of the profile's ranges. Files, lines and totals stay. In a tree of calls, inlined functions
// are nodes without calls below the function that they were inlined into, with an inlined_suffix
// unless names are plain; arcs stay. The ranges have the functions of their rows. Throws
// std::overflow_error.
Profile with_inlined_functions(const Profile& profile, const InlinedRanges& inlined,
                               InlinedNames names);

// A function that is inlined into others in one of two builds only.
struct MovedInline {
    std::string function;
    std::string outer;   // of the others the one where it costs most
    std::size_t more;    // others
    bool is_inlined_now; // in the second build
    Count inlined;       // its cost in these others, in the build where it is inlined into them
    Count own;           // its cost as a function in the other build
};

// Returns the functions that are inlined into others in one of the profiles only, where they have
// less cost of their own, the one with the highest inlined cost first. Costs are of an event that
// both profiles have.
std::vector<MovedInline> moved_inlines(const Profile& first, const InlinedRanges& in_first,
                                       const Profile& second, const InlinedRanges& in_second,
                                       std::string_view event);

} // namespace cg
