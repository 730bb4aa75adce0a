// SPDX-License-Identifier: GPL-2.0-or-later
#include "../profiles.hpp"
#include "annotate/sections.hpp"
#include "format/read.hpp"
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Metadata, SaysHowItWasMade) {
    const Profile profile = make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}});
    const ReportInput input{profile,
                            {{.name = "one", .desc = {"I1 cache: small", "desc"}, .cmd = "prog 1"}},
                            as_it_is,
                            {}};
    ReportOptions options;
    options.invocation = "cg_annotate one";
    options.remarks = {"Salvaged:         one"};
    Texts texts;
    EXPECT_EQ(section(report(input, options, texts), "Metadata"),
              "-- Metadata\n"
              "Invocation:       cg_annotate one\n"
              "I1 cache: small\n"
              "desc\n"
              "Command:          prog 1\n"
              "Events recorded:  A B\n"
              "Events shown:     A B\n"
              "Event sort order: A B\n"
              "Threshold:        0.1%\n"
              "Annotation:       on\n"
              "Salvaged:         one\n"
              "\n");
}

// Returns the metadata between the invocation and the events.
std::string descriptions_and_commands(std::vector<InputFile> data) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}});
    Texts texts;
    const std::string out = report({profile, std::move(data), as_it_is, {}}, {}, texts);
    const std::string before = "Invocation:       \n";
    const std::size_t begin = out.find(before) + before.size();
    return out.substr(begin, out.find("Events recorded:") - begin);
}

TEST(Metadata, ShowsEqualDescriptionsOnce) {
    EXPECT_EQ(descriptions_and_commands({{.name = "a", .desc = {"one", "two"}, .cmd = "x"},
                                         {.name = "b", .desc = {"one", "two"}, .cmd = "y"}}),
              "one\n"
              "two\n"
              "Command 1:        x\n"
              "Command 2:        y\n");
}

TEST(Metadata, NumbersDescriptionsThatDiffer) {
    EXPECT_EQ(descriptions_and_commands({{.name = "a", .desc = {"one"}, .cmd = "x"},
                                         {.name = "b", .desc = {}, .cmd = "y"},
                                         {.name = "c", .desc = {"one"}, .cmd = "z"}}),
              "Description 1:\n"
              "one\n"
              "Description 2:\n"
              "Description 3:\n"
              "one\n"
              "Command 1:        x\n"
              "Command 2:        y\n"
              "Command 3:        z\n");
}

TEST(Metadata, ComparesACommandWithTheOneBeforeIt) {
    EXPECT_EQ(descriptions_and_commands({{.name = "a", .cmd = "x"},
                                         {.name = "b", .cmd = "y"},
                                         {.name = "c", .cmd = "x"},
                                         {.name = "d", .cmd = "x"},
                                         {.name = "e", .cmd = "x"}}),
              "Command 1:        x\n"
              "Command 2:        y\n"
              "Command 3:        x\n"
              "Command 4:        (same as Command 3)\n"
              "Command 5:        (same as Command 4)\n");
}

using Notes = std::vector<std::string>;

Notes notes(const Profile& profile, const ReportColumns& columns) {
    return notes_on(profile, Ranking(profile, columns), columns, {});
}

TEST(Notes, NameFilesThatAreLeftOutThoughTheyHoldMuch) {
    std::vector<Row> rows;
    for (const std::string file : {"a", "b", "c", "d", "e"})
        for (const std::string function : {"f", "g"})
            rows.push_back({file, file + function, 1, {file == "a" ? 12 : 9}});
    const Profile profile = make_profile({"Ir"}, rows);
    EXPECT_EQ(notes(profile, make_report_columns(profile, 13)),
              (Notes{"'a' holds 25.0% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "'e' holds 18.8% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "'d' holds 18.8% of Ir, but is not shown since none of its functions reaches "
                     "the threshold; try a lower --threshold",
                     "the same holds for 2 more files"}));
    EXPECT_EQ(notes(profile, make_report_columns(profile, 1)), Notes{});
}

TEST(Notes, PassOverFilesThatHoldLittle) {
    const Profile profile =
        make_profile({"Ir"}, {{"a", "f", 1, {994}}, {"b", "f", 1, {3}}, {"b", "g", 1, {3}}});
    EXPECT_EQ(notes(profile, make_report_columns(profile, 0.5)), Notes{});
}

TEST(Notes, SayWhyThereAreNoPercentages) {
    const Profile profile =
        make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}, {"a", "g", 1, {-5, 1}}});
    ReportColumns columns = make_report_columns(profile);
    EXPECT_EQ(notes(profile, columns),
              Notes{"the total of A is zero though its counts are not, so its percentages are n/a "
                    "and every function is shown; in a diff, try --percent-of=base"});
    columns.order = {1, 0};
    columns.thresholds = {{1, 0.1}};
    EXPECT_EQ(notes(profile, columns),
              Notes{"the total of A is zero though its counts are not, so its percentages are n/a; "
                    "in a diff, try --percent-of=base"});
    columns.percentages = false;
    EXPECT_EQ(notes(profile, columns), Notes{});
    const Profile nothing = make_profile({"A"}, {{"a", "f", 1, {0}}});
    EXPECT_EQ(notes(nothing, make_report_columns(nothing)), Notes{});
}

TEST(Report, WritesThresholdsOfSeveralEvents) {
    const Profile profile = make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}});
    ReportColumns columns = make_report_columns(profile);
    columns.thresholds = {{0, 0.25}, {1, 20}};
    columns.visible_columns = {1};
    columns.order = {0, 1};
    ReportOptions options;
    options.annotate = false;
    Texts texts;
    std::string out;
    write_report({profile, {{.name = "-", .cmd = "prog"}}, as_it_is, {}}, columns, options, texts,
                 [&](std::string_view bytes) { out += bytes; });
    EXPECT_EQ(out.substr(out.find("Events shown")),
              "Events shown:     B\n"
              "Event sort order: A B\n"
              "Threshold:        A 0.25%, B 20.0%\n"
              "Annotation:       off\n"
              "\n"
              "--------------------------------------------------------------------------------\n"
              "-- Summary\n"
              "--------------------------------------------------------------------------------\n"
              "B_________ \n"
              "\n"
              "1 (100.0%)  PROGRAM TOTALS\n"
              "\n"
              "--------------------------------------------------------------------------------\n"
              "-- File:function summary\n"
              "--------------------------------------------------------------------------------\n"
              "  B_________________  file:function\n"
              "\n"
              "< 1 (100.0%, 100.0%)  a:f\n"
              "\n"
              "--------------------------------------------------------------------------------\n"
              "-- Function:file summary\n"
              "--------------------------------------------------------------------------------\n"
              "  B_________________  function:file\n"
              "\n"
              "> 1 (100.0%, 100.0%)  f:a\n"
              "\n");
}

} // namespace
} // namespace cg
