// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/parts.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <fmt/format.h>
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
    for (const FilePart& part : parts_of(text))
        result.push_back(label_of(part));
    return result;
}

TEST(Parts, HaveNumberThreadAndTrigger) {
    EXPECT_THAT(labels(head + first + second), ElementsAre("1, thread 1: Client Request: load",
                                                           "2, thread 2: Program termination"));
    const std::vector<FilePart> parts = parts_of(head + first + second);
    EXPECT_EQ(parts[0].begin, 0U);
    EXPECT_EQ(parts[1].begin, (head + first).size() + 1);
    EXPECT_EQ(parts[1].end, (head + first + second).size());
}

TEST(Parts, HaveTheirPlaceForANumberWithoutOne) {
    EXPECT_THAT(labels("cmd: p\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n"), ElementsAre("1"));
    EXPECT_THAT(labels("events: Ir\nfn=f\n1 2\nevents: Dr\nfn=f\n1 2\n"), ElementsAre("1", "2"));
    EXPECT_THAT(labels("part: 7\nevents: Ir\nfn=f\n1 2\n\nevents: Dr\n"), ElementsAre("7", "2"));
    EXPECT_THAT(labels(""), ElementsAre("1"));
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
    const std::vector<FilePart> parts{{1, 1, "Client Request: load", 0, 0},
                                      {2, 1, "Client Request: serve", 0, 0},
                                      {3, 2, "Program termination", 0, 0},
                                      {4, {}, "", 0, 0}};
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (selection.has(parts[i], i))
            text += std::to_string(i + 1);
    return text;
}

TEST(PartSelection, TakesNumbersRangesAndTriggers) {
    EXPECT_EQ(chosen("2"), "2");
    EXPECT_EQ(chosen("2-3,1"), "123");
    EXPECT_EQ(chosen("3-"), "34");
    EXPECT_EQ(chosen("load"), "1");
    EXPECT_EQ(chosen("Client Request,4"), "124");
    EXPECT_EQ(chosen("3-2"), ""); // a text
    EXPECT_EQ(chosen("", "1"), "12");
    EXPECT_EQ(chosen("2-", "1,2"), "23");
    EXPECT_EQ(chosen("99999999999999999999"), "");
}

TEST(PartSelection, RefusesEmptyItems) {
    PartSelection selection;
    EXPECT_THROW(selection.add_parts(""), UsageError);
    EXPECT_THROW(selection.add_parts("1,,2"), UsageError);
    EXPECT_THROW(selection.add_threads("x"), UsageError);
}

TEST(WithParts, KeepsNamesAndNumbersOfLines) {
    PartSelection selection;
    selection.add_parts("2");
    EXPECT_EQ(with_parts(head + first + second, "f", selection),
              head + "\n\n\n\n\n\njfi=(1) a.c\njfn=(1) f\n\n\n" + second);
    PartSelection of_first;
    of_first.add_parts("load");
    EXPECT_EQ(with_parts(head + first + second, "f", of_first),
              head + first + "\n\n\n\n\n\n\n\n\n\n");
    PartSelection none;
    none.add_threads("3");
    EXPECT_EQ(thrown_by<Error>([&] { with_parts(head + first + second, "f", none); }),
              "f: --thread=3 chooses none of its parts (2); cg_show --as=parts lists them");
}

} // namespace
} // namespace cg
