// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_code.hpp"
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// Of a profile whose file a.c, if it is there, has three lines.
std::string report_of(const CodeRanges& ranges, const std::vector<Row>& rows,
                      MadeDisassembler disassembler, bool has_source = true) {
    Profile profile = make_profile({"Ir"}, rows);
    profile.addresses = ranges;
    Texts texts;
    if (has_source)
        texts.put("a.c", "one\ntwo\nthree\n");
    ReportOptions options;
    options.disassembler = &disassembler;
    return report({profile, {{.name = "out", .cmd = "./prog"}}, as_it_is, {}}, options, texts);
}

TEST(CodeAtLines, IsBelowEachLineWithItsJumps) {
    const std::string text =
        report_of(make_ranges({{"f", 1, 0x10, 1, {10}}, {"f", 3, 0x12, 2, {80}}}),
                  {{"a.c", "f", 1, {10}}, {"a.c", "f", 3, {80}}},
                  MadeDisassembler(MadeDisassembler::Branches{{0x14, {0x10}}}));
    EXPECT_EQ(section(text, "Annotated source file"), "-- Annotated source file: a.c\n"
                                                      "Ir________ \n"
                                                      "\n"
                                                      "10 (11.1%)    one\n"
                                                      "10 (11.1%)  ╭>  10  op\n"
                                                      " .          │ two\n"
                                                      "80 (88.9%)  │ three\n"
                                                      "40 (44.4%)  │   12  op\n"
                                                      "40 (44.4%)  ╰─  14  jump   0x10\n"
                                                      "\n");
    EXPECT_EQ(section(text, "Instructions of"), "no section Instructions of");
}

TEST(CodeAtLines, OfSeveralFunctionsHasTheirNames) {
    const std::string text = report_of(
        make_ranges({{"f", 1, 0x10, 1, {1000}}, {"g", 1, 0x20, 1, {2000}}, {"h", 1, 0x30, 1, {1}}}),
        {{"a.c", "f", 1, {1000}}, {"a.c", "g", 1, {2000}}, {"a.c", "h", 1, {1}}},
        MadeDisassembler());
    EXPECT_EQ(section(text, "Annotated source file"),
              "-- Annotated source file: a.c\n"
              "Ir____________ \n"
              "\n"
              "3,001 (100.0%)  one\n"
              "    .           in g:\n"
              "2,000  (66.6%)    20  op\n"
              "    .           in f:\n"
              "1,000  (33.3%)    10  op\n"
              "    1   (0.0%)  (in 1 function below the threshold)\n"
              "    .           two\n"
              "    .           three\n"
              "\n");
}

TEST(CodeAtLines, WithoutSourceHasSectionsByFunction) {
    const std::string text =
        report_of(make_ranges({{"f", 1, 0x10, 1, {10}}, {"f", 3, 0x14, 2, {80}}}),
                  {{"a.c", "f", 1, {10}}, {"a.c", "f", 3, {80}}},
                  MadeDisassembler(MadeDisassembler::Branches{{0x10, {0x14}}}), false);
    EXPECT_EQ(section(text, "Instructions of f"),
              "-- Instructions of f\n"
              "In /bin/prog\n"
              "\n"
              "Ir________ \n"
              "\n"
              " .            a.c:1\n"
              "10 (11.1%)  ╭─  10  jump   0x14\n"
              " .          │   … 1 instruction that did not run\n"
              " .          │ a.c:3\n"
              "40 (44.4%)  ╰>  14  op\n"
              "40 (44.4%)      16  op\n"
              "\n");
}

TEST(CodeAtLines, OfOtherFilesIsInTheSectionOfItsFunction) {
    CodeRanges ranges = make_ranges({{"f", 1, 0x10, 2, {10}}, {"f", 0, 0x14, 1, {90}}});
    ranges.ranges[1].file = ranges.names.intern("???");
    const std::string text =
        report_of(ranges, {{"a.c", "f", 1, {10}}, {"???", "f", 0, {90}}}, MadeDisassembler());
    EXPECT_EQ(section(text, "Instructions of f"), "-- Instructions of f\n"
                                                  "In /bin/prog\n"
                                                  "\n"
                                                  "Ir________ \n"
                                                  "\n"
                                                  " .            … 2 instructions at their lines\n"
                                                  "90 (90.0%)    14  op\n"
                                                  "\n");
}

} // namespace
} // namespace cg
