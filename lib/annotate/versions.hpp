// SPDX-License-Identifier: GPL-2.0-or-later
// Joins two versions of a source file to one text, with the difference of each line's counts.
#pragma once

#include "source/line_matching.hpp"
#include "text/terminal.hpp"
#include "view/rollup.hpp"

#include <string>
#include <vector>

namespace cg {

struct MergedVersions {
    // Common lines begin with "  ", lines of the first only with "- ", lines of the second only
    // with "+ ".
    std::string bytes;
    // By the lines of `bytes`, from 1: the second minus the first. Counts after the end of a
    // version follow the lines of `bytes`.
    LineCounts counts;
    // For each line of `bytes`, and then for each line of counts after the end: its number in the
    // second version, or for a removed line the number of the next line.
    std::vector<Line> numbers;
};

MergedVersions merge_versions(const SourceLines& first, const LineCounts& first_counts,
                              const SourceLines& second, const LineCounts& second_counts,
                              Colours colours);

} // namespace cg
