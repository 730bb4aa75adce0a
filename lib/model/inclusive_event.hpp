// SPDX-License-Identifier: GPL-2.0-or-later
// Events whose counts are inclusive: of functions with all that they call.
#pragma once

#include <string_view>

namespace cg {

inline constexpr std::string_view inclusive_suffix = ":inclusive";
inline constexpr std::string_view calls_event = "calls"; // how often functions were called

// Returns true if the counts of functions add up to more than the total.
inline bool is_inclusive(std::string_view event) {
    return event.ends_with(inclusive_suffix);
}

} // namespace cg
