// SPDX-License-Identifier: GPL-2.0-or-later
#include "../profiles.hpp"
#include "annotate/sections.hpp"
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// The annotation of a text of `size` lines, each its number, with a count on some; without the
// names of the columns.
std::string annotate(std::size_t size, const std::vector<Line>& counted, std::size_t context) {
    std::vector<Row> rows;
    for (const Line line : counted)
        rows.push_back({"a", "f", line, {1}});
    const Profile profile = make_profile({"Ir"}, rows);
    ReportColumns columns = make_report_columns(profile);
    columns.percentages = false;
    ReportOptions options;
    options.context = context;
    std::string source;
    for (std::size_t line = 1; line <= size; ++line)
        source += std::to_string(line) + '\n';
    std::string out;
    write_annotated_lines(out, SourceLines(source),
                          LineCounts(profile.costs, profile.costs.functions()), {}, columns,
                          options);
    EXPECT_TRUE(out.starts_with("Ir \n\n")) << out;
    return out.substr(5);
}

std::string marker(int line) {
    return "-- line " + std::to_string(line) + " ----------------------------------------\n";
}

TEST(AnnotatedLines, HaveContext) {
    EXPECT_EQ(annotate(9, {5}, 2),
              marker(3) + " .  3\n .  4\n 1  5\n .  6\n .  7\n" + marker(7) + "\n");
    EXPECT_EQ(annotate(9, {5}, 0), marker(5) + " 1  5\n" + marker(5) + "\n");
}

TEST(AnnotatedLines, HaveNoMarkerWhereTheTextBeginsAndEnds) {
    EXPECT_EQ(annotate(3, {2}, 1), " .  1\n 1  2\n .  3\n" + marker(3) + "\n");
    EXPECT_EQ(annotate(3, {2}, 2), " .  1\n 1  2\n .  3\n\n");
    EXPECT_EQ(annotate(3, {1}, 0), " 1  1\n" + marker(1) + "\n");
}

TEST(AnnotatedLines, AreOneBlockWhereContextsTouch) {
    EXPECT_EQ(annotate(4, {1, 3}, 1), " 1  1\n .  2\n 1  3\n .  4\n" + marker(4) + "\n");
    EXPECT_EQ(annotate(4, {1, 4}, 1),
              " 1  1\n .  2\n" + marker(2) + marker(3) + " .  3\n 1  4\n\n");
    EXPECT_EQ(annotate(2, {1, 2}, 0),
              " 1  1\n" + marker(1) + marker(2) + " 1  2\n" + marker(2) + "\n");
}

TEST(AnnotatedLines, BeginWithCountsOfNoLine) {
    EXPECT_EQ(annotate(1, {0, 1}, 8), " 1  <unknown (line 0)>\n\n 1  1\n\n");
    EXPECT_EQ(annotate(1, {0}, 8), " 1  <unknown (line 0)>\n\n");
    EXPECT_EQ(annotate(1, {0, 9}, 0), " 1  <unknown (line 0)>\n\n\n 1  <bogus line 9>\n\n");
}

TEST(AnnotatedLines, EndWithCountsPastTheEnd) {
    EXPECT_EQ(annotate(2, {1, 3, 4294967295}, 1),
              " 1  1\n .  2\n\n 1  <bogus line 3>\n 1  <bogus line 4294967295>\n\n");
    EXPECT_EQ(annotate(9, {1, 30}, 1), " 1  1\n .  2\n" + marker(2) + "\n 1  <bogus line 30>\n\n");
    EXPECT_EQ(annotate(0, {7}, 1), "\n 1  <bogus line 7>\n\n");
}

TEST(AnnotatedLines, HaveAMarkerWhereTheTextEndsDirectlyBeforeABlock) {
    EXPECT_EQ(annotate(2, {4}, 1), marker(3) + "\n 1  <bogus line 4>\n\n");
    EXPECT_EQ(annotate(2, {5}, 1), "\n 1  <bogus line 5>\n\n");
    EXPECT_EQ(annotate(3, {1, 5}, 1),
              " 1  1\n .  2\n" + marker(2) + marker(4) + "\n 1  <bogus line 5>\n\n");
    EXPECT_EQ(annotate(0, {2}, 1), "\n 1  <bogus line 2>\n\n");
}

TEST(AnnotatedLines, TakeAnyContext) {
    EXPECT_EQ(annotate(2, {2}, 4294967295), " .  1\n 1  2\n\n");
}

using namespace std::chrono_literals;

TEST(Annotations, AnnotatesFilesInOrderOfTheirNames) {
    const Profile profile = make_profile(
        {"Ir"},
        {{"b", "f", 1, {5}}, {"a", "f", 1, {1}}, {"???", "???", 0, {1}}, {"c", "g", 0, {2}}});
    Texts texts;
    texts.put("b", "text of b\n");
    texts.put("c", "text of c\n");
    const std::string out =
        report({profile, {{.name = "in", .cmd = "prog"}}, as_it_is, {}}, {}, texts);
    EXPECT_EQ(
        out.substr(out.find("-- Annotated source file: a")),
        "-- Annotated source file: a\n"
        "--------------------------------------------------------------------------------\n"
        "Unannotated because one or more of these original files are unreadable:\n"
        "- a\n"
        "\n"
        "--------------------------------------------------------------------------------\n"
        "-- Annotated source file: b\n"
        "--------------------------------------------------------------------------------\n"
        "Ir_______ \n"
        "\n"
        "5 (55.6%)  text of b\n"
        "\n"
        "--------------------------------------------------------------------------------\n"
        "-- Annotated source file: c\n"
        "--------------------------------------------------------------------------------\n"
        "Ir_______ \n"
        "\n"
        "2 (22.2%)  <unknown (line 0)>\n"
        "\n"
        "--------------------------------------------------------------------------------\n"
        "-- Annotation summary\n"
        "--------------------------------------------------------------------------------\n"
        "Ir_______ \n"
        "\n"
        "5 (55.6%)    annotated: files known & above threshold & readable, line numbers known\n"
        "2 (22.2%)    annotated: files known & above threshold & readable, line numbers "
        "unknown\n"
        "0          unannotated: files known & above threshold & two or more non-identical\n"
        "1 (11.1%)  unannotated: files known & above threshold & unreadable \n"
        "0          unannotated: files known & below threshold\n"
        "1 (11.1%)  unannotated: files unknown\n"
        "\n");
}

TEST(Annotations, WarnsOfSourcesThatAreNewerThanTheData) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}});
    Texts texts;
    texts.put("a", "text\n", FileTime(2h));
    texts.put("b", "text\n", FileTime(4h));
    ReportInput input{profile,
                      {{.name = "old", .cmd = "prog", .modified = FileTime(1h)},
                       {.name = "new", .cmd = "prog", .modified = FileTime(3h)},
                       {.name = "same", .cmd = "prog", .modified = FileTime(2h)},
                       {.name = "-", .cmd = "prog"}},
                      as_it_is,
                      {}};
    const std::string rule = std::string(79, '@') + "\n";
    EXPECT_EQ(section(report(input, {}, texts), "Annotated"),
              "-- Annotated source file: a\n" + rule +
                  "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING "
                  "@@\n" +
                  rule +
                  "@ Original source files are all newer than data file 'old':\n"
                  "@ - a\n"
                  "@ Annotations may not be correct.\n" +
                  rule + "\nIr________ \n\n5 (100.0%)  text\n\n");
    // Of two original files only one is newer than 'new', so no warning for it.
    input.originals = [](std::string_view) { return std::vector<std::string>{"a", "b"}; };
    EXPECT_EQ(section(report(input, {}, texts), "Annotated").find("'new'"), std::string::npos);
}

TEST(Annotations, DoesNotAnnotateWhatDiffersBetweenVersions) {
    const Profile profile = make_profile({"Ir"}, {{"vN/a", "f", 1, {5}}});
    Texts texts;
    texts.put("v1/a", "one\n");
    texts.put("v2/a", "two\n");
    const auto originals = [](std::string_view) {
        return std::vector<std::string>{"v1/a", "v2/a"};
    };
    const std::string out =
        report({profile, {{.name = "in", .cmd = "prog"}}, originals, {}}, {}, texts);
    EXPECT_EQ(section(out, "Annotated"),
              "-- Annotated source file: vN/a\n"
              "Unannotated because two or more of these original files are not identical:\n"
              "- v1/a\n"
              "- v2/a\n"
              "\n");
}

// Returns the report of a file with these original files, of which "a" and "a2" are the same.
std::string reason_with(std::vector<std::string> names) {
    const Profile profile = make_profile({"Ir"}, {{"x", "f", 1, {5}}});
    Texts texts;
    texts.put("a", "A\n");
    texts.put("a2", "A\n");
    texts.put("b", "B\n");
    const auto originals = [&](std::string_view) { return names; };
    const std::string out = section(
        report({profile, {{.name = "in", .cmd = "prog"}}, originals, {}}, {}, texts), "Annotated");
    const std::size_t begin = out.find('\n') + 1;
    return out.substr(begin, out.find('\n', begin) - begin);
}

TEST(Annotations, GivesTheFirstReasonNotToAnnotate) {
    const std::string unreadable =
        "Unannotated because one or more of these original files are unreadable:";
    const std::string not_identical =
        "Unannotated because two or more of these original files are not identical:";
    EXPECT_EQ(reason_with({"a", "a2"}), "Ir________ ");
    EXPECT_EQ(reason_with({"a", "b", "missing"}), not_identical);
    EXPECT_EQ(reason_with({"a", "missing", "b"}), unreadable);
    EXPECT_EQ(reason_with({"a", "a2", "missing"}), unreadable);
    EXPECT_EQ(reason_with({"a", "a2", "b"}), not_identical);
}

std::string past_end_warning(const std::string& file) {
    const std::string rule = std::string(79, '@') + "\n";
    return rule +
           "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@\n" +
           rule + "@@ Information recorded about lines past the end of '" + file + "'.\n" + rule +
           "\n";
}

TEST(Annotations, WarnsOfLinesPastTheEndOfTheOriginalFile) {
    const Profile profile = make_profile({"Ir"}, {{"new", "f", 9, {5}}});
    Texts texts;
    texts.put("old", "text\n");
    const auto originals = [](std::string_view) { return std::vector<std::string>{"old"}; };
    EXPECT_EQ(section(report({profile, {{.name = "in", .cmd = "prog"}}, originals, {}}, {}, texts),
                      "Annotated"),
              "-- Annotated source file: new\nIr________ \n\n.           text\n\n"
              "5 (100.0%)  <bogus line 9>\n\n" +
                  past_end_warning("old"));
}

TEST(Annotations, MatchesLinesBetweenVersions) {
    const Profile first = make_profile({"Ir"}, {{"vN/a", "f", 1, {5}}, {"vN/a", "f", 2, {7}}});
    const Profile second = make_profile({"Ir"}, {{"vN/a", "f", 2, {6}}, {"vN/a", "f", 3, {8}}});
    const Profile diff = make_profile(
        {"Ir"}, {{"vN/a", "f", 1, {-5}}, {"vN/a", "f", 2, {-1}}, {"vN/a", "f", 3, {8}}});
    Texts texts;
    texts.put("v1/a", "same\nold\n");
    texts.put("v2/a", "\nsame\nnew\n");
    const auto both = [](std::string_view) { return std::vector<std::string>{"v1/a", "v2/a"}; };
    const auto one = [](std::string_view) { return std::vector<std::string>{"v1/a"}; };
    const auto other = [](std::string_view) { return std::vector<std::string>{"v2/a"}; };
    const ReportInput input{diff,
                            {{.name = "1", .cmd = "prog"}, {.name = "2", .cmd = "prog"}},
                            both,
                            {{first, one}, {second, other}}};
    const std::string out = report(input, {}, texts);
    EXPECT_EQ(section(out, "Annotated"), "-- Annotated source file: vN/a\n"
                                         "Lines are matched between these original files:\n"
                                         "- v1/a\n"
                                         "+ v2/a\n"
                                         "\n"
                                         "Ir__________ \n"
                                         "\n"
                                         " .            + \n"
                                         " 1   (50.0%)    same\n"
                                         "-7 (-350.0%)  - old\n"
                                         " 8  (400.0%)  + new\n"
                                         "\n");
}

TEST(Annotations, WarnsOfLinesPastTheEndOfTheVersionThatHasThem) {
    const Profile first = make_profile({"Ir"}, {{"vN/a", "f", 1, {5}}});
    const Profile second = make_profile({"Ir"}, {{"vN/a", "f", 9, {6}}});
    const Profile diff = make_profile({"Ir"}, {{"vN/a", "f", 1, {-5}}, {"vN/a", "f", 9, {6}}});
    Texts texts;
    texts.put("v1/a", "same\nold\n");
    texts.put("v2/a", "same\nnew\n");
    const auto both = [](std::string_view) { return std::vector<std::string>{"v1/a", "v2/a"}; };
    const auto one = [](std::string_view) { return std::vector<std::string>{"v1/a"}; };
    const auto other = [](std::string_view) { return std::vector<std::string>{"v2/a"}; };
    const std::string out = report({diff,
                                    {{.name = "1", .cmd = "prog"}, {.name = "2", .cmd = "prog"}},
                                    both,
                                    {{first, one}, {second, other}}},
                                   {}, texts);
    EXPECT_TRUE(section(out, "Annotated")
                    .ends_with(" 6  (600.0%)  <bogus line 9>\n\n" + past_end_warning("v2/a")))
        << out;
    EXPECT_EQ(out.find("past the end of 'v1/a'"), out.npos);
}

TEST(Annotations, AnnotatesWhatTheUserNames) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {1000000}}, {"b", "g", 1, {1}}});
    Texts texts;
    texts.put("b", "text of b\n");
    ReportOptions options;
    options.user_files = {"b", "c"};
    options.annotate = false;
    const std::string out =
        report({profile, {{.name = "in", .cmd = "prog"}}, as_it_is, {}}, options, texts);
    EXPECT_EQ(section(out, "User-annotated source file: b"),
              "-- User-annotated source file: b\nIr______ \n\n1 (0.0%)  text of b\n\n");
    EXPECT_EQ(section(out, "User-annotated source file: c"),
              "-- User-annotated source file: c\nNo information has been collected for c\n\n");
    EXPECT_EQ(section(out, "Annotated"), "no section Annotated");
}

TEST(Annotations, FindsWhatTheUserNamesByTheEndOfItsPath) {
    const Profile profile = make_profile({"Ir"}, {{"/x/a.c", "f", 1, {2}},
                                                  {"/y/a.c", "g", 1, {3}},
                                                  {"/y/aa.c", "g", 1, {4}},
                                                  {"???", "g", 1, {5}}});
    Texts texts;
    ReportOptions options;
    options.user_files = {"a.c", "/y/a.c", "c", "???"};
    const std::string out =
        report({profile, {{.name = "in", .cmd = "prog"}}, as_it_is, {}}, options, texts);
    std::string headings;
    for (std::size_t at = 0; (at = out.find("nnotated source file: ", at)) != out.npos; ++at)
        headings += out.substr(at - 1, out.find('\n', at) - at + 1) + "\n";
    EXPECT_EQ(headings, "annotated source file: /x/a.c\nannotated source file: /y/a.c\n"
                        "annotated source file: c\nannotated source file: ???\n"
                        "Annotated source file: /y/aa.c\n");
    EXPECT_NE(out.find("No information has been collected for ???\n"), out.npos);
    EXPECT_NE(out.find("9 (64.3%)  unannotated: files known & above threshold & unreadable \n"),
              out.npos)
        << out;
}

} // namespace
} // namespace cg
