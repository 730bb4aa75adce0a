// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "../profiles.hpp"
#include "model/function_lines_builder.hpp"
#include "view/rollup.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(LineCounts, SumsOverTheFunctionsOfAFile) {
    const Profile profile = make_profile({"A", "B"}, {{"x", "f", 9, {9, 9}},
                                                      {"a", "f", 3, {1, 2}},
                                                      {"a", "f", 0, {5, 5}},
                                                      {"a", "g", 3, {10, 20}},
                                                      {"a", "g", 1, {7, 7}}});
    const LineCounts counts(profile.costs, profile.costs.functions().subspan(1));
    ASSERT_EQ(std::vector<Line>(counts.lines().begin(), counts.lines().end()),
              (std::vector<Line>{0, 1, 3}));
    EXPECT_EQ(counts.counts(2)[0], 11);
    EXPECT_EQ(counts.counts(2)[1], 22);
    EXPECT_EQ(counts.counts(0)[0], 5);
}

TEST(LineCounts, OfNothingAreNone) {
    const Profile profile = make_profile({"A"}, {});
    EXPECT_TRUE(LineCounts(profile.costs, {}).lines().empty());
}

using testing::ElementsAre;

// "name=count" for each row, ranked by the first event.
std::vector<std::string> ranked(const Rollup& rollup, std::size_t most = 100) {
    std::vector<std::string> out;
    for (const std::size_t row : rollup.ranked(std::vector<std::size_t>{0}, most))
        out.push_back(rollup.name(row) + ": " + std::to_string(rollup.counts(row)[0]));
    return out;
}

TEST(Rollup, ByFunctionSumsOverFiles) {
    const Profile profile = small_profile();
    const Rollup rollup(profile, By::function);
    EXPECT_THAT(ranked(rollup),
                ElementsAre("helper: 100", "???: 40", "main: 35", "<unspecified>: 2"));
    EXPECT_EQ(rollup.main_file(0), "src/a.c");
    EXPECT_EQ(rollup.file_count(0), 2u);
}

// Two functions f, one of which has lines of h.h, and code outside any function.
TEST(Rollup, ByFunctionHasEachFunctionOfCalls) {
    Profile profile = make_profile({"A"}, {{"a.c", "f", 1, {1}}, {"h.h", "f", 1, {30}}});
    CalledFunctions functions;
    const NameId f = functions.intern("f"), a = functions.intern("a.c"),
                 b = functions.intern("b.c");
    const NameId h = functions.intern("h.h"), none = functions.intern("\?\?\?");
    const FunctionId first = functions.insert(none, a, f), second = functions.insert(none, b, f);
    FunctionLinesBuilder lines(1);
    const auto add = [&](FunctionId function, NameId file, NameId name, Line line, Count count) {
        lines.enter(function, file, name);
        lines.add_row(line)[0] = count;
    };
    add(first, h, f, 1, 10);
    add(first, h, f, 2, 20);
    add(first, a, f, 1, 1);
    add(second, h, f, 1, 5);
    add(root_number(PathStart::thread), none, none, 0, 2);
    profile.calls = Calls{std::move(functions), CallArcs(1), 0, 0, std::move(lines).finish()};
    const Rollup rollup(profile, By::function);
    EXPECT_THAT(ranked(rollup), ElementsAre("f: 31", "f: 5", "\?\?\?: 2"));
    EXPECT_EQ(rollup.main_file(0), "a.c"); // its own file
    EXPECT_EQ(rollup.file_count(0), 2u);
    EXPECT_EQ(rollup.main_file(1), "h.h"); // it has no row in its own file
    EXPECT_EQ(rollup.file_count(1), 1u);
}

TEST(Rollup, ByFileLineAndDirectory) {
    const Profile profile = small_profile();
    EXPECT_THAT(ranked(Rollup(profile, By::file), 2), ElementsAre("src/a.c: 130", "???: 40"));
    EXPECT_THAT(ranked(Rollup(profile, By::line), 3),
                ElementsAre("src/a.c:7: 100", "???:0: 40", "src/a.c:2: 20"));
    EXPECT_THAT(ranked(Rollup(profile, By::directory)),
                ElementsAre("src: 132", "???: 40", "/usr/include: 5"));
}

TEST(Rollup, ByLineSumsOverFunctions) {
    const Profile profile = make_profile(
        {"Ir"}, {{"a", "f", 2, {1}}, {"a", "f", 1, {2}}, {"a", "g", 2, {4}}, {"b", "g", 2, {8}}});
    EXPECT_THAT(ranked(Rollup(profile, By::line)), ElementsAre("b:2: 8", "a:2: 5", "a:1: 2"));
}

TEST(Rollup, ByFileSumsUpToByDirectory) {
    const Profile profile = small_profile();
    for (const Paths paths : {Paths::given, Paths::display}) {
        const Rollup files(profile, By::file, paths);
        EXPECT_EQ(ranked(Rollup(files, Rollup::DirectoriesOf{})),
                  ranked(Rollup(profile, By::directory, paths)));
    }
}

TEST(Rollup, RanksByMagnitude) {
    const Profile profile = make_profile(
        {"Ir"}, {{"a", "f", 1, {5}}, {"a", "g", 1, {-9}}, {"a", "h", 1, {9}}, {"a", "i", 1, {0}}});
    EXPECT_THAT(ranked(Rollup(profile, By::function)),
                ElementsAre("h: 9", "g: -9", "f: 5", "i: 0"));
}

// Two compilers' names of one file are one row where paths are shown, two where they are given.
TEST(Rollup, SumsFilesThatAreShownAlike) {
    const Profile profile = make_profile(
        {"Ir"},
        {{"./a/../bits/x.h", "f", 1, {1}}, {"./b/../bits/x.h", "g", 1, {2}}, {"???", "h", 0, {8}}});
    EXPECT_THAT(ranked(Rollup(profile, By::file, Paths::display)),
                ElementsAre("???: 8", "bits/x.h: 3"));
    EXPECT_THAT(ranked(Rollup(profile, By::directory, Paths::display)),
                ElementsAre("???: 8", "bits: 3"));
    EXPECT_THAT(ranked(Rollup(profile, By::line, Paths::display)),
                ElementsAre("???:0: 8", "bits/x.h:1: 2", "bits/x.h:1: 1"));
    EXPECT_THAT(ranked(Rollup(profile, By::file)),
                ElementsAre("???: 8", "./b/../bits/x.h: 2", "./a/../bits/x.h: 1"));
}

using testing::ElementsAre;

const Profile a =
    make_profile({"Ir"}, {{"x", "f", 1, {10}}, {"x", "g", 1, {7}}, {"x", "old", 1, {1}}});
// The events have another order: columns are matched by name.
const Profile b = make_profile(
    {"Dr", "Ir"}, {{"y", "g", 9, {0, 7}}, {"y", "f", 1, {0, 90}}, {"y", "new", 1, {0, 30}}});

std::vector<std::string> ranked(const SideBySide& rows, bool changed, std::size_t most = 100) {
    std::vector<std::string> out;
    for (const std::size_t row : rows.ranked(0, changed, most))
        out.push_back(rows.name(row) + " " + std::to_string(rows.counts(row)[0]) + " " +
                      std::to_string(rows.counts(row)[1]));
    return out;
}

TEST(SideBySide, MeetsByName) {
    const std::vector<ProfileView> views{make_profile_view(a, "a", "Ir"),
                                         make_profile_view(b, "b", "Ir")};
    const SideBySide rows(views, By::function);
    EXPECT_THAT(ranked(rows, false), ElementsAre("f 10 90", "new 0 30", "g 7 7", "old 1 0"));
    EXPECT_THAT(ranked(rows, true, 2), ElementsAre("f 10 90", "new 0 30"));
    EXPECT_THAT(ranked(rows, true), ElementsAre("f 10 90", "new 0 30", "old 1 0"));
    EXPECT_EQ(rows.difference(0, 1, 0), 80);
}

} // namespace
} // namespace cg
