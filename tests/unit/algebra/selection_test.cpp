// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/selection.hpp"

#include "../made_data.hpp"
#include "../made_ranges.hpp"
#include "../thrown.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string two = "cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 1 10\n2 2 20\nsummary: 3 30\n";

TEST(Columns, AreProjected) {
    EXPECT_EQ(text(project(profile(two), EventSet({"Dr", "Dw"}))),
              "cmd: c\nevents: Dr Dw\nfl=a\nfn=f\n1 10 0\n2 20 0\nsummary: 30 0\n");
}

TEST(Columns, AreReordered) {
    EXPECT_EQ(text(reorder(profile(two), EventSet({"Dr", "Ir"}))),
              "cmd: c\nevents: Dr Ir\nfl=a\nfn=f\n1 10 1\n2 20 2\nsummary: 30 3\n");
    EXPECT_EQ(thrown_by<Error>([&] {
                  reorder(profile(two), EventSet({"Ir", "Dw"}));
              }),
              "the events differ: only the profile before has Dw, only this one has Dr");
}

TEST(Columns, BringTheirBases) {
    const EventSet given({"Ir", "Dr", "Dr@base", "Ir@base", "X@base"});
    EXPECT_EQ(with_bases({"Dr", "Ir"}, given),
              (std::vector<std::string>{"Dr", "Ir", "Dr@base", "Ir@base"}));
    EXPECT_EQ(with_bases({"Ir@base", "Ir", "X@base"}, given),
              (std::vector<std::string>{"Ir@base", "Ir", "X@base"}));
}

TEST(Columns, AreThoseOfBothOrOfEither) {
    const EventSet ab({"A", "B"}), cb({"C", "B"});
    EXPECT_EQ(common_events(ab, cb), EventSet({"B"}));
    EXPECT_EQ(united_events(ab, cb), EventSet({"A", "B", "C"}));
}

using testing::ElementsAre;

class Rows : public testing::Test {
  protected:
    std::vector<std::size_t> left() const {
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < p.costs.row_count(); ++row)
            if (selection.has(row))
                rows.push_back(row);
        return rows;
    }
    // rows:                                           0       1           2             3
    Profile p = profile("cmd: a\nevents: Ir Dr\nfl=a\nfn=f\n1 10 0\n2 1 0\nfn=g\n1 -20 5\nfl=b\n"
                        "fn=h\n9 10 1\nsummary: 1 6\n");
    RowSelection selection{p};
};

TEST_F(Rows, AreAllSelectedAtFirst) {
    EXPECT_THAT(left(), ElementsAre(0, 1, 2, 3));
}

TEST_F(Rows, AreKeptByFunctionAndByRow) {
    selection.keep_functions([&](const FunctionCosts& f) { return p.names[f.file] == "a"; });
    EXPECT_THAT(left(), ElementsAre(0, 1, 2));
    selection.keep_rows([&](const FunctionCosts&, std::size_t row) {
        EXPECT_NE(row, 3u); // it is not called for rows that are out already
        return p.costs.line(row) == 1;
    });
    EXPECT_THAT(left(), ElementsAre(0, 2));
}

TEST_F(Rows, AreKeptWhereConditionsHoldForWhatIsSelectedOfAFunction) {
    const std::vector<Condition> at_least{Condition("Ir >= 11")};
    selection.keep_where(at_least);
    EXPECT_THAT(left(), ElementsAre(0, 1));
    selection.keep_rows([](const FunctionCosts&, std::size_t row) { return row != 1; });
    selection.keep_where(at_least);
    EXPECT_THAT(left(), ElementsAre());
}

TEST_F(Rows, AreComparedWithTheWholeProfile) {
    selection.keep_functions([&](const FunctionCosts& f) { return p.names[f.file] == "b"; });
    selection.keep_where(std::vector{Condition("Dr > 16%")}); // 1 of 6
    EXPECT_THAT(left(), ElementsAre(3));
    selection.keep_where(std::vector{Condition("Dr > 17%")});
    EXPECT_THAT(left(), ElementsAre());
}

TEST_F(Rows, OfTheTopFunctionsAreKept) {
    selection.keep_top(2, 0);
    EXPECT_THAT(left(), ElementsAre(0, 1, 2)); // 11 and -20, not 10
    selection.keep_top(5, 0);
    EXPECT_THAT(left(), ElementsAre(0, 1, 2));
    selection.keep_top(1, 1);
    EXPECT_THAT(left(), ElementsAre(2));
}

TEST_F(Rows, OfTheFirstOfEqualFunctionsAreKept) {
    selection.keep_rows([](const FunctionCosts&, std::size_t row) { return row == 0 || row == 3; });
    selection.keep_top(1, 0);
    EXPECT_THAT(left(), ElementsAre(0));
}

TEST(SelectionOfRanges, IsThatOfRowsAndEvents) {
    const Profile p = profile(with_ranges(range_lines));
    const Profile one =
        filter(p, [&](const FunctionCosts&, std::size_t row) { return p.costs.line(row) == 2; });
    EXPECT_EQ(one.addresses->ranges.total(), one.summary);
    EXPECT_EQ(one.addresses->ranges.size(), 1U);

    const Profile projected = project(p, EventSet({"Dr"}));
    EXPECT_EQ(projected.addresses->ranges.total(), projected.summary);
}

// Returns "NAME COUNT COUNT ..." of each object.
std::vector<std::string> objects_of(const Profile& p) {
    const CountRows counts = counts_by_object(*p.data);
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < p.data->objects.size(); ++i) {
        objects.push_back(display_name(*p.data, p.data->objects[i]));
        for (const Count count : counts[i])
            objects.back() += " " + std::to_string(count);
    }
    return objects;
}

TEST(SelectionOfDataObjects, IsThatOfRowsAndEvents) {
    const Profile p = profile(with_data(data_lines));
    const Profile few = project(
        filter(p, [&](const FunctionCosts&, std::size_t row) { return p.costs.line(row) == 20; }),
        EventSet({"Ir", "DLmr"}));
    EXPECT_THAT(objects_of(few), ElementsAre("list.c:30 < add < main 2", "stack of find 1"));
    EXPECT_FALSE(project(p, EventSet({"Ir"})).data);
}

TEST(SelectionOfDataObjects, HasLinesWithTheirCostOnObjects) {
    const Profile p = profile(with_data(data_lines));
    const Profile of_heap = of_objects(p, [](std::size_t object) { return object == 0; });
    EXPECT_EQ(text(project(of_heap, EventSet({"D1mr", "D1mw", "SpLoss1"}))),
              "cmd: c\nevents: D1mr D1mw SpLoss1\nfl=/src/list.c\nfn=main\n10 4 1 100\n"
              "11 1 3 100\nfn=find\n20 8 0 380\n"
              "#data 1 word=4 line=64 over_live=2 allocators=3\n"
              "#data-events: D1mr D1mw Lines1 SpLoss1 Uses1\n" +
                  data_objects.substr(0, data_objects.find("#ob=")) +
                  "#fl=/src/list.c\n#fn=main\n#cell 1 10 4 1 4 100 9\n#cell 1 11 1 3 4 100 6\n"
                  "#fn=find\n#cell 1 20 8 0 8 380 12\nsummary: 13 4 580\n");
}

TEST(SelectionOfDataObjects, NeedsTheirEvents) {
    const Profile p = profile(with_data("#data 1\n#data-events: other\n"));
    EXPECT_THROW(of_objects(p, [](std::size_t) { return true; }), Error);
}

} // namespace

} // namespace cg
