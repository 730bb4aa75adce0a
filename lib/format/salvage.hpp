// SPDX-License-Identifier: GPL-2.0-or-later
// Reads damaged profiles.
#pragma once

#include "format/read.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

// The undamaged part of a profile, for example of a killed run: all lines before the first damaged
// one. The header must be complete.
struct Salvaged {
    struct Damage {
        std::size_t line;   // the first dropped line, or the position of a missing line
        std::string reason; // the error at this line
        std::size_t dropped_bytes;
    };
    Profile profile;              // its summary is the sum of its counts
    std::optional<Damage> damage; // nothing if the profile is complete
};
Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         const ReadOptions& options = {});

} // namespace cg
