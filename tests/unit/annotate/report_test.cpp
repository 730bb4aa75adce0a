// SPDX-License-Identifier: GPL-2.0-or-later
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

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
