// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/data_objects.hpp"

#include "../algebra/text.hpp"
#include "../made_data.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cg {
namespace {

DataObjects made_data(const std::string& lines = data_lines) {
    return *profile(with_data(lines)).data;
}

// Returns the lines after the columns of events.
std::string objects_and_cells(const DataObjects& data) {
    Profile p = profile(with_data(""));
    p.data = data;
    const std::string all = text(p);
    const std::size_t begin = all.find('\n', all.find("#data-events:")) + 1;
    return all.substr(begin, all.find("summary:") - begin);
}

TEST(DataObjects, HaveNamesForViews) {
    const DataObjects data = made_data();
    std::vector<std::string> names;
    for (const DataObject& object : data.objects)
        names.push_back(display_name(data, object));
    EXPECT_EQ(names, (std::vector<std::string>{"list.c:30 < add < main", "table in lists",
                                               "stack of find", "(code)", "/etc/a file"}));
}

TEST(DataObjects, OfLongPathsHaveShortNames) {
    std::string lines = data_header + "#fl=a\n#fn=f\n";
    for (int i = 0; i < 100; ++i)
        lines += "#place " + std::to_string(i) + " 1\n";
    const DataObjects data = made_data(lines + "#data-object heap 100 0 0 0 0 0\n");
    const std::string name = display_name(data, data.objects[0]);
    EXPECT_TRUE(name.starts_with("a:1 < f < f < "));
    EXPECT_TRUE(name.ends_with(" < f < ..."));
    EXPECT_EQ(std::ranges::count(name, '<'), 65);
}

TEST(DataObjects, SumToTheProfile) {
    const Profile p = profile(with_data(data_lines));
    const CountRows sums = counts_by_object(*p.data);
    EXPECT_EQ(sums.total(), p.data->cells.total());
    EXPECT_EQ(sums[0][0], 13);
    const std::vector<Count> total = sums.total();
    for (std::size_t column = 0; column < total.size(); ++column) {
        if (const auto event = p.header.events.column(p.data->events[column])) {
            EXPECT_EQ(total[column], p.summary[*event]) << p.data->events[column];
        }
    }
}

TEST(DataObjects, KnowTheirRows) {
    const Profile p = profile(with_data(data_lines));
    const auto rows = rows_of(*p.data, p.costs, p.names);
    EXPECT_EQ(rows, (std::vector<std::optional<std::size_t>>{0, 0, 1, 2, 2, 3}));
}

TEST(DataObjects, OfKeptCellsLoseFieldsWithTheirCells) {
    const DataObjects kept = kept_cells(
        made_data(), [](std::size_t cell) { return cell < 2; }, [](std::size_t) { return false; });
    EXPECT_EQ(objects_and_cells(kept),
              data_objects.substr(0, data_objects.find("#data-object")) +
                  "#data-object heap 2 10 400 40 80 8\n#ob=/bin/lists\n"
                  "#data-object static 0 0 1000 1000 1000 1000 table\n#field 0 128 4\n"
                  "#fl=/src/list.c\n#fn=main\n#cell 1 10 4 1 1 0 4 4 100 9 1 3 40\n"
                  "#cell 2 10 1 0 1 0 2 3 100 3\n");
}

TEST(DataObjects, KeepTheirOwnColumnsWithThoseOfEvents) {
    const auto columns = [](std::vector<std::string> events) {
        const auto data = projected(made_data(), EventSet(std::move(events)));
        return data ? data->events.names() : std::vector<std::string>();
    };
    EXPECT_EQ(columns({"Ir"}), std::vector<std::string>());
    EXPECT_EQ(columns({"Ir", "D1mw"}), (std::vector<std::string>{"D1mw"}));
    EXPECT_EQ(columns({"SpLoss1", "D1mr"}),
              (std::vector<std::string>{"D1mr", "Lines1", "SpLoss1", "Uses1"}));
    EXPECT_EQ(columns({"AcCost2"}), (std::vector<std::string>{"Lines2", "AcCost2"}));
}

TEST(DataObjects, KeepWhatFieldsHaveOfTheirColumns) {
    const auto fields = [](std::vector<std::string> events) {
        std::string all;
        const DataObjects data = *projected(made_data(), EventSet(std::move(events)));
        for (const DataField& field : data.fields)
            all += std::to_string(field.loaded) + " " + std::to_string(field.missed) + "; ";
        return all;
    };
    EXPECT_EQ(fields({"D1mr", "D1mw"}), "0 3; 0 1; ");
    EXPECT_EQ(fields({"D1mr", "SpLoss1"}), "64 0; 64 0; 128 0; ");
    EXPECT_EQ(fields({"D1mr"}), "");
}

// ---- sums -------------------------------------------------------------------

DataObjects sum_of(const std::string& a, const std::string& b,
                   DataObjectsBuilder::Mode mode = DataObjectsBuilder::Mode::sum) {
    DataObjectsBuilder sum(mode);
    sum.add(made_data(a));
    sum.add(made_data(b));
    return *std::move(sum).finish();
}

std::string heap(const std::string& numbers, const std::string& fields) {
    return data_header + "#fl=a\n#fn=f\n#place 0 1\n#data-object heap 1 " + numbers + "\n" + fields;
}

TEST(DataObjects, AreEqualIfTheirPathsAre) {
    const DataObjects sum = sum_of(heap("1 0 8 8 8", ""), // the place has another number there
                                   data_header + "#fl=b\n#fn=g\n#place 0 9\n#fl=a\n#fn=f\n"
                                                 "#place 0 1\n#data-object heap 2 1 0 8 8 8\n"
                                                 "#data-object heap 1 1 0 8 8 8\n");
    ASSERT_EQ(sum.objects.size(), 2U);
    EXPECT_EQ(sum.objects[0].blocks, 2);
    EXPECT_EQ(display_name(sum, sum.objects[1]), "b:9 < g");
}

TEST(DataObjects, OfOneNameAreDifferentVariablesIfTheirSizesDiffer) {
    const std::string objects = "#ob=/bin/p\n#data-object static 0 1 8 8 8 8 v\n"
                                "#data-object static 0 1 16 16 16 16 v\n";
    const std::string cells = "#fl=a\n#fn=f\n#cell 1 1 4\n#cell 2 1 5\n";
    const DataObjects data = made_data(data_header + objects + cells);
    DataObjectsBuilder sum;
    sum.add(data);
    EXPECT_EQ(objects_and_cells(*std::move(sum).finish()), objects + cells);
}

TEST(DataObjects, FoldToTheDivisorOfTheirPeriods) {
    const DataObjects sum = sum_of(heap("2 100 24 24 24", "#field 4 1 1\n#field 20 4 2 1\n"),
                                   heap("3 70 16 32 16", "#field 12 8 0 5\n"));
    EXPECT_EQ(objects_and_cells(sum), "#fl=a\n#fn=f\n#place 0 1\n"
                                      "#data-object heap 1 5 100 16 32 8\n#field 4 13 3 6\n");
}

TEST(DataObjects, OfOddPeriodsHaveNoFields) {
    const DataObjects sum =
        sum_of(heap("1 8 8 8 8", "#field 4 1 1\n"), heap("1 6 6 6 6", "#field 4 1 1\n"));
    EXPECT_EQ(sum.objects[0].period, 0U);
    EXPECT_TRUE(sum.fields.empty());
}

TEST(DataObjects, WithoutBlocksLeaveSizesAndFieldsAlone) {
    const std::string whole = heap("1 640 640 640 8", "#field 4 1 1\n");
    const std::string expected =
        "#fl=a\n#fn=f\n#place 0 1\n#data-object heap 1 1 640 640 640 8\n#field 4 1 1\n";
    for (const char* const later : {"0 640 0 0 8", "0 0 0 0 0"}) {
        EXPECT_EQ(objects_and_cells(sum_of(whole, heap(later, ""))), expected);
        EXPECT_EQ(objects_and_cells(sum_of(heap(later, ""), whole)), expected);
    }
}

TEST(DataObjects, ByFunctionHavePathsWithoutLines) {
    const std::string path =
        "#fl=a\n#fn=f\n#place 0 1\n#place 0 2\n#fn=g\n#place 1 3\n#place 2 4\n";
    const DataObjects data = by_function(
        made_data(data_header + path +
                  "#data-object heap 3 1 8 8 8 8\n"
                  "#data-object heap 4 2 16 8 8 8\n#data-object heap 3 1 24 24 24 24\n"));
    EXPECT_EQ(objects_and_cells(data), "#fl=a\n#fn=f\n#place 0 0\n#fn=g\n#place 1 0\n"
                                       "#data-object heap 2 3 24 8 8 8\n"
                                       "#data-object heap 2 1 24 24 24 24\n");
}

TEST(DataObjects, OfOtherCachesHaveNoFields) {
    std::string other = heap("1 8 8 8 8", "#field 4 1 1\n");
    other.replace(other.find("line=64"), 7, "line=32");
    const DataObjects sum = sum_of(heap("1 8 8 8 8", "#field 4 1 1\n"), other);
    EXPECT_EQ(sum.line, 0U);
    EXPECT_TRUE(sum.fields.empty());
}

TEST(DataObjects, MatchColumnsByName) {
    const std::string rest = "#data-object other 0 0 0 0 0 0 x\n#fl=a\n#fn=f\n#cell 1 1 7 8\n";
    const DataObjects sum =
        sum_of("#data 1\n#data-events: a b\n" + rest, "#data 1\n#data-events: b c\n" + rest);
    EXPECT_EQ(sum.events.names(), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(objects_and_cells(sum),
              "#data-object other 0 0 0 0 0 0 x\n#fl=a\n#fn=f\n#cell 1 1 7 15 8\n");
}

TEST(DataObjects, AreTheSameInEachOrder) {
    const std::string a = heap("1 8 24 24 24", "#field 20 1 1\n");
    const std::string b = heap("1 8 36 36 36", "#field 32 2 1\n");
    const std::string c = heap("1 8 8 8 8", "#field 4 4 1\n");
    DataObjectsBuilder left;
    left.add(sum_of(a, b));
    left.add(made_data(c));
    DataObjectsBuilder right;
    right.add(made_data(a));
    right.add(sum_of(b, c));
    EXPECT_EQ(objects_and_cells(*std::move(left).finish()),
              objects_and_cells(*std::move(right).finish()));
}

TEST(DataObjects, OfADifferenceArePairedByPeriod) {
    DataObjectsBuilder difference(DataObjectsBuilder::Mode::difference);
    difference.add(made_data(heap("2 100 24 24 24", "#field 4 9 9\n")), {.is_negative = true});
    difference.add(made_data(heap("3 70 24 24 24", "#field 4 8 9 1\n")));
    difference.add(made_data(heap("1 16 16 16 16", "#field 4 1 1\n")));
    EXPECT_EQ(objects_and_cells(*std::move(difference).finish()),
              "#fl=a\n#fn=f\n#place 0 1\n#data-object heap 1 1 -30 24 24 24\n#field 4 -1 0 1\n"
              "#data-object heap 1 1 16 16 16 16\n#field 4 1 1\n");
}

TEST(DataObjects, DoNotOverflow) {
    const std::string most = std::to_string(std::numeric_limits<Count>::max());
    const std::string lines = data_header +
                              "#data-object other 0 0 0 0 0 0 x\n#fl=a\n#fn=f\n"
                              "#cell 1 1 " +
                              most + "\n";
    EXPECT_THROW(sum_of(lines, lines), std::overflow_error);
}

} // namespace
} // namespace cg
