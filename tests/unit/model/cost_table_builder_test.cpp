// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace cg {
namespace {

using testing::ElementsAre;

constexpr NameId a{0}, b{1}, f{2}, g{3};

void add(CostTableBuilder& builder, Line line, Count count) {
    builder.add_row(line)[0] = count;
}

// "file.function:line=count" for each row, so that a test shows the whole table.
std::vector<std::string> rows(const CostTable& table) {
    std::vector<std::string> out;
    for (const FunctionCosts& function : table.functions())
        for (std::size_t row = function.first_row; row < function.end_row; ++row)
            out.push_back(std::to_string(static_cast<std::uint32_t>(function.file)) + "." +
                          std::to_string(static_cast<std::uint32_t>(function.function)) + ":" +
                          std::to_string(table.line(row)) + "=" +
                          std::to_string(table.counts(row)[0]));
    return out;
}

TEST(CostTable, KeepsRowsThatStandInOrder) {
    CostTableBuilder builder(1);
    builder.enter(a, f);
    add(builder, 1, 10);
    add(builder, 2, 20);
    builder.enter(a, g);
    add(builder, 1, 30);
    builder.enter(b, f);
    add(builder, 7, 40);
    const CostTable table = std::move(builder).finish();
    EXPECT_THAT(rows(table), ElementsAre("0.2:1=10", "0.2:2=20", "0.3:1=30", "1.2:7=40"));
    EXPECT_THAT(table.total(), ElementsAre(100));
}

TEST(CostTable, SumsALineThatComesTwice) {
    CostTableBuilder builder(1);
    builder.enter(a, f);
    add(builder, 3, 1);
    add(builder, 3, 2);
    EXPECT_THAT(rows(std::move(builder).finish()), ElementsAre("0.2:3=3"));
}

TEST(CostTable, KeepsFirstSeenOrderOfLines) {
    CostTableBuilder builder(1);
    builder.enter(a, f);
    add(builder, 3, 1);
    add(builder, 0, 2);
    add(builder, 3, 4);
    EXPECT_THAT(rows(std::move(builder).finish()), ElementsAre("0.2:3=5", "0.2:0=2"));
}

TEST(CostTable, JoinsAFunctionThatIsEnteredAgain) {
    CostTableBuilder builder(1);
    builder.enter(a, f);
    add(builder, 1, 1);
    builder.enter(b, g);
    add(builder, 2, 2);
    builder.enter(a, g);
    add(builder, 3, 3);
    builder.enter(a, f);
    add(builder, 4, 4);
    add(builder, 1, 5);
    EXPECT_THAT(rows(std::move(builder).finish()),
                ElementsAre("0.2:1=6", "0.2:4=4", "0.3:3=3", "1.3:2=2"));
}

TEST(CostTable, UnspecifiedFunctionIsOneOfItsOwn) {
    CostTableBuilder builder(1);
    builder.enter(a, unspecified_function);
    add(builder, 1, 1);
    builder.enter(a, f);
    add(builder, 1, 2);
    EXPECT_THAT(rows(std::move(builder).finish()), ElementsAre("0.4294967295:1=1", "0.2:1=2"));
}

TEST(CostTable, EnteringTheSameFunctionAtOnceIsNoNewSegment) {
    CostTableBuilder builder(2);
    builder.enter(a, f);
    builder.add_row(1)[1] = 1;
    builder.enter(a, f);
    builder.add_row(2)[1] = 2;
    const CostTable table = std::move(builder).finish();
    ASSERT_EQ(table.functions().size(), 1U);
    EXPECT_EQ(table.functions()[0].end_row, 2U);
    EXPECT_THAT(table.total(), ElementsAre(0, 3));
}

TEST(CostTable, OverflowIsAnErrorNotAWrap) {
    constexpr Count most = std::numeric_limits<Count>::max();
    CostTableBuilder twice(1);
    twice.enter(a, f);
    add(twice, 1, most);
    add(twice, 1, 1);
    EXPECT_THROW(std::move(twice).finish(), std::overflow_error);

    CostTableBuilder two(1);
    two.enter(a, f);
    add(two, 1, most);
    add(two, 2, 1);
    EXPECT_THROW(std::move(two).finish().total(), std::overflow_error);
}

// If rows are summed at once, only their sum must fit.
TEST(CostTable, SumsOfALineMayLeave64BitsOnTheWay) {
    constexpr Count most = std::numeric_limits<Count>::max();
    CostTableBuilder builder(1);
    builder.enter(a, f);
    for (const Count count : {Count{1}, most, Count{-1}})
        add(builder, 7, count);
    EXPECT_THAT(rows(std::move(builder).finish()), ElementsAre("0.2:7=" + std::to_string(most)));
}

// More functions than a file may have to be looked through, in another order the second time.
TEST(CostTable, FindsTheFunctionsOfALargeFileInAnyOrder) {
    CostTableBuilder builder(1);
    constexpr std::uint32_t many = 200;
    for (std::uint32_t i = 0; i < many; ++i) {
        builder.enter(a, NameId{2 + i});
        add(builder, 1, i);
    }
    builder.enter(b, f);
    add(builder, 1, 5);
    for (std::uint32_t i = many; i-- > 0;) {
        builder.enter(a, NameId{2 + i});
        add(builder, 1, 1000);
    }
    const CostTable table = std::move(builder).finish();
    ASSERT_EQ(table.functions().size(), many + 1);
    for (std::uint32_t i = 0; i < many; ++i) {
        EXPECT_EQ(table.functions()[i].function, NameId{2 + i});
        EXPECT_EQ(table.counts(table.functions()[i].first_row)[0], 1000 + i);
    }
    EXPECT_EQ(table.functions()[many].file, b);
}

} // namespace
} // namespace cg
