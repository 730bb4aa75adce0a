// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "../made_data.hpp"
#include "../made_ranges.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Unname, MakesOneOfTheUnnamedAndThoseOfAName) {
    const Profile p =
        profile("cmd: c\nevents: Ir\nfl=a\n1 1\nfn=f\n1 2\nfn=u\n1 4\n2 8\nfl=u\nfn=u\n"
                "1 16\nsummary: 31\n");
    EXPECT_EQ(text(unname(p, "u")),
              "cmd: c\nevents: Ir\nfl=a\nfn=???\n1 5\n2 8\nfn=f\n1 2\nfl=u\nfn=???\n1 16\n"
              "summary: 31\n");
    EXPECT_EQ(text(unname(p, "x")), text(p));
}

TEST(RenameOfRanges, IsThatOfRows) {
    const Profile p = profile(with_ranges(range_lines));
    const auto marked = [](std::string_view name) { return std::string(name) + "!"; };
    EXPECT_NE(text(rename(p, {}, marked).profile).find("#fn=f!\n#a 1 0x10"), std::string::npos);
    EXPECT_NE(text(rename(p, marked, {}).profile).find("#fl=a!\n#fn=f\n"), std::string::npos);
}

TEST(RenameOfDataObjects, IsThatOfRowsPlacesAndPrograms) {
    const Profile p = profile(with_data(data_lines));
    const auto marked = [](std::string_view name) { return std::string(name) + "!"; };
    const std::string by_function = text(rename(p, {}, marked).profile);
    EXPECT_NE(by_function.find("#fl=/src/list.c\n#fn=main!\n#place 0 12\n#fn=add!\n"),
              std::string::npos);
    EXPECT_NE(by_function.find("#fn=find!\n#cell 1 20"), std::string::npos);
    EXPECT_NE(by_function.find(" table\n"), std::string::npos);
    const std::string by_file = text(rename(p, marked, {}).profile);
    EXPECT_NE(by_file.find("#ob=/bin/lists!\n"), std::string::npos);
    EXPECT_NE(by_file.find(" /etc/a file!\n"), std::string::npos);
    EXPECT_NE(by_file.find("#data-object code 0 0 0 0 0 0 (code)\n"), std::string::npos);
}

TEST(RenameOfDataObjects, MakesOneOfThoseThatGetOneName) {
    const Profile p = profile(
        with_data("#data 1\n#data-events: D1mr\n#fl=a\n#fn=f\n#place 0 1\n#fn=g\n#place 0 1\n"
                  "#data-object heap 1 1 8 24 24 24\n#data-object heap 2 1 9 16 16 16\n"
                  "#cell 1 1 3\n#cell 2 1 4\n"));
    const DataObjects data =
        *rename(p, {}, [](std::string_view) { return std::string("h"); }).profile.data;
    ASSERT_EQ(data.objects.size(), 1U);
    EXPECT_EQ(data.objects[0].period, 8U);
    ASSERT_EQ(data.cells.size(), 1U);
    EXPECT_EQ(data.cells.counts(0)[0], 7);
}

TEST(Relabel, RenamesThePathsOfDataObjects) {
    const Profile p = profile(
        "cmd: c\nevents: Ir\nfl=a\nfn=f.1\n1 1\nfn=f.2\n1 1\nfn=main\n1 1\n"
        "#data 2 word=4\n#fl=a\n#fn=main\n#place 0 0\n#fn=f.1\n#place 1 5\n#fn=f.2\n#place 1 5\n"
        "#fl=???\n#fn=f.1\n#place 0 0\n"
        "#data-object heap 2 1 8 8 8 8 8\n#data-object heap 3 2 16 8 8 8 8\n"
        "#data-object stack 4 0 0 0 0 0 0\nsummary: 3\n");
    const auto objects = [&](bool at_line_0) {
        const DataObjects data = *relabel(p, [&](const FunctionCosts& f) {
                                      const std::string_view name = p.names[f.function];
                                      return name == "main" ? FunctionTarget{"a", name}
                                                            : FunctionTarget{"b", "f", at_line_0};
                                  }).data;
        std::string all;
        for (const DataObject& object : data.objects)
            all += display_name(data, object) + ": " + std::to_string(object.blocks) + "; ";
        return all;
    };
    EXPECT_EQ(objects(false), "b:5 < f < main: 3; stack of f: 0; ");
    EXPECT_EQ(objects(true), "a:5 < f.1 < main: 1; a:5 < f.2 < main: 2; stack of f.1: 0; ");
}

} // namespace

} // namespace cg
