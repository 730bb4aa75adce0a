// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of one version of a program as lines of another, by the sources of both.
#pragma once

#include "algebra/rename.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cg {

// The original names of files, as in Renamed::original_files.
using SourceNames = std::vector<std::vector<std::string>>;

// Throws Error if `dir` is no directory, or holds none of the sources of these names, so that no
// line could be matched.
void check_source_directory(const std::string& dir, const SourceNames& originals);

struct MatchedLines {
    Profile first;         // with line numbers of the second
    std::size_t files;     // that both profiles have
    std::size_t not_found; // of these, files of which a text was not found
};

// Gives the first profile line numbers of the second. A file's text is looked for in each directory
// by the longest ending of its original name that is a file there. Lines of a file stay as they are
// if it had several original names or if one of the texts is not found. Lines that are not in the
// second text go to line 0. Throws Error if a directory is none, or has no text of its profile, and
// std::overflow_error.
MatchedLines with_lines_of_second(const Renamed& first, const Renamed& second,
                                  const std::string& first_dir, const std::string& second_dir);

} // namespace cg
