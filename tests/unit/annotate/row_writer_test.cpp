// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/row_writer.hpp"

#include "../profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using Counts = std::vector<Count>;

ReportColumns columns_of(std::vector<std::string> events, Counts percent_base) {
    ReportColumns columns;
    columns.events = EventSet(std::move(events));
    for (std::size_t i = 0; i < columns.events.size(); ++i)
        columns.visible_columns.push_back(i);
    columns.percent_base = std::move(percent_base);
    return columns;
}

std::string names(const RowWriter& row_writer) {
    std::string out;
    row_writer.write_names(out);
    return out;
}
std::string row(const RowWriter& row_writer, const Counts& counts) {
    std::string out;
    row_writer.write(out, counts);
    return out;
}
std::string row(const RowWriter& row_writer, const Counts& counts, const Counts& so_far) {
    std::string out;
    row_writer.write(out, counts, so_far);
    return out;
}

TEST(RowWriter, MakesColumnsAsWideAsTheirCounts) {
    const ReportColumns columns = columns_of({"Ir", "Dr"}, {2000, 10});
    ColumnWidths widths(columns);
    widths.include(Counts{1000, 0});
    widths.include(Counts{10, 5});
    const RowWriter row_writer(widths);
    EXPECT_EQ(names(row_writer), "Ir___________ Dr_______ ");
    EXPECT_EQ(row(row_writer, {1000, 0}), "1,000 (50.0%) 0         ");
    EXPECT_EQ(row(row_writer, {10, 5}), "   10  (0.5%) 5 (50.0%) ");
    std::string dots;
    row_writer.write_dots(dots);
    EXPECT_EQ(dots, "    .         .         ");
}

TEST(RowWriter, AlignsBothPercentages) {
    const ReportColumns columns = columns_of({"Ir"}, {200});
    ColumnWidths widths(columns, Percentages::cumulative);
    widths.include(Counts{100}, Counts{100});
    widths.include(Counts{10});
    widths.include(Counts{0}, Counts{200});
    const RowWriter row_writer(widths);
    EXPECT_EQ(names(row_writer), "Ir_________________ ");
    EXPECT_EQ(row(row_writer, {100}, {100}), "100 (50.0%,  50.0%) ");
    EXPECT_EQ(row(row_writer, {10}), " 10  (5.0%)         ");
    EXPECT_EQ(row(row_writer, {0}, {200}), "  0  (0.0%, 100.0%) ");
}

TEST(RowWriter, MakesColumnsAsWideAsTheirNames) {
    const ReportColumns columns = columns_of({"AVeryLongName", "B"}, {4, 0});
    ColumnWidths widths(columns);
    widths.include(Counts{1, 0});
    const RowWriter row_writer(widths);
    EXPECT_EQ(names(row_writer), "AVeryLongName B ");
    EXPECT_EQ(row(row_writer, {1, 0}), "    1 (25.0%) 0 ");
}

TEST(RowWriter, WritesNoPercentageOfZero) {
    const ReportColumns columns = columns_of({"Ir"}, {0});
    ColumnWidths widths(columns, Percentages::cumulative);
    widths.include(Counts{0}, Counts{0});
    widths.include(Counts{5});
    const RowWriter row_writer(widths);
    EXPECT_EQ(row(row_writer, {0}, {0}), "0 (n/a, n/a) ");
    EXPECT_EQ(row(row_writer, {5}), "5 (n/a)      ");
}

TEST(RowWriter, WritesNegativeCounts) {
    const ReportColumns columns = columns_of({"Ir"}, {-1000});
    ColumnWidths widths(columns, Percentages::cumulative);
    widths.include(Counts{-1000}, Counts{-1000});
    widths.include(Counts{1}, Counts{-999});
    const RowWriter row_writer(widths);
    EXPECT_EQ(row(row_writer, {-1000}, {-1000}), "-1,000 (100.0%, 100.0%) ");
    EXPECT_EQ(row(row_writer, {1}, {-999}), "     1  (-0.1%,  99.9%) ");
}

TEST(RowWriter, LeavesRoomForAZeroWithoutAnyRow) {
    const ReportColumns columns = columns_of({"A", "B", "C"}, {6, -6, 0});
    EXPECT_EQ(names(RowWriter(ColumnWidths(columns, Percentages::cumulative))),
              "A_____________ B_______________ C___________ ");
    EXPECT_EQ(names(RowWriter(ColumnWidths(columns))), "A B C ");
}

TEST(RowWriter, LeavesRoomForTheZeroOfANegativeTotal) {
    const ReportColumns columns = columns_of({"Ir"}, {-1000});
    ColumnWidths cumulative(columns, Percentages::cumulative);
    cumulative.include(Counts{-1}, Counts{-1});
    EXPECT_EQ(row(RowWriter(cumulative), {-1}, {-1}), "-1  (0.1%,  0.1%) ");
    ColumnWidths single(columns); // where nothing has no share
    single.include(Counts{-1});
    EXPECT_EQ(row(RowWriter(single), {-1}), "-1 (0.1%) ");
}

TEST(RowWriter, MeasuresNamesInCharacters) {
    const ReportColumns columns = columns_of({"Größe", "\xff\xfe"}, {1, 1});
    ColumnWidths widths(columns);
    widths.include(Counts{0, 0});
    const RowWriter row_writer(widths);
    EXPECT_EQ(names(row_writer), "Größe \xff\xfe ");
    EXPECT_EQ(row(row_writer, {0, 0}), "    0  0 ");
}

TEST(RowWriter, WritesVisibleColumnsInTheirOrder) {
    ReportColumns columns = columns_of({"A", "B", "C"}, {1, 2, 3});
    columns.visible_columns = {2, 0};
    columns.percentages = false;
    ColumnWidths widths(columns);
    widths.include(Counts{1, 2, 3});
    const RowWriter row_writer(widths);
    EXPECT_EQ(names(row_writer), "C A ");
    EXPECT_EQ(row(row_writer, {1, 2, 3}), "3 1 ");
}

TEST(RowWriter, ColoursWhatIsHot) {
    const ReportColumns columns = columns_of({"Ir"}, {100});
    ColumnWidths widths(columns);
    widths.include(Counts{50});
    const RowWriter row_writer(widths, Colours::heat);
    EXPECT_EQ(row(row_writer, {50}), "\x1b[1;31m50\x1b[0m (50.0%) ");
    EXPECT_EQ(row(row_writer, {2}), " \x1b[33m2\x1b[0m  (2.0%) ");
    EXPECT_EQ(row(row_writer, {0}), " 0         ");
    const RowWriter diff(widths, Colours::diff);
    EXPECT_EQ(row(diff, {50}), "\x1b[31m50\x1b[0m (50.0%) ");
    EXPECT_EQ(row(diff, {-5}), "\x1b[32m-5\x1b[0m (-5.0%) ");
}

} // namespace
} // namespace cg
