// SPDX-License-Identifier: GPL-2.0-or-later
// Sums files to a text, in parallel.
#pragma once

#include "algebra/merge.hpp"
#include "format/cachegrind.hpp"
#include "load/load.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cg {

struct SumOfFiles {
    std::vector<ProfileText> text;     // if not all files have calls
    std::optional<Profile> with_calls; // otherwise: a tree, or arcs if one has no tree
    std::size_t without_calls = 0;     // files
    std::size_t with_arcs_only = 0;
    bool has_fields = true; // of data objects: false if their lines have different sizes
    // Files without a byte, such as callgrind's first one with --separate-threads=yes: parts
    // without costs. Not pipes.
    std::vector<std::string> empty{};
};

// The parts of the files that are read, and the treatment of those that can't be read.
struct SumReading {
    SkipFile skip{};       // see load_each()
    PartSelection parts{}; // see ReadOptions
    bool salvage = false;
    Note warn{};
};

// Returns the text that write_profile() makes of the Merge of the profiles, without tables of
// counts, or the Merge itself if they have calls, with up to `jobs` threads. Calls `look` for each
// header in the order of `paths`; `look` may throw. Throws like load_each() and Merge, with the
// file's name. A thousand profiles need the memory of a few profiles and of the text of the sum. If
// there is a `skip`, leaves out each file that is not a profile by itself, and parses the others
// twice: first to know that, and later to sum them. If no file is left, the sum has no text. Throws
// Error if all files are empty.
SumOfFiles sum_files(std::span<const std::string> paths, MergeEvents events, unsigned jobs,
                     const std::function<void(std::size_t index, const Header&)>& look,
                     const SumReading& reading = {});

} // namespace cg
