// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles as text, so that a test shows its whole input and output.
#pragma once

#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <string>

namespace cg {

inline Profile profile(const std::string& text) {
    return read_profile(text, "test");
}

inline std::string text(const Profile& profile) {
    std::string bytes;
    write_profile(profile, [&](std::string_view more) { bytes += more; });
    return bytes;
}

} // namespace cg
