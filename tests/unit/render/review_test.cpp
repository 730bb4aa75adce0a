// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "render/review.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using render::find_lines_to_review;
using render::Finding;
using render::Findings;
using render::github;
using render::gitlab;
using render::Options;

// Files of the repository begin with src/.
Options options(std::size_t max = 10, double min = 0) {
    Options options;
    options.top = max;
    options.min = min;
    options.path_in_repository = [](std::string_view name) -> std::optional<std::string> {
        if (name.starts_with("/top/"))
            name.remove_prefix(5);
        return name.starts_with("src/") ? std::optional(std::string(name)) : std::nullopt;
    };
    return options;
}

Profile grown() {
    return make_profile({"Ir", "Ir@base"}, {{"/top/src/a.c", "main", 3, {50, 100}},
                                            {"/top/src/a.c", "inlined", 3, {70, 0}},
                                            {"/top/src/a.c", "main", 9, {40, 400}},
                                            {"src/b.c", "shrank", 4, {-30, 30}},
                                            {"src/b.c", "same", 5, {0, 460}},
                                            {"./string/memset.S", "memset", 1, {8, 5}},
                                            {"???", "f", 0, {2, 5}}});
}

std::string list(const Findings& found) {
    std::string text;
    for (const Finding& f : found.worst)
        text += f.path + ":" + std::to_string(f.line) + " " + std::to_string(f.count) + " of " +
                (f.base ? std::to_string(*f.base) : "none") + "\n";
    return text;
}

TEST(Findings, LinesThatGrewTheLargestFirst) {
    const Profile profile = grown();
    const Findings found = find_lines_to_review(make_profile_view(profile, "x", ""), options());
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\nsrc/a.c:9 40 of 400\n");
    EXPECT_EQ(found.more, 0U);
}

TEST(Findings, ALineOfSeveralFunctionsHasTheNameOfTheLargestPart) {
    const Profile profile = grown();
    const Findings found = find_lines_to_review(make_profile_view(profile, "x", ""), options());
    EXPECT_EQ(profile.names[found.worst[0].function], "inlined");
}

TEST(Findings, SumsUpWhatIsLeftOut) {
    const Profile profile = grown();
    const Findings found = find_lines_to_review(make_profile_view(profile, "x", ""), options(1));
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\n");
    EXPECT_EQ(found.more, 1U);
    EXPECT_EQ(found.count_of_more, 40);
    EXPECT_EQ(found.outside, 2U);
    EXPECT_EQ(found.count_outside, 10);
}

TEST(Findings, LeavesOutLinesBelowTheMinimum) {
    const Profile profile = grown(); // of 1,000
    const Findings found =
        find_lines_to_review(make_profile_view(profile, "x", ""), options(10, 5));
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\n");
    EXPECT_EQ(found.more + found.outside, 0U);
}

TEST(Findings, OrdinalsCountTheLinesOfAFunction) {
    const Profile profile = make_profile(
        {"Ir"}, {{"src/a.c", "f", 7, {1}}, {"src/a.c", "f", 5, {2}}, {"src/a.c", "g", 9, {3}}});
    const Findings found = find_lines_to_review(make_profile_view(profile, "x", ""), options());
    ASSERT_EQ(list(found), "src/a.c:9 3 of none\nsrc/a.c:5 2 of none\nsrc/a.c:7 1 of none\n");
    EXPECT_EQ(found.worst[0].ordinal, 1U);
    EXPECT_EQ(found.worst[1].ordinal, 1U);
    EXPECT_EQ(found.worst[2].ordinal, 2U);
}

Options all_files() {
    Options options;
    options.top = 10;
    options.path_in_repository = [](std::string_view name) { return std::string(name); };
    return options;
}

std::string written(render::Renderer& renderer, const Profile& profile,
                    const Options& options = all_files()) {
    return rendered(renderer, std::vector{make_profile_view(profile, "x", "")}, options);
}

Profile difference_of(std::vector<std::string> events, const std::vector<Row>& rows) {
    Profile profile = make_profile(std::move(events), rows);
    profile.header.desc = {"Files compared:   a; b"};
    return profile;
}

TEST(Github, ADifferenceWithItsBase) {
    const Profile profile =
        make_profile({"Ir", "Ir@base"}, {{"src/a.c", "f", 7, {30, 1000}}, {"b.c", "g", 0, {9, 0}}});
    EXPECT_EQ(written(github, profile),
              "::warning file=src/a.c,line=7,title=Ir::"
              "+30 Ir (+3.0%25 of the program), from 1,000 to 1,030, in f\n"
              "::warning file=b.c,title=Ir::"
              "+9 Ir (+0.9%25 of the program), from 0 to 9, in g\n");
}

TEST(Github, ADifferenceWithoutItsBaseHasNoPercentages) {
    const Profile profile = difference_of({"Ir"}, {{"a.c", "f", 7, {30}}, {"a.c", "g", 8, {-1}}});
    EXPECT_EQ(written(github, profile), "::warning file=a.c,line=7,title=Ir::+30 Ir, in f\n");
}

TEST(Github, HotLinesOfAProfileAreNotices) {
    const Profile profile = make_profile({"Ir"}, {{"a.c", "f", 7, {75}}, {"a.c", "", 8, {25}}});
    EXPECT_EQ(written(github, profile),
              "::notice file=a.c,line=7,title=Ir::75 Ir (75.0%25 of the program), in f\n"
              "::notice file=a.c,line=8,title=Ir::25 Ir (25.0%25 of the program), in "
              "<unspecified>\n");
}

TEST(Github, EscapesWhatTheRunnerDecodes) {
    const Profile profile = difference_of(
        {"I:r,%"}, {{"a,b:c%d\re.c", "f\r::%2C\x1b[2J\xff", 7, {1}}, {"", "", 1, {-1}}});
    EXPECT_EQ(written(github, profile),
              "::warning file=a%2Cb%3Ac%25d%0De.c,line=7,title=I%3Ar%2C%25::"
              "+1 I:r,%25, in f\uFFFD::%252C\uFFFD[2J\uFFFD\n");
}

TEST(Github, WeighsTheLinesOfAFunctionTogether) {
    const auto of_rows = [](const std::vector<Row>& rows) {
        return written(github, make_profile({"Ir", "Ir@base"}, rows));
    };
    // It shrank, though it has new lines, and code of it was inlined from another file.
    EXPECT_EQ(
        of_rows({{"a.c", "f", 0, {-90, 90}}, {"a.c", "f", 7, {50, 0}}, {"a.h", "f", 3, {30, 0}}}),
        "");
    // It grew by 12: the line that grew most has it.
    EXPECT_EQ(of_rows({{"a.c", "f", 0, {-90, 90}},
                       {"a.c", "f", 7, {2, 0}},
                       {"a.c", "f", 8, {100, 0}},
                       {"a.c", "g", 9, {5, 10}}}),
              "::warning file=a.c,line=8,title=Ir::+12 Ir (+12.0%25 of the program), in f\n"
              "::warning file=a.c,line=9,title=Ir::+5 Ir (+5.0%25 of the program), from 10 to 15, "
              "in g\n");
    // A line of two functions, which did not grow as a whole.
    EXPECT_EQ(of_rows({{"a.h", "f", 3, {30, 10}}, {"a.h", "g", 3, {-30, 90}}}), "");
    // Functions without a name are those of their file.
    EXPECT_EQ(of_rows({{"a.c", "", 3, {-30, 100}}, {"b.c", "", 3, {30, 0}}}),
              "::warning file=b.c,line=3,title=Ir::+30 Ir (+30.0%25 of the program), from 0 to 30, "
              "in <unspecified>\n");
}

TEST(Github, SumsUpTheRest) {
    const Profile profile = difference_of(
        {"Ir"},
        {{"a.c", "f", 7, {30}}, {"a.c", "f", 8, {20}}, {"/x", "g", 1, {5}}, {"/x", "h", 2, {-9}}});
    Options options;
    options.top = 1;
    options.path_in_repository = [](std::string_view name) -> std::optional<std::string> {
        return name == "a.c" ? std::optional<std::string>("a.c") : std::nullopt;
    };
    EXPECT_EQ(written(github, profile, options),
              "::warning file=a.c,line=7,title=Ir::+30 Ir, in f\n"
              "::notice title=Ir::+20 Ir in 1 line without an annotation\n"
              "::notice title=Ir::+5 Ir in 1 line of files outside the repository\n");
}

TEST(Gitlab, AnEntryForEachFinding) {
    const Profile profile = make_profile(
        {"Ir", "Ir@base"},
        {{"a.c", "f", 7, {60, 1000}}, {"a\"b.c", "g", 0, {12, 0}}, {"c.c", "h", 3, {2, 0}}});
    EXPECT_EQ(
        written(gitlab, profile),
        "[\n"
        "{\"description\":\"+60 Ir (+6.0% of the program), from 1,000 to 1,060, in f\","
        "\"check_name\":\"cgtools/Ir\",\"fingerprint\":\"21faefe05d1199dd\","
        "\"severity\":\"critical\",\"location\":{\"path\":\"a.c\",\"lines\":{\"begin\":7}}},\n"
        "{\"description\":\"+12 Ir (+1.2% of the program), from 0 to 12, in g\","
        "\"check_name\":\"cgtools/Ir\",\"fingerprint\":\"970f98897997929c\","
        "\"severity\":\"major\",\"location\":{\"path\":\"a\\\"b.c\",\"lines\":{\"begin\":1}}},\n"
        "{\"description\":\"+2 Ir (+0.2% of the program), from 0 to 2, in h\","
        "\"check_name\":\"cgtools/Ir\",\"fingerprint\":\"10f74df2b6741fc1\","
        "\"severity\":\"minor\",\"location\":{\"path\":\"c.c\",\"lines\":{\"begin\":3}}}\n"
        "]\n");
}

TEST(Gitlab, NothingGrew) {
    EXPECT_EQ(written(gitlab, make_profile({"Ir"}, {{"a.c", "f", 7, {-1}}})), "[\n]\n");
}

std::string fingerprint_of(const Profile& profile) {
    const std::string text = written(gitlab, profile);
    return text.substr(text.find("fingerprint") + 14, 16);
}

// Lines move when others are inserted before them, and counts change with every commit.
TEST(Gitlab, FingerprintsKnowAFindingAgain) {
    const Profile base = make_profile({"Ir"}, {{"a.c", "f", 7, {60}}});
    EXPECT_EQ(fingerprint_of(base), fingerprint_of(make_profile({"Ir"}, {{"a.c", "f", 9, {70}}})));
    EXPECT_NE(fingerprint_of(base), fingerprint_of(make_profile({"Ir"}, {{"a.c", "g", 7, {60}}})));
    EXPECT_NE(fingerprint_of(base), fingerprint_of(make_profile({"Ir"}, {{"b.c", "f", 7, {60}}})));
    EXPECT_NE(fingerprint_of(base), fingerprint_of(make_profile({"Dr"}, {{"a.c", "f", 7, {60}}})));
}

} // namespace
} // namespace cg
