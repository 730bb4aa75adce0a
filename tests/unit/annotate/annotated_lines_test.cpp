// SPDX-License-Identifier: GPL-2.0-or-later
#include "../profiles.hpp"
#include "annotate/sections.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// The annotation of a text of `size` lines, each its number, with a count on some; without the
// names of the columns.
std::string annotate(std::size_t size, const std::vector<Line>& counted, std::size_t context) {
    std::vector<Row> rows;
    for (const Line line : counted)
        rows.push_back({"a", "f", line, {1}});
    const Profile profile = make_profile({"Ir"}, rows);
    ReportColumns columns = make_report_columns(profile);
    columns.percentages = false;
    ReportOptions options;
    options.context = context;
    std::string source;
    for (std::size_t line = 1; line <= size; ++line)
        source += std::to_string(line) + '\n';
    std::string out;
    write_annotated_lines(out, SourceLines(source),
                          LineCounts(profile.costs, profile.costs.functions()), {}, columns,
                          options);
    EXPECT_TRUE(out.starts_with("Ir \n\n")) << out;
    return out.substr(5);
}

std::string marker(int line) {
    return "-- line " + std::to_string(line) + " ----------------------------------------\n";
}

TEST(AnnotatedLines, HaveContext) {
    EXPECT_EQ(annotate(9, {5}, 2),
              marker(3) + " .  3\n .  4\n 1  5\n .  6\n .  7\n" + marker(7) + "\n");
    EXPECT_EQ(annotate(9, {5}, 0), marker(5) + " 1  5\n" + marker(5) + "\n");
}

TEST(AnnotatedLines, HaveNoMarkerWhereTheTextBeginsAndEnds) {
    EXPECT_EQ(annotate(3, {2}, 1), " .  1\n 1  2\n .  3\n" + marker(3) + "\n");
    EXPECT_EQ(annotate(3, {2}, 2), " .  1\n 1  2\n .  3\n\n");
    EXPECT_EQ(annotate(3, {1}, 0), " 1  1\n" + marker(1) + "\n");
}

TEST(AnnotatedLines, AreOneBlockWhereContextsTouch) {
    EXPECT_EQ(annotate(4, {1, 3}, 1), " 1  1\n .  2\n 1  3\n .  4\n" + marker(4) + "\n");
    EXPECT_EQ(annotate(4, {1, 4}, 1),
              " 1  1\n .  2\n" + marker(2) + marker(3) + " .  3\n 1  4\n\n");
    EXPECT_EQ(annotate(2, {1, 2}, 0),
              " 1  1\n" + marker(1) + marker(2) + " 1  2\n" + marker(2) + "\n");
}

TEST(AnnotatedLines, BeginWithCountsOfNoLine) {
    EXPECT_EQ(annotate(1, {0, 1}, 8), " 1  <unknown (line 0)>\n\n 1  1\n\n");
    EXPECT_EQ(annotate(1, {0}, 8), " 1  <unknown (line 0)>\n\n");
    EXPECT_EQ(annotate(1, {0, 9}, 0), " 1  <unknown (line 0)>\n\n\n 1  <bogus line 9>\n\n");
}

TEST(AnnotatedLines, EndWithCountsPastTheEnd) {
    EXPECT_EQ(annotate(2, {1, 3, 4294967295}, 1),
              " 1  1\n .  2\n\n 1  <bogus line 3>\n 1  <bogus line 4294967295>\n\n");
    EXPECT_EQ(annotate(9, {1, 30}, 1), " 1  1\n .  2\n" + marker(2) + "\n 1  <bogus line 30>\n\n");
    EXPECT_EQ(annotate(0, {7}, 1), "\n 1  <bogus line 7>\n\n");
}

TEST(AnnotatedLines, HaveAMarkerWhereTheTextEndsDirectlyBeforeABlock) {
    EXPECT_EQ(annotate(2, {4}, 1), marker(3) + "\n 1  <bogus line 4>\n\n");
    EXPECT_EQ(annotate(2, {5}, 1), "\n 1  <bogus line 5>\n\n");
    EXPECT_EQ(annotate(3, {1, 5}, 1),
              " 1  1\n .  2\n" + marker(2) + marker(4) + "\n 1  <bogus line 5>\n\n");
    EXPECT_EQ(annotate(0, {2}, 1), "\n 1  <bogus line 2>\n\n");
}

TEST(AnnotatedLines, TakeAnyContext) {
    EXPECT_EQ(annotate(2, {2}, 4294967295), " .  1\n 1  2\n\n");
}

} // namespace
} // namespace cg
