// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/parts.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;

const std::string head = "# callgrind format\nversion: 1\ncmd: p\n";
const std::string first = "part: 1\nthread: 1\ndesc: Trigger: Client Request: load\nevents: Ir\n"
                          "summary: 3\n\nfl=(1) a.c\nfn=(1) f\n1 3\ntotals: 3\n";
const std::string second = "\npart: 2\nthread: 2\ndesc: Trigger: Program termination\n"
                           "positions: line\nevents: Ir\nfl=(1)\nfn=(1)\n1 4\ntotals: 4\n";

std::vector<std::string> labels(const std::string& text) {
    std::vector<std::string> result;
    read_each_part(text, "f", {},
                   [&](const FilePart& part, Profile&&) { result.push_back(label_of(part)); });
    return result;
}

TEST(Parts, HaveNumberThreadAndTrigger) {
    EXPECT_THAT(labels(head + first + second), ElementsAre("1, thread 1: Client Request: load",
                                                           "2, thread 2: Program termination"));
}

TEST(Parts, HaveTheirPlaceForANumberWithoutOne) {
    EXPECT_THAT(labels("cmd: p\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n"), ElementsAre("1"));
    EXPECT_THAT(labels("events: Ir\nfn=f\n1 2\nevents: Dr\nfn=f\n1 2\n"), ElementsAre("1", "2"));
    EXPECT_THAT(labels("part: 7\nevents: Ir\nfn=f\n1 2\n\nevents: Dr\n"), ElementsAre("7", "2"));
    EXPECT_THAT(labels("desc: Trigger: dump\ncmd: p\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n"),
                ElementsAre("1: dump"));
    EXPECT_THAT(labels("events: Ir\nevents: Dr\nfn=f\n1 2\n"), ElementsAre("1", "2"));
}

TEST(Parts, DoNotBeginAtOtherHeaderLines) {
    EXPECT_THAT(labels("part: 3\narch: x\nevents: Ir\nevent: Ir : a\ndesc: b\nfn=f\n1 2\n"
                       "positions: line\n2 2\npart: 4\ntimeframe (BB): 3\nevents: Ir\nfn=f\n1 2\n"),
                ElementsAre("3", "4"));
}

// The indexes of the parts 1 to 4, of threads 1, 1, 2 and none.
std::string chosen(const std::string& numbers, const std::string& threads = "") {
    PartSelection selection;
    if (!numbers.empty())
        selection.add_parts(numbers);
    if (!threads.empty())
        selection.add_threads(threads);
    const std::vector<FilePart> parts{{0, 1, 1, "Client Request: load"},
                                      {1, 2, 1, "Client Request: serve"},
                                      {2, 3, 2, "Program termination"},
                                      {3, 4}};
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (selection.has(parts[i]))
            text += std::to_string(i + 1);
    return text;
}

TEST(PartSelection, TakesNumbersRangesAndTriggers) {
    EXPECT_EQ(chosen("2"), "2");
    EXPECT_EQ(chosen("2-3,1"), "123");
    EXPECT_EQ(chosen("3-"), "34");
    EXPECT_EQ(chosen("load"), "1");
    EXPECT_EQ(chosen("Client Request,4"), "124");
    EXPECT_EQ(chosen("", "1"), "12");
    EXPECT_EQ(chosen("2-", "1,2"), "23");
    EXPECT_EQ(chosen("99999999999999999999"), "");
}

TEST(PartSelection, RefusesEmptyItems) {
    PartSelection selection;
    EXPECT_THROW(selection.add_parts(""), UsageError);
    EXPECT_THROW(selection.add_parts("1,,2"), UsageError);
    EXPECT_THROW(selection.add_threads("x"), UsageError);
    EXPECT_THROW(selection.add_parts("3-2"), UsageError);
    EXPECT_THROW(selection.add_threads("3-2"), UsageError);
}

Profile chosen_of(const std::string& text, const std::string& parts,
                  const std::string& threads = "") {
    ReadOptions options;
    if (!parts.empty())
        options.parts.add_parts(parts);
    if (!threads.empty())
        options.parts.add_threads(threads);
    return read_profile(text, "f", options);
}

// Returns the files, functions and lines of a profile, with their counts.
std::string rows(const Profile& profile) {
    std::string text;
    for (const FunctionCosts& function : profile.costs.functions())
        for (const std::size_t row : function.rows())
            text += fmt::format("{} {} {} {};", profile.names[function.file],
                                profile.names[function.function], profile.costs.line(row),
                                fmt::join(profile.costs.counts(row), " "));
    return text;
}

TEST(ChosenParts, HaveTheNamesThatOthersDefine) {
    EXPECT_EQ(rows(chosen_of(head + first + second, "2")), "a.c f 1 4;");
    EXPECT_EQ(rows(chosen_of(head + first + second, "load")), "a.c f 1 3;");
    EXPECT_EQ(rows(chosen_of(head + first + second, "1-2")), "a.c f 1 7;");
    EXPECT_EQ(thrown_by<Error>([&] { chosen_of(head + first + second, "", "3"); }),
              "f: --thread=3 chooses none of its parts (2); cg_show --as=parts lists them");
    // A number that a part gives to another name anew has it in later ones, chosen or not.
    const std::string third = "part: 3\nevents: Ir\nfl=(1) b.c\nfn=(1) g\n2 5\ntotals: 5\n";
    const std::string fourth = "part: 4\nevents: Ir\nfl=(1)\nfn=(1)\n2 6\ntotals: 6\n";
    for (const char* parts : {"4", "2,4", "1-4"})
        EXPECT_THAT(rows(chosen_of(head + first + second + third + fourth, parts)),
                    testing::EndsWith(std::string(parts) == "1-4" ? "b.c g 2 11;" : "b.c g 2 6;"));
}

TEST(ChosenParts, HaveTheirOwnHeaderAndEvents) {
    const std::string text =
        "version: 1\ncreator: x\ncmd: p\ndesc: I1 cache: 1 B\ndesc: Trigger: a\n"
        "events: Ir\nfn=f\n1 3\ndesc: Trigger: b\nevents: Dr\nfn=f\n1 4\n"
        "desc: Trigger: c\nevents: Ir\nfn=f\n1 5\n";
    const Profile second_part = chosen_of(text, "2");
    EXPECT_THAT(second_part.header.desc, ElementsAre("I1 cache: 1 B", "Trigger: b"));
    EXPECT_EQ(second_part.header.cmd, "p");
    EXPECT_THAT(second_part.header.events.names(), ElementsAre("Dr"));
    EXPECT_THAT(chosen_of(text, "1,3").header.events.names(), ElementsAre("Ir"));
    EXPECT_THAT(chosen_of(text, "2-").header.events.names(), ElementsAre("Dr", "Ir"));
    EXPECT_EQ(rows(chosen_of(text, "2-")), "??? f 1 4 5;");
}

TEST(ChosenParts, AreReadAloneAsEachIs) {
    const std::string text = head + first + second;
    std::vector<std::string> each, alone;
    read_each_part(text, "f", {}, [&](const FilePart& part, Profile&& profile) {
        each.push_back(rows(profile));
        alone.push_back(rows(chosen_of(text, std::to_string(part.number))));
    });
    EXPECT_EQ(each, alone);
    EXPECT_EQ(each.size(), 2U);
}

// Damage of a part that is not chosen does not matter; with `salvage`, each part is read up to it.
TEST(ChosenParts, MayBeDamaged) {
    std::string text = head + first + second;
    text.replace(text.find("1 3\n"), 4, "1 99999999999999999999\n");
    EXPECT_EQ(rows(chosen_of(text, "2")), "a.c f 1 4;");
    EXPECT_THROW(chosen_of(text, "1"), Error);
    std::vector<std::string> read, warnings;
    ReadOptions options;
    const TakePart take = [&](const FilePart&, Profile&& profile) {
        read.push_back(rows(profile));
    };
    EXPECT_THROW(read_each_part(text, "f", options, take), Error);
    options.salvage = true;
    options.warn = [&](const std::string& what) { warnings.push_back(what); };
    read.clear();
    read_each_part(text, "f", options, take);
    EXPECT_THAT(read, ElementsAre("", "a.c f 1 4;"));
    EXPECT_EQ(warnings.size(), 1U);
}

} // namespace
} // namespace cg
