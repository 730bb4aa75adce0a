// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/columns.hpp"

#include "../profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using Counts = std::vector<Count>;

View view_of(std::vector<std::string> events, Counts whole) {
    View view;
    view.events = EventSet(std::move(events));
    for (std::size_t i = 0; i < view.events.size(); ++i)
        view.shown.push_back(i);
    view.whole = std::move(whole);
    return view;
}

std::string names(const Columns& columns) {
    std::string out;
    columns.write_names(out);
    return out;
}
std::string row(const Columns& columns, const Counts& counts) {
    std::string out;
    columns.write(out, counts);
    return out;
}
std::string row(const Columns& columns, const Counts& counts, const Counts& so_far) {
    std::string out;
    columns.write(out, counts, so_far);
    return out;
}

TEST(Columns, AreAsWideAsTheirCounts) {
    const View view = view_of({"Ir", "Dr"}, {2000, 10});
    Measure measure(view);
    measure.include(Counts{1000, 0});
    measure.include(Counts{10, 5});
    const Columns columns(measure);
    EXPECT_EQ(names(columns), "Ir___________ Dr_______ ");
    EXPECT_EQ(row(columns, {1000, 0}), "1,000 (50.0%) 0         ");
    EXPECT_EQ(row(columns, {10, 5}), "   10  (0.5%) 5 (50.0%) ");
    std::string dots;
    columns.write_dots(dots);
    EXPECT_EQ(dots, "    .         .         ");
}

TEST(Columns, AlignBothPercentages) {
    const View view = view_of({"Ir"}, {200});
    Measure measure(view, Shares::cumulative);
    measure.include(Counts{100}, Counts{100});
    measure.include(Counts{10});
    measure.include(Counts{0}, Counts{200});
    const Columns columns(measure);
    EXPECT_EQ(names(columns), "Ir_________________ ");
    EXPECT_EQ(row(columns, {100}, {100}), "100 (50.0%,  50.0%) ");
    EXPECT_EQ(row(columns, {10}), " 10  (5.0%)         ");
    EXPECT_EQ(row(columns, {0}, {200}), "  0  (0.0%, 100.0%) ");
}

TEST(Columns, AreNotNarrowerThanTheirNames) {
    const View view = view_of({"AVeryLongName", "B"}, {4, 0});
    Measure measure(view);
    measure.include(Counts{1, 0});
    const Columns columns(measure);
    EXPECT_EQ(names(columns), "AVeryLongName B ");
    EXPECT_EQ(row(columns, {1, 0}), "    1 (25.0%) 0 ");
}

TEST(Columns, OfNothingShowNoNumber) {
    const View view = view_of({"Ir"}, {0});
    Measure measure(view, Shares::cumulative);
    measure.include(Counts{0}, Counts{0});
    measure.include(Counts{5});
    const Columns columns(measure);
    EXPECT_EQ(row(columns, {0}, {0}), "0 (n/a, n/a) ");
    EXPECT_EQ(row(columns, {5}), "5 (n/a)      ");
}

TEST(Columns, HoldNegativeCounts) {
    const View view = view_of({"Ir"}, {-1000});
    Measure measure(view, Shares::cumulative);
    measure.include(Counts{-1000}, Counts{-1000});
    measure.include(Counts{1}, Counts{-999});
    const Columns columns(measure);
    EXPECT_EQ(row(columns, {-1000}, {-1000}), "-1,000 (100.0%, 100.0%) ");
    EXPECT_EQ(row(columns, {1}, {-999}), "     1  (-0.1%,  99.9%) ");
}

TEST(Columns, HaveRoomForAZeroWithoutAnyRow) {
    const View view = view_of({"A", "B", "C"}, {6, -6, 0});
    EXPECT_EQ(names(Columns(Measure(view, Shares::cumulative))),
              "A_____________ B_______________ C___________ ");
    EXPECT_EQ(names(Columns(Measure(view))), "A B C ");
}

TEST(Columns, HaveRoomForTheZeroOfANegativeTotal) {
    const View view = view_of({"Ir"}, {-1000});
    Measure cumulative(view, Shares::cumulative);
    cumulative.include(Counts{-1}, Counts{-1});
    EXPECT_EQ(row(Columns(cumulative), {-1}, {-1}), "-1  (0.1%,  0.1%) ");
    Measure single(view); // where nothing has no share
    single.include(Counts{-1});
    EXPECT_EQ(row(Columns(single), {-1}), "-1 (0.1%) ");
}

TEST(Columns, AreAsWideAsTheCharactersOfTheirNames) {
    const View view = view_of({"Größe", "\xff\xfe"}, {1, 1});
    Measure measure(view);
    measure.include(Counts{0, 0});
    const Columns columns(measure);
    EXPECT_EQ(names(columns), "Größe \xff\xfe ");
    EXPECT_EQ(row(columns, {0, 0}), "    0  0 ");
}

TEST(Columns, ShowWhatTheViewSays) {
    View view = view_of({"A", "B", "C"}, {1, 2, 3});
    view.shown = {2, 0};
    view.percentages = false;
    Measure measure(view);
    measure.include(Counts{1, 2, 3});
    const Columns columns(measure);
    EXPECT_EQ(names(columns), "C A ");
    EXPECT_EQ(row(columns, {1, 2, 3}), "3 1 ");
}

TEST(Columns, ColourWhatIsHot) {
    const View view = view_of({"Ir"}, {100});
    Measure measure(view);
    measure.include(Counts{50});
    const Columns columns(measure, Colours::heat);
    EXPECT_EQ(row(columns, {50}), "\x1b[1;31m50\x1b[0m (50.0%) ");
    EXPECT_EQ(row(columns, {2}), " \x1b[33m2\x1b[0m  (2.0%) ");
    EXPECT_EQ(row(columns, {0}), " 0         ");
    const Columns diff(measure, Colours::diff);
    EXPECT_EQ(row(diff, {50}), "\x1b[31m50\x1b[0m (50.0%) ");
    EXPECT_EQ(row(diff, {-5}), "\x1b[32m-5\x1b[0m (-5.0%) ");
}

} // namespace
} // namespace cg
