// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/data_rows.hpp"

#include "../made_data.hpp"
#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/read.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace cg {
namespace {

Profile made(const std::string& lines = data_lines) {
    return read_profile(with_data(lines), "test");
}

bool any(std::string_view) {
    return true;
}

// Returns "NAME [SIZE] COUNT COUNT", of these events.
std::vector<std::string> rows(const Profile& profile, const std::vector<std::string>& events) {
    std::vector<std::string> all;
    for (const FunctionCosts& f : profile.costs.functions()) {
        std::string row = std::string(profile.names[f.function]) + " [" +
                          std::string(profile.names[f.file]) + "]";
        for (const std::string& event : events)
            row += " " + std::to_string(profile.costs.counts(
                             f.first_row)[*profile.header.events.column(event)]);
        all.push_back(row);
    }
    return all;
}

using Rows = std::vector<std::string>;

TEST(RowsOfObjects, AreSumsOfCells) {
    EXPECT_EQ(rows(by_object(made(), any), {"D1m", "DLm", "SpLoss1", "Blocks", "Live"}),
              (Rows{"list.c:30 < add < main [n*8] 17 4 580 10 400",
                    "table in lists [1000] 2 0 100 0 1000", "stack of find [] 1 1 20 0 0",
                    "(code) [] 0 0 0 0 0", "/etc/a file [] 1 1 32 0 0"}));
}

TEST(RowsOfObjects, HaveTheCausesOfReadsAndWritesTogether) {
    const Profile p =
        made("#data 1 word=4\n#data-events: D1mrConf D1mwConf DLmrCap DLmwCap D1mCaused\n"
             "#ob=/bin/lists\n#data-object static 0 0 8 8 8 8 table\n"
             "#fl=/src/list.c\n#fn=main\n#cell 1 10 4 1 3 2 7\n#cell 1 11 10 0 0 0 1\n");
    EXPECT_EQ(rows(by_object(p, any), {"D1mConf", "D1mrConf", "DLmCap", "D1mCaused"}).front(),
              "table in lists [8] 15 14 5 8");
}

TEST(RowsOfObjects, BeginWhereTheProgramCallsALibrarysHeader) {
    const std::string header = "#fl=/usr/include/c++/12/bits/new_allocator.h\n";
    // main calls push_back, which allocates a node; twice, grow and add_node, which allocate.
    const std::string lines =
        "#data 1 word=4\n#data-events: D1mr\n#fl=/src/list.cpp\n#fn=main\n#place 0 20\n"
        "#place 0 30\n" +
        header +
        "#fn=list<int>::push_back(int)\n#place 1 7\n#fn=allocate\n#place 3 137\n"
        "#fn=map<int>::operator[](int)\n#place 2 8\n#fn=grow\n#place 5 9\n#fn=allocate\n"
        "#place 6 137\n#fn=add_node\n#place 5 9\n#fn=allocate\n#place 8 137\n"
        "#data-object heap 4 1 24 24 24 24\n#data-object heap 7 1 8 8 16 8\n"
        "#data-object heap 9 1 32 32 32 32\n"
        "#fl=/src/list.c\n#fn=main\n#cell 1 10 1\n#cell 2 10 1\n#cell 3 10 1\n";
    Profile p = made(lines);
    for (const std::string part : {"> list.cpp", "< list.cpp", "map<int>", "<…>::push"}) {
        const IsShownObject has_part = [&](std::string_view name) {
            return name.find(part) != name.npos;
        };
        const bool is_shown = by_object(p, has_part).costs.functions().size() > 2;
        EXPECT_EQ(is_shown, part != "> list.cpp") << part;
    }
    Rows found = rows(by_object(p, any), {"D1mr"});
    found.resize(3);
    EXPECT_EQ(found, (Rows{"list<…>::push_back(int) < list.cpp:20 < main [24] 1",
                           "grow < map<…>::operator[](int) < list.cpp:30 < main [n*8] 1",
                           "add_node < map<…>::operator[](int) < list.cpp:30 < main [32] 1"}));
}

TEST(RowsOfObjects, ThatAreNotShownAreOne) {
    const Profile p =
        by_object(made(), [](std::string_view name) { return name.find(" in ") < 9; });
    EXPECT_EQ(rows(p, {"D1m", "Live"}),
              (Rows{"table in lists [1000] 2 1000", "(other objects) [] 19 0"}));
}

TEST(RowsOfObjects, SayWhatIsNotKnown) {
    Profile p = made();
    p.summary[1] += 5; // D1mr
    EXPECT_EQ(rows(by_object(p, any), {"D1m", "D1mr", "D1mw"}).back(), "(not known) [] 5 5 0");
}

TEST(RowsOfObjects, HaveTheUnusedPartOfLines) {
    const Profile p = by_object(made(), any);
    Profile code = made();
    EXPECT_EQ(formula_of_unused(p, code), "Unused1=100*SpLoss1/(64*Lines1)");
    EXPECT_EQ(formula_of_unused(code, code), "");
    code.data->line = 0;
    EXPECT_EQ(formula_of_unused(p, code), "");
}

TEST(RowsOfObjects, OfADifferenceHaveNoQuotients) {
    const Profile code =
        read_profile("desc: Files compared: a; b\ncmd: c\nevents: Ir\nfl=a\nfn=f\n1 1\n" +
                         data_lines + "summary: 1\n",
                     "test");
    EXPECT_EQ(formula_of_unused(by_object(code, any), code), "");
    EXPECT_EQ(formula_of_used(by_field(code, any).profile, code), "");
}

TEST(RowsOfObjects, OfADifferenceHaveBases) {
    const Profile p =
        made("#data 1\n#data-events: D1mr D1mw D1mr@base D1mw@base\n"
             "#data-object other 0 0 0 0 0 0 x\n#fl=a\n#fn=f\n#cell 1 1 -1 -2 10 20\n");
    const Profile objects = by_object(p, any);
    EXPECT_EQ(rows(objects, {"D1m", "D1m@base"}).front(), "x [] -3 30");
}

TEST(RowsOfFields, AreThoseOfTheObjectWithMostMisses) {
    const FieldsOfObject fields = by_field(made(), any);
    EXPECT_EQ(fields.object, "list.c:30 < add < main (n*8)");
    EXPECT_EQ(fields.others, Rows{"table in lists (1000)"});
    EXPECT_EQ(rows(fields.profile, {"Loaded", "Touched", "D1m"}),
              (Rows{"+0 [] 64 16 3", "+4 [] 64 64 1"}));
    EXPECT_EQ(fields.name, "list.c:30 < add < main");
    EXPECT_EQ(fields.missed, 17); // of the object: those of its fields are made up
    EXPECT_EQ(formula_of_used(fields.profile, made()), "Used=100*Touched/Loaded");
}

TEST(RowsOfFields, AreThoseOfTheObjectThatIsMeant) {
    const FieldsOfObject fields =
        by_field(made(), [](std::string_view name) { return name.starts_with("table"); });
    EXPECT_TRUE(fields.others.empty());
    EXPECT_EQ(rows(fields.profile, {"Loaded"}), Rows{"+0 [] 128"});
}

TEST(RowsOfFields, HaveNoLoadsIfTheyAreNotKnown) {
    const FieldsOfObject fields =
        by_field(made("#data 1\n#data-events: D1mr D1mw\n#data-object heap 0 0 0 8 8 8\n"
                      "#field 4 0 0 7\n"),
                 any);
    EXPECT_EQ(fields.profile.header.events.names(), Rows{"D1m"});
    EXPECT_EQ(formula_of_used(fields.profile, made()), "");
}

TEST(RowsOfFields, AreMembersOfAStruct) {
    const StructLayout layout{
        .name = "Node",
        .size = 8,
        .declared = "",
        .members = {{.offset = 0, .size = 4, .name = "key", .type = "int"},
                    {.offset = 4, .size = 4, .name = "value", .type = "int"}}};
    const FieldsOfObject fields = by_field(made(), any, &layout);
    EXPECT_EQ(rows(fields.profile, {"Loaded", "D1m"}),
              (Rows{"+0 key (int) [] 64 3", "+4 value (int) [] 64 1"}));
    const StructLayout large{.name = "Large", .size = 5000, .declared = "", .members = {}};
    EXPECT_EQ(thrown_by<Error>([&] { by_field(made(), any, &large); }),
              "no object that is meant has fields that the struct fits");
}

TEST(RowsOfFields, NeedAnObjectWithFields) {
    EXPECT_EQ(thrown_by<Error>(
                  [] { by_field(made(), [](std::string_view name) { return name == "(code)"; }); }),
              "no object that is meant has fields: blocks of one period, variables and arrays have "
              "some");
}

TEST(SizeText, IsOfSizesAndTheirPeriod) {
    const auto text = [](std::uint64_t smallest, std::uint64_t largest, std::uint64_t period) {
        DataObject object{};
        object.smallest = smallest;
        object.largest = largest;
        object.period = period;
        return size_text(object);
    };
    EXPECT_EQ(text(120, 120, 120), "120");
    EXPECT_EQ(text(120, 120, 0), "120");
    EXPECT_EQ(text(480000, 480000, 96), "5000*96");
    EXPECT_EQ(text(104, 832, 104), "n*104");
    EXPECT_EQ(text(16, 215, 0), "16-215");
    EXPECT_EQ(text(0, 0, 0), "");
}

} // namespace
} // namespace cg
