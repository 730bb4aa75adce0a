// SPDX-License-Identifier: GPL-2.0-or-later
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

// What the metadata say between the invocation and the events.
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

} // namespace
} // namespace cg
