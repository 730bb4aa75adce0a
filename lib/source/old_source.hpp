// SPDX-License-Identifier: GPL-2.0-or-later
// A source of which two profiles have two versions.
#pragma once

#include "source/sources.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace cg {

// The version of the first profile. In the difference, a line that the second version has too has
// its number there, and a removed line the number `offset` plus its own.
struct OldSource {
    std::shared_ptr<const SourceText> text;
    std::vector<std::uint32_t> line_in_second; // of each line, from 1; 0: removed
    std::uint32_t offset;
};

} // namespace cg
