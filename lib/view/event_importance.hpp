// SPDX-License-Identifier: GPL-2.0-or-later
// Which events to keep if there is no room for all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns the indexes of the names, the most important first: events that the tool does not know,
// and instructions; then misses, those that cost most first, and mispredictions; what became of
// loaded lines; references and branches, which say little without their misses.
std::vector<std::size_t> by_importance(std::span<const std::string> events);

} // namespace cg
