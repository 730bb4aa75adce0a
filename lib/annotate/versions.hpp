// SPDX-License-Identifier: GPL-2.0-or-later
// Two versions of a source file as one text, with what changed in each line's counts.
#pragma once

#include "source/source_lines.hpp"
#include "text/colours.hpp"
#include "view/line_counts.hpp"

#include <string>
#include <vector>

namespace cg {

struct MergedVersions {
    // Lines of both, each after "  ", of the first only, after "- ", and of the second only,
    // after "+ ".
    std::string bytes;
    // By the lines of bytes, from 1: the second minus the first. What was counted past the end
    // of a version stands behind the end of bytes.
    LineCounts counts;
    // For each line of bytes, and then for each line of counts behind the end: its number in the
    // second version, or for a removed line that of the line behind it.
    std::vector<Line> numbers;
};

MergedVersions merge_versions(const SourceLines& first, const LineCounts& first_counts,
                              const SourceLines& second, const LineCounts& second_counts,
                              Colours colours);

} // namespace cg
