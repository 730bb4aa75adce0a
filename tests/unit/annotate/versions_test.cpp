// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/versions.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace cg {
namespace {

using Counted = std::vector<std::pair<Line, Count>>;

LineCounts line_counts(const Counted& counted) {
    LineCounts counts(1);
    for (const auto& [line, count] : counted)
        counts.append(line, std::vector<Count>{count});
    return counts;
}

Counted counted(const LineCounts& counts) {
    Counted result;
    for (std::size_t i = 0; i < counts.lines().size(); ++i)
        result.emplace_back(counts.lines()[i], counts.counts(i)[0]);
    return result;
}

MergedVersions merge(std::string_view first, const Counted& first_counts, std::string_view second,
                     const Counted& second_counts) {
    return merge_versions(SourceLines(first), line_counts(first_counts), SourceLines(second),
                          line_counts(second_counts), Colours::none);
}

TEST(Versions, SubtractTheCountsOfCommonLines) {
    const MergedVersions merged =
        merge("a\nb\n", {{1, 10}, {2, 5}}, "a\nx\nb\n", {{1, 12}, {2, 7}, {3, 5}});
    EXPECT_EQ(merged.bytes, "  a\n+ x\n  b\n");
    EXPECT_EQ(counted(merged.counts), (Counted{{1, 2}, {2, 7}, {3, 0}}));
    EXPECT_EQ(merged.numbers, (std::vector<Line>{1, 2, 3}));
}

TEST(Versions, ShowWhatWasRemovedBeforeWhatWasAdded) {
    const MergedVersions merged = merge("a\nb\nc\n", {{2, 5}}, "a\nx\ny\nc\n", {{3, 7}});
    EXPECT_EQ(merged.bytes, "  a\n- b\n+ x\n+ y\n  c\n");
    EXPECT_EQ(counted(merged.counts), (Counted{{2, -5}, {4, 7}}));
    EXPECT_EQ(merged.numbers, (std::vector<Line>{1, 2, 2, 3, 4}));
}

TEST(Versions, KeepCountsOfNoLineAndPastTheEnd) {
    const MergedVersions merged =
        merge("a\n", {{0, 1}, {1, 1}, {9, 3}, {12, 1}}, "a\n", {{0, 5}, {9, 4}, {10, 1}});
    EXPECT_EQ(merged.bytes, "  a\n");
    EXPECT_EQ(counted(merged.counts), (Counted{{0, 4}, {1, -1}, {2, 1}, {3, 1}, {4, -1}}));
    EXPECT_EQ(merged.numbers, (std::vector<Line>{1, 9, 10, 12}));
}

TEST(Versions, MayBeEmpty) {
    EXPECT_EQ(merge("", {}, "a\n", {{1, 2}}).bytes, "+ a\n");
    EXPECT_EQ(merge("a\n", {{1, 2}}, "", {}).bytes, "- a\n");
    EXPECT_EQ(merge("", {}, "", {}).bytes, "");
}

TEST(Versions, ColourChangedLines) {
    const MergedVersions merged = merge_versions(
        SourceLines("a\n"), line_counts({}), SourceLines("b\n"), line_counts({}), Colours::diff);
    EXPECT_EQ(merged.bytes, "\x1b[32m- a\x1b[0m\n\x1b[31m+ b\x1b[0m\n");
}

} // namespace
} // namespace cg
