// SPDX-License-Identifier: GPL-2.0-or-later
// The lines that a reviewer should look at: of a difference those that grew most, of any other
// profile the hottest ones. The findings in a function that grew add up to its growth; a
// function that shrank has no findings.
#pragma once

#include "render/renderers.hpp"
#include "view/profile_view.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cg::render {

struct Finding {
    std::string path; // in the repository
    NameId file;      // its name in the profile
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

// Finds at most options.top lines with at least options.min percent. Throws std::overflow_error.
Findings find_lines_to_review(const ProfileView& view, const Options& options);

} // namespace cg::render
