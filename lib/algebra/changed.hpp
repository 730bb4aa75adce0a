// SPDX-License-Identifier: GPL-2.0-or-later
// A change of all parts of a profile.
#pragma once

#include "model/change.hpp"
#include "model/profile.hpp"

namespace cg {

// Gives `result` the parts that the profile has beside its table, each as of(part) returns it: a
// part, or nothing. If there is no of() for one of them, it does not compile.
template <typename Of>
void set_parts(Profile& result, const Profile& profile, const Of& of) {
    const auto set_part = [&of](auto& part, const auto& from) {
        if (from)
            part = of(*from);
        else
            part.reset();
    };
    for_each_part(set_part, result, profile);
}

// Throws std::overflow_error.
void change_parts(Profile& result, const Profile& profile, const Change& change);

// Returns the profile with other events, or with negated counts; lines stay. Throws
// std::overflow_error.
Profile changed(const Profile& profile, const Change& change);

} // namespace cg
