// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_code.hpp"
#include "view/function_code.hpp"

#include <gmock/gmock.h>

namespace cg {
namespace {

using testing::ElementsAre;
using Kind = CodeRow::Kind;

// A row as text: "10 op:5", its address, instruction and first count.
std::vector<std::string> rows_of(const FunctionCode& code) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < code.rows.size(); ++i) {
        const CodeRow& row = code.rows[i];
        std::string text = fmt::format("{:x} ", row.address);
        if (row.kind == Kind::not_run)
            text += fmt::format("{} not run", row.instructions);
        else if (row.kind == Kind::elsewhere)
            text += "elsewhere";
        else
            text +=
                fmt::format("{}:{}",
                            row.kind == Kind::range ? fmt::format("range of {}", row.instructions)
                                                    : row.mnemonic,
                            code.counts[i][0]);
        if (row.target)
            text += fmt::format(" -> {:x}", code.rows[*row.target].address);
        result.push_back(text);
    }
    return result;
}

std::vector<std::string> first_function(const CodeRanges& ranges,
                                        MadeDisassembler made = MadeDisassembler()) {
    const CodeOfFunctions functions(ranges, made);
    return rows_of(functions.code(functions.functions()[0]));
}

TEST(FunctionCode, HasThePartOfEachInstruction) {
    EXPECT_THAT(first_function(make_ranges({{"f", 1, 0x10, 2, {10}}, {"f", 2, 0x14, 1, {3}}})),
                ElementsAre("10 op:5", "12 op:5", "14 op:3"));
}

TEST(FunctionCode, SumsRangesThatOverlap) {
    EXPECT_THAT(first_function(make_ranges(
                    {{"f", 1, 0x12, 2, {20}}, {"f", 1, 0x10, 3, {9}}, {"f", 1, 0x10, 3, {3}}})),
                ElementsAre("10 op:4", "12 op:14", "14 op:14"));
}

TEST(FunctionCode, LosesNothingThatDoesNotDivide) {
    EXPECT_THAT(first_function(make_ranges({{"f", 1, 0x10, 3, {-8}}})),
                ElementsAre("10 op:-4", "12 op:-2", "14 op:-2"));
}

TEST(FunctionCode, ShowsARangeThatBeginsInsideAnInstruction) {
    EXPECT_THAT(first_function(make_ranges({{"f", 1, 0x10, 2, {4}}, {"f", 1, 0x11, 1, {7}}})),
                ElementsAre("10 op:2", "11 op:7", "12 op:2"));
}

TEST(FunctionCode, TellsWhatDidNotRunFromOtherFunctions) {
    const CodeRanges ranges = make_ranges({{"f", 1, 0x10, 1, {1}},
                                           {"f", 2, 0x18, 1, {1}},
                                           {"g", 9, 0x1a, 1, {1}},
                                           {"f", 3, 0x20, 1, {1}}});
    EXPECT_THAT(first_function(ranges),
                ElementsAre("10 op:1", "12 3 not run", "18 op:1", "1a elsewhere", "20 op:1"));
}

// Returns the ranges as files have them that do not tell the size of instructions.
CodeRanges without_sizes(CodeRanges ranges) {
    for (CodeRange& range : ranges.ranges)
        range.bytes = 0;
    return ranges;
}

TEST(FunctionCode, FindsTheSizesOfInstructions) {
    const CodeRanges ranges = without_sizes(make_ranges({{"f", 1, 0x10, 1, {5}},
                                                         {"f", 1, 0x12, 1, {5}},
                                                         {"f", 2, 0x18, 1, {1}},
                                                         {"g", 9, 0x1a, 1, {1}},
                                                         {"f", 3, 0x20, 1, {1}}}));
    EXPECT_THAT(first_function(ranges), ElementsAre("10 op:5", "12 op:5", "14 2 not run", "18 op:1",
                                                    "1a elsewhere", "20 op:1"));
}

// Whether code between them did not run, or belongs to the instruction, is not known.
TEST(FunctionCode, SaysNothingOfGapsWithoutSizes) {
    const CodeRanges ranges = without_sizes(make_ranges({{"f", 1, 0x10, 1, {5}},
                                                         {"f", 2, 0x18, 1, {1}},
                                                         {"g", 9, 0x1a, 1, {1}},
                                                         {"f", 3, 0x20, 1, {1}}}));
    MadeDisassembler made({}, false);
    const FunctionCode code =
        CodeOfFunctions(ranges, made).code(CodeOfFunctions(ranges, made).functions()[0]);
    EXPECT_THAT(rows_of(code), ElementsAre("10 range of 1:5", "18 range of 1:1", "19 elsewhere",
                                           "20 range of 1:1"));
    EXPECT_EQ(text_of(code.rows[0], ranges.names, 6), "10  1 instruction");
}

TEST(FunctionCode, JoinsCodeWithoutANameOfInstructionsWithoutSizes) {
    const CodeRanges ranges = make_ranges({{"???", 1, 0x10, 1, {1}},
                                           {"???", 1, 0x12, 1, {1}},
                                           {"???", 1, 0x14, 1, {1}},
                                           {"???", 1, 0x30, 1, {1}}});
    MadeDisassembler made({{0x30, {0x14, true}}});
    const auto names = [&](const CodeRanges& of) {
        const CodeOfFunctions functions(of, made);
        std::vector<std::string> result;
        for (const FunctionRanges& function : functions.functions())
            result.push_back(functions.name(function));
        return result;
    };
    EXPECT_THAT(names(ranges), ElementsAre("0x10 [prog]", "0x14 [prog]", "0x30 [prog]"));
    EXPECT_EQ(names(without_sizes(ranges)), names(ranges));
}

TEST(FunctionCode, JumpsToRows) {
    const CodeRanges ranges = make_ranges({{"f", 1, 0x10, 2, {2}}, {"f", 2, 0x20, 2, {2}}});
    EXPECT_THAT(first_function(ranges, MadeDisassembler({{0x10, {0x22}},
                                                         {0x12, {0x16}},    // did not run
                                                         {0x20, {0x40}},    // not in it
                                                         {0x22, {0x10}}})), // back
                ElementsAre("10 jump:1 -> 22", "12 jump:1 -> 14", "14 6 not run", "20 jump:1",
                            "22 jump:1 -> 10"));
}

TEST(FunctionCode, NamesTheFunctionsThatItCalls) {
    const CodeRanges ranges =
        make_ranges({{"f", 1, 0x10, 3, {3}}, {"g", 9, 0x30, 1, {1}}, {"h", 9, 0x30, 1, {1}, 1}});
    MadeDisassembler made({{0x10, {0x30, true}}, {0x12, {0x32, true}}, {0x14, {0x10, true}}});
    const CodeOfFunctions functions(ranges, made);
    const FunctionCode code = functions.code(functions.functions()[0]);
    ASSERT_TRUE(code.rows[0].callee);
    EXPECT_EQ(ranges.names[*code.rows[0].callee], "g");
    EXPECT_FALSE(code.rows[1].callee);
    ASSERT_TRUE(code.rows[2].callee);
    EXPECT_EQ(ranges.names[*code.rows[2].callee], "f"); // a call is no jump
    EXPECT_FALSE(code.rows[2].target);
}

TEST(FunctionCode, HasRangesWithoutABinary) {
    const CodeRanges ranges = make_ranges({{"f", 1, 0x10, 2, {10}},
                                           {"f", 1, 0x10, 2, {6}},
                                           {"f", 2, 0x14, 3, {3}},
                                           {"f", 2, 0x30, 1, {1}}});
    EXPECT_THAT(
        first_function(ranges, MadeDisassembler({}, false)),
        ElementsAre("10 range of 2:16", "14 range of 3:3", "1a 0 not run", "30 range of 1:1"));
}

TEST(FunctionCode, OfOneNameInTwoObjectsIsTwo) {
    const CodeRanges ranges = make_ranges(
        {{"f", 1, 0x10, 1, {1}, 1}, {"f", 1, 0x10, 1, {5}, 0}, {"f", 1, 0x14, 1, {2}, 1}});
    MadeDisassembler made;
    const CodeOfFunctions functions(ranges, made);
    ASSERT_EQ(functions.functions().size(), 2U);
    EXPECT_EQ(functions.functions()[0].object, 0U);
    EXPECT_THAT(functions.functions()[0].counts, ElementsAre(5));
    EXPECT_EQ(functions.functions()[1].object, 1U);
    EXPECT_THAT(functions.functions()[1].counts, ElementsAre(3));
}

TEST(FunctionCode, LeavesOutWhatHoldsLittle) {
    const CodeRanges ranges = make_ranges({{"f", 1, 0x10, 2, {2}},
                                           {"f", 2, 0x14, 2, {200}},
                                           {"f", 3, 0x18, 1, {3}},
                                           {"f", 3, 0x20, 1, {4}}});
    MadeDisassembler made({{0x16, {0x12}}, {0x18, {0x14}}});
    const CodeOfFunctions functions(ranges, made);
    const FunctionCode code =
        without_rows(functions.code(functions.functions()[0]),
                     [](std::span<const Count> counts) { return counts[0] >= 100; });
    ASSERT_EQ(code.rows.size(), 6U);
    EXPECT_EQ(text_of(code.rows[0], ranges.names, 4), "… 2 instructions");
    EXPECT_EQ(code.counts[0][0], 2);
    EXPECT_EQ(text_of(code.rows[1], ranges.names, 4), "14  op");
    EXPECT_EQ(code.rows[2].target, 0U);
    EXPECT_EQ(text_of(code.rows[3], ranges.names, 4), "… 1 instruction");
    EXPECT_EQ(code.counts[3][0], 3);
    EXPECT_FALSE(code.rows[3].target);
    EXPECT_EQ(code.rows[4].kind, Kind::not_run);
    EXPECT_EQ(code.counts[5][0], 4);
}

// The names of all functions, each with its first count.
std::vector<std::string> functions_in(const CodeRanges& ranges, MadeDisassembler made) {
    const CodeOfFunctions functions(ranges, made);
    std::vector<std::string> result;
    for (const FunctionRanges& function : functions.functions())
        result.push_back(fmt::format("{}: {}", functions.name(function), function.counts[0]));
    return result;
}

TEST(FunctionCode, SplitsCodeWithoutNames) {
    const CodeRanges ranges = make_ranges({{"???", 0, 0x10, 2, {2}},
                                           {"???", 0, 0x20, 2, {4}},  // 0x12 jumps here
                                           {"???", 0, 0x30, 2, {8}},  // nothing does
                                           {"???", 0, 0x34, 2, {16}}, // 0x10 calls it
                                           {"f", 1, 0x40, 1, {32}},
                                           {"???", 0, 0x50, 1, {64}}}); // 0x30 jumps here
    EXPECT_THAT(functions_in(ranges, MadeDisassembler(
                                         {{0x10, {0x34, true}}, {0x12, {0x20}}, {0x30, {0x50}}})),
                ElementsAre("0x10 [prog]: 6", "0x30 [prog]: 72", "0x34 [prog]: 16", "f: 32"));
}

TEST(FunctionCode, WithoutNamesAndTextIsOneFunction) {
    const CodeRanges ranges =
        make_ranges({{"???", 0, 0x10, 2, {2}}, {"???", 0, 0x20, 2, {4}}, {"f", 1, 0x14, 1, {1}}});
    EXPECT_THAT(functions_in(ranges, MadeDisassembler({}, false)),
                ElementsAre("0x10 [prog]: 6", "f: 1"));
}

} // namespace
} // namespace cg
