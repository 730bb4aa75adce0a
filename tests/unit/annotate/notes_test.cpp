// SPDX-License-Identifier: GPL-2.0-or-later
#include "../profiles.hpp"
#include "annotate/sections.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using Notes = std::vector<std::string>;

Notes notes(const Profile& profile, const ReportColumns& columns) {
    return notes_on(profile, Ranking(profile, columns), columns, {});
}

TEST(Notes, NameFilesThatAreLeftOutThoughTheyHoldMuch) {
    std::vector<Row> rows;
    for (const std::string file : {"a", "b", "c", "d", "e"})
        for (const std::string function : {"f", "g"})
            rows.push_back({file, file + function, 1, {file == "a" ? 12 : 9}});
    const Profile profile = make_profile({"Ir"}, rows);
    EXPECT_EQ(notes(profile, make_report_columns(profile, 13)),
              (Notes{"'a' holds 25.0% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "'e' holds 18.8% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "'d' holds 18.8% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "the same holds for 2 more files"}));
    EXPECT_EQ(notes(profile, make_report_columns(profile, 1)), Notes{});
}

TEST(Notes, PassOverFilesThatHoldLittle) {
    const Profile profile =
        make_profile({"Ir"}, {{"a", "f", 1, {994}}, {"b", "f", 1, {3}}, {"b", "g", 1, {3}}});
    EXPECT_EQ(notes(profile, make_report_columns(profile, 0.5)), Notes{});
}

TEST(Notes, SayWhyThereAreNoPercentages) {
    const Profile profile =
        make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}, {"a", "g", 1, {-5, 1}}});
    ReportColumns columns = make_report_columns(profile);
    EXPECT_EQ(notes(profile, columns),
              Notes{"the total of A is zero though its counts are not, so its percentages are n/a "
                    "and every function is shown; in a diff, try --percent-of=base"});
    columns.order = {1, 0};
    columns.thresholds = {{1, 0.1}};
    EXPECT_EQ(notes(profile, columns),
              Notes{"the total of A is zero though its counts are not, so its percentages are n/a; "
                    "in a diff, try --percent-of=base"});
    columns.percentages = false;
    EXPECT_EQ(notes(profile, columns), Notes{});
    const Profile nothing = make_profile({"A"}, {{"a", "f", 1, {0}}});
    EXPECT_EQ(notes(nothing, make_report_columns(nothing)), Notes{});
}

} // namespace
} // namespace cg
