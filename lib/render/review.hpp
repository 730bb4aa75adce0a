// SPDX-License-Identifier: GPL-2.0-or-later
// The lines that a reviewer should look at: of a difference those that grew most, of any other
// profile the hottest ones. The lines of a function that grew have, together, what it grew by;
// those of a function that shrank are no findings.
#pragma once

#include "text/writer.hpp"
#include "view/profile_view.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg::review {

struct Options {
    std::size_t max = 10; // findings
    double min = 0;       // percent of the program: lines with less are no findings
    // Returns the path of a source file in the repository, or nothing for a file elsewhere.
    std::function<std::optional<std::string>(std::string_view)> path_in_repository;
};

struct Finding {
    std::string path; // in the repository
    Line line;        // 0: unknown
    NameId function;  // of the functions with code in this line, the one with the largest part
    Count count;      // of the event that the view is sorted by; positive
    std::optional<Count> base; // of the view, if it has one, and if `count` is all of the line's
    // Distinguishes the lines of a function by their order: unlike the line's number, it does not
    // change if lines are inserted before the function.
    std::size_t ordinal;
};

struct Findings {
    std::vector<Finding> worst; // the largest count first
    std::size_t more = 0;       // lines of the repository that are not in `worst`
    Count count_of_more = 0;
    std::size_t outside = 0; // lines of files that are not in the repository
    Count count_outside = 0;
};

// Throws std::overflow_error.
Findings find(const ProfileView& view, const Options& options);

// Workflow commands of GitHub Actions: an annotation for each finding, and a notice that sums up
// what has none. A runner reads them from the output of a step.
void write_github(const ProfileView& view, const Options& options, Writer& out);

// A code quality report of GitLab: a JSON array.
void write_gitlab(const ProfileView& view, const Options& options, Writer& out);

// Describes a finding in one line of text.
std::string message_of(const ProfileView& view, const Finding& finding);

} // namespace cg::review
