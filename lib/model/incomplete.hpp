// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles of which counts are missing, because the tool ran out of memory. A line of the header
// says so, for example `desc: Incomplete: memory ran out`.
#pragma once

#include "model/header.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace cg {

inline constexpr std::string_view incomplete_key = "Incomplete:";

// Returns the desc: line that begins with incomplete_key; null: there is none.
inline const std::string* incomplete_line(const Header& header) {
    const auto found = std::ranges::find_if(
        header.desc, [](const std::string& line) { return line.starts_with(incomplete_key); });
    return found == header.desc.end() ? nullptr : &*found;
}

// A sum is incomplete if a part of it is: gives the line to the header of the sum.
inline void add_incomplete(Header& sum, const Header& part) {
    const std::string* const line = incomplete_line(part);
    if (line != nullptr && incomplete_line(sum) == nullptr)
        sum.desc.push_back(*line);
}

} // namespace cg
