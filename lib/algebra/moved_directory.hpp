// SPDX-License-Identifier: GPL-2.0-or-later
// Guesses which directory was moved between two profiles, from the paths of their files.
#pragma once

#include <span>
#include <string_view>

namespace cg {

// The beginning of a path up to and with a '/', or nothing; before the move and after it.
struct DirectoryMove {
    std::string_view from;
    std::string_view to;

    bool operator==(const DirectoryMove&) const = default;
    auto operator<=>(const DirectoryMove&) const = default; // NOLINT(modernize-use-nullptr)
};

// `removed` are paths that only the first profile has, `added` those that only the second has;
// none occurs twice. Two of them are taken for one file when no third ends in as many of the same
// path components as they do. The result explains the most of such pairs; both of its names are
// empty when there is no pair. Its views are into the paths.
DirectoryMove likeliest_move(std::span<const std::string_view> removed,
                             std::span<const std::string_view> added);

} // namespace cg
