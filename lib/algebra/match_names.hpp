// SPDX-License-Identifier: GPL-2.0-or-later
// Matches names of two profiles that differ only in compiler-generated parts, or in a directory.
#pragma once

#include "algebra/rename.hpp"
#include "error/error.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Guesses which directory was moved between two profiles, from the paths of their files.

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

// A file that has another path in another profile.
struct MovedFile {
    std::string before;
    std::string after;

    bool operator==(const MovedFile&) const = default;
};

// Returns the files that only `first` has and those that only `second` has whose paths differ in
// the likeliest move alone: sources of two builds in two directories.
std::vector<MovedFile> moved_files(const Profile& first, const Profile& second);

// Returns the profile with the new paths of files that were moved.
Renamed with_moved_files(const Renamed& profile, std::span<const MovedFile> moved);

// Returns the note that explains them to the user; there is one at least.
std::string note_of(std::span<const MovedFile> moved);

// Matches names of two profiles that differ only in compiler-generated parts.
struct Matched {
    Renamed first;                      // with the second's names for those that matched
    std::vector<std::string> ambiguous; // names that would match, but are more on one side
    std::vector<std::string> by_cost;   // names of which both have several: matched by cost
};

// `normalizers`: weakest first. A name that only `first` has is matched with one that only `second`
// has if some normalizer makes the two equal, and no third name. If it makes several names of both
// sides equal, the same number on each side, they are matched by their costs, the highest first.
// Files are matched by moved directories, too. Functions are matched within a file first, by equal
// names and then by normalized ones; those that are left, in the same way in any file. Additions to
// own names (bare_name()) are compared at first, then ignored. An unmatched function gets a number
// after its name if a matched one took that name. `on_match`, if it is not empty, gets `old -> new`
// for each match; a list of all would take more memory than the profiles.
Matched match_names(Renamed first, const Profile& second, std::span<const NameMap> normalizers,
                    const Note& on_match = {});

// Returns how many functions of `first` match_names() finds in `second` that equal names do not.
// Returns 0 if few are missed: functions that equal names do not find have at most a tenth of the
// cost (of the first event), or match_names() finds less than half of that.
std::size_t functions_with_other_names(const Profile& first, const Profile& second,
                                       std::span<const NameMap> normalizers);

} // namespace cg
