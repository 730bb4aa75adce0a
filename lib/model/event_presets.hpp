// SPDX-License-Identifier: GPL-2.0-or-later
// Derived events that have names, and the sizes of the caches' lines, which they need.
#pragma once

#include "model/profile.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace cg {

struct EventPreset {
    std::string_view name;    // as --derive accepts it
    std::string_view formula; // NAME=EXPRESSION
    bool in_hundredths = false;
};

std::span<const EventPreset> event_presets();

// Returns true for I1.line, D1.line and LL.line.
bool is_line_size(std::string_view name);
// Returns the number of bytes of a line of the simulated cache, for the names I1.line, D1.line and
// LL.line. Returns nothing for other names, and if the profile's desc: lines do not say it.
std::optional<Count> line_size(const Header& header, std::string_view name);

} // namespace cg
