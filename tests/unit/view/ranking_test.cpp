// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/ranking.hpp"

#include "../profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// "file: function function; file: function", in the order of the ranking.
std::string files(const Profile& profile, const ReportColumns& columns) {
    std::string text;
    const Ranking ranking(profile, columns);
    for (const Entry& entry : ranking.files()) {
        text += std::string(text.empty() ? "" : "; ") + std::string(profile.names[entry.name]);
        text += entry.has_single_share() ? "=" : ":";
        for (const FunctionInFile& share : entry.shares)
            text += " " + std::string(display_name(profile.names, share.function));
    }
    return text;
}
std::string functions(const Profile& profile, const ReportColumns& columns) {
    std::string text;
    const Ranking ranking(profile, columns);
    for (const Entry& entry : ranking.functions()) {
        text += std::string(text.empty() ? "" : "; ") +
                std::string(display_name(profile.names, entry.name));
        text += entry.has_single_share() ? "=" : ":";
        for (const FunctionInFile& share : entry.shares)
            text += " " + std::string(profile.names[share.file]);
    }
    return text;
}

TEST(Ranking, SortsByMagnitude) {
    const Profile profile =
        make_profile({"Ir"}, {{"a", "f", 1, {10}}, {"a", "g", 1, {-30}}, {"b", "f", 1, {40}}});
    EXPECT_EQ(files(profile, make_report_columns(profile)), "b= f; a: g f");
    EXPECT_EQ(functions(profile, make_report_columns(profile)), "f: b a; g= a");
}

TEST(Ranking, SortsEqualCountsByNameDescending) {
    const Profile profile = make_profile(
        {"Ir"}, {{"b", "y", 1, {5}}, {"a", "x", 1, {5}}, {"a", "y", 2, {5}}, {"c", "x", 1, {5}}});
    EXPECT_EQ(files(profile, make_report_columns(profile)), "a: y x; c= x; b= y");
    EXPECT_EQ(functions(profile, make_report_columns(profile)), "y: b a; x: c a");
}

TEST(Ranking, SortsByFurtherEvents) {
    const Profile profile =
        make_profile({"A", "B"}, {{"a", "f", 1, {1, 1}}, {"a", "g", 1, {1, 2}}});
    ReportColumns columns = make_report_columns(profile);
    EXPECT_EQ(files(profile, columns), "a: g f");
    columns.order = {1};
    EXPECT_EQ(functions(profile, columns), "g= a; f= a");
}

TEST(Ranking, LeavesOutWhatIsBelowTheThreshold) {
    const Profile profile = make_profile(
        {"Ir"}, {{"a", "f", 1, {90}}, {"a", "g", 1, {1}}, {"b", "h", 1, {4}}, {"c", "h", 1, {5}}});
    EXPECT_EQ(files(profile, make_report_columns(profile, 5)), "a: f; c= h");
    // h is 9, of which the 4 in b are below.
    EXPECT_EQ(functions(profile, make_report_columns(profile, 5)), "f= a; h: c");
}

TEST(Ranking, TakesAThresholdForEachEvent) {
    const Profile profile = make_profile(
        {"A", "B"}, {{"a", "f", 1, {100, 0}}, {"a", "g", 1, {0, 100}}, {"a", "h", 1, {1, 1}}});
    ReportColumns columns = make_report_columns(profile);
    columns.thresholds = {{0, 50}, {1, 50}};
    EXPECT_EQ(files(profile, columns), "a: f g");
}

TEST(Ranking, ComparesLargeCountsExactlyWithTheThreshold) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {8'910'000'000'000'000'001}},
                                                  {"b", "g", 1, {89'999'999'999'999'999}}});
    EXPECT_EQ(files(profile, make_report_columns(profile, 1)), "a= f");
    const Profile equal = make_profile({"Ir"}, {{"a", "f", 1, {8'910'000'000'000'000'000}},
                                                {"b", "g", 1, {90'000'000'000'000'000}}});
    EXPECT_EQ(files(equal, make_report_columns(equal, 1)), "a= f; b= g");
}

TEST(Ranking, ShowsNothingAboveAllCounts) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {INT64_MAX}}});
    EXPECT_EQ(files(profile, make_report_columns(profile, 100.1)), "");
    EXPECT_EQ(files(profile, make_report_columns(profile, 1e300)), "");
}

TEST(Ranking, ShowsAFunctionWithItsFileWhenTheOthersAreZero) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}, {"a", "g", 1, {0}}});
    EXPECT_EQ(files(profile, make_report_columns(profile)), "a= f");
}

TEST(Ranking, ShowsTheUnspecifiedFunctionWhereZeroIsSignificant) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}, {"b", "", 1, {5}}});
    EXPECT_EQ(files(profile, make_report_columns(profile, 0)),
              "b= <unspecified>; a: f <unspecified>");
    EXPECT_EQ(functions(profile, make_report_columns(profile, 0)), "f= a; <unspecified>: b a");
    EXPECT_EQ(files(profile, make_report_columns(profile, 1)), "b= <unspecified>; a= f");
}

TEST(Ranking, ShowsAllWhenTheTotalIsZero) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}, {"b", "f", 1, {-5}}});
    EXPECT_EQ(files(profile, make_report_columns(profile, 10)),
              "b: f <unspecified>; a: f <unspecified>");
}

TEST(Ranking, FindsFilesThatReachTheThresholdOnlyAsASum) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {4}},
                                                  {"a", "g", 1, {4}},
                                                  {"b", "h", 1, {3}},
                                                  {"c", "i", 1, {80}},
                                                  {"c", "j", 1, {3}},
                                                  {"d", "k", 1, {3}},
                                                  {"d", "l", 1, {3}}});
    const ReportColumns columns = make_report_columns(profile, 5);
    const Ranking ranking(profile, columns);
    const auto diffuse = ranking.files_significant_only_in_sum();
    ASSERT_EQ(diffuse.size(), 2U);
    EXPECT_EQ(profile.names[diffuse[0].name], "a");
    EXPECT_EQ(diffuse[0].counts[0], 8);
    EXPECT_EQ(profile.names[diffuse[1].name], "d");
    EXPECT_EQ(ranking.total_of(diffuse[1].name), std::vector<Count>{6});
}

} // namespace
} // namespace cg
