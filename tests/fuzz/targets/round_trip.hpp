// SPDX-License-Identifier: GPL-2.0-or-later
// Checks of every profile that was read.
#pragma once

#include "../targets.hpp"
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <stdexcept>
#include <string>

namespace cg::fuzz {

inline std::string text_of(const Profile& profile) {
    std::string bytes;
    // As marks, a function without a name and one with that name would be one when they are read.
    write_profile(profile, [&](std::string_view more) { bytes += more; },
                  {.unnamed = Unnamed::by_file});
    return bytes;
}

inline void check(const Profile& profile) {
    require(profile.summary == profile.costs.total(), "the summary is the sum of the counts");
    std::string once;
    try {
        once = text_of(profile);
    } catch (const std::overflow_error&) {
        return; // a function's own cost and its rows differ by more than a count can hold
    }
    std::string twice;
    try {
        twice = text_of(read_profile(once, "written"));
    } catch (const Error&) {
    }
    require(twice == once, "what is written is read again");
}

} // namespace cg::fuzz
