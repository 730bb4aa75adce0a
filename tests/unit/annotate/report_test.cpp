// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/report.hpp"

#include "../profiles.hpp"

#include <gtest/gtest.h>
#include <map>

namespace cg {
namespace {

using namespace std::chrono_literals;

// Files in memory, by name.
class Texts : public Sources {
  public:
    void put(const std::string& name, std::string_view bytes, FileTime modified = FileTime(1h)) {
        texts_[name] = std::make_shared<SourceText>(SourceText{name, bytes, modified});
    }
    std::shared_ptr<const SourceText> find(const std::string& name) override {
        const auto found = texts_.find(name);
        return found == texts_.end() ? nullptr : found->second;
    }

  private:
    std::map<std::string, std::shared_ptr<const SourceText>> texts_;
};

std::vector<std::string> as_it_is(std::string_view file) {
    return {std::string(file)};
}

std::string report(const Subject& subject, const ReportOptions& options, Sources& sources) {
    std::string out;
    write_report(subject, make_report_columns(subject.profile), options, sources,
                 [&](std::string_view bytes) { out += bytes; });
    return out;
}

// Without the rules.
std::string section(const std::string& report, const std::string& title) {
    const std::string rule = std::string(80, '-') + "\n";
    const std::size_t begin = report.find(rule + "-- " + title);
    if (begin == report.npos)
        return "no section " + title;
    const std::size_t end = report.find(rule + "-- ", begin + rule.size());
    std::string text = report.substr(begin, end == report.npos ? end : end - begin);
    for (std::size_t at = 0; (at = text.find(rule)) != text.npos;)
        text.erase(at, rule.size());
    return text;
}

TEST(Report, SaysHowItWasMade) {
    const Profile profile = make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}});
    const Subject subject{profile,
                          {{.name = "one", .desc = {"I1 cache: small", "desc"}, .cmd = "prog 1"}},
                          as_it_is,
                          {}};
    ReportOptions options;
    options.invocation = "cg_annotate one";
    options.remarks = {"Salvaged:         one"};
    Texts texts;
    EXPECT_EQ(section(report(subject, options, texts), "Metadata"),
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
std::string descriptions_and_commands(std::vector<DataFile> data) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}});
    Texts texts;
    const std::string out = report({profile, std::move(data), as_it_is, {}}, {}, texts);
    const std::string before = "Invocation:       \n";
    const std::size_t begin = out.find(before) + before.size();
    return out.substr(begin, out.find("Events recorded:") - begin);
}

TEST(Report, ShowsEqualDescriptionsOnce) {
    EXPECT_EQ(descriptions_and_commands({{.name = "a", .desc = {"one", "two"}, .cmd = "x"},
                                         {.name = "b", .desc = {"one", "two"}, .cmd = "y"}}),
              "one\n"
              "two\n"
              "Command 1:        x\n"
              "Command 2:        y\n");
}

TEST(Report, NumbersDescriptionsThatDiffer) {
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

TEST(Report, ComparesACommandWithTheOneBeforeIt) {
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

TEST(Report, WritesThresholdsOfSeveralEvents) {
    const Profile profile = make_profile({"A", "B"}, {{"a", "f", 1, {5, 1}}});
    ReportColumns columns = make_report_columns(profile);
    columns.thresholds = {{0, 0.25}, {1, 20}};
    columns.shown = {1};
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

TEST(Report, AnnotatesFilesInOrderOfTheirNames) {
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

TEST(Report, WarnsOfSourcesThatAreNewerThanTheData) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {5}}});
    Texts texts;
    texts.put("a", "text\n", FileTime(2h));
    texts.put("b", "text\n", FileTime(4h));
    Subject subject{profile,
                    {{.name = "old", .cmd = "prog", .modified = FileTime(1h)},
                     {.name = "new", .cmd = "prog", .modified = FileTime(3h)},
                     {.name = "same", .cmd = "prog", .modified = FileTime(2h)},
                     {.name = "-", .cmd = "prog"}},
                    as_it_is,
                    {}};
    const std::string rule = std::string(79, '@') + "\n";
    EXPECT_EQ(section(report(subject, {}, texts), "Annotated"),
              "-- Annotated source file: a\n" + rule +
                  "@@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING @@ WARNING "
                  "@@\n" +
                  rule +
                  "@ Original source files are all newer than data file 'old':\n"
                  "@ - a\n"
                  "@ Annotations may not be correct.\n" +
                  rule + "\nIr________ \n\n5 (100.0%)  text\n\n");
    // Of two original files only one is newer than 'new', so no warning for it.
    subject.originals = [](std::string_view) { return std::vector<std::string>{"a", "b"}; };
    EXPECT_EQ(section(report(subject, {}, texts), "Annotated").find("'new'"), std::string::npos);
}

TEST(Report, DoesNotAnnotateWhatDiffersBetweenVersions) {
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

// What is said of a file with these original files, of which "a" and "a2" are the same.
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

TEST(Report, GivesTheFirstReasonNotToAnnotate) {
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

TEST(Report, WarnsOfLinesPastTheEndOfTheOriginalFile) {
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

TEST(Report, MatchesLinesBetweenVersions) {
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
    const Subject subject{diff,
                          {{.name = "1", .cmd = "prog"}, {.name = "2", .cmd = "prog"}},
                          both,
                          {{first, one}, {second, other}}};
    const std::string out = report(subject, {}, texts);
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

TEST(Report, WarnsOfLinesPastTheEndOfTheVersionThatHasThem) {
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

TEST(Report, AnnotatesWhatTheUserNames) {
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

TEST(Report, FindsWhatTheUserNamesByTheEndOfItsPath) {
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
