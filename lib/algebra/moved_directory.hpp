// SPDX-License-Identifier: GPL-2.0-or-later
// Guesses which directory was moved between two profiles, from the paths of their files.
#pragma once

#include <span>
#include <string_view>

namespace cg {

// The beginning of a path, up to and including a '/', or nothing: before the move and after it.
struct DirectoryMove {
    std::string_view from;
    std::string_view to;

    bool operator==(const DirectoryMove&) const = default;
    auto operator<=>(const DirectoryMove&) const = default; // NOLINT(modernize-use-nullptr)
};

// `removed` are the paths that only the first profile has, `added` those that only the second has;
// paths are distinct. Two paths match if no third path ends in as many equal path components.
// Returns the move that explains the most matches, or two empty names if there is no match. The
// views of the result are into the paths.
DirectoryMove likeliest_move(std::span<const std::string_view> removed,
                             std::span<const std::string_view> added);

} // namespace cg
