// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/failing_rows.hpp"

#include "algebra/diff.hpp"
#include "algebra/relabel.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::Optional;

const std::string first = "cmd: a\nevents: Ir Dr\nfl=a\nfn=f\n1 100 1\nfn=g\n2 200 1\n"
                          "fn=h\n3 5 1\nsummary: 305 3\n";
const std::string second = "cmd: b\nevents: Ir Dr\nfl=a\nfn=f\n1 103 1\nfn=g\n2 150 1\n"
                           "fn=h\n3 5 1\nfn=new\n4 7 0\nsummary: 265 3\n";

// `NAME DIFFERENCE BASE` for each row.
std::optional<std::vector<std::string>> failing(const std::string& condition) {
    const Profile difference = diff(profile(first), profile(second), DiffBy::function);
    const Profile base = base_of(difference, by_function(profile(first)));
    const auto rows = failing_rows(Condition(condition), difference, base);
    if (!rows)
        return std::nullopt;
    std::vector<std::string> texts;
    for (const FailingRow& row : *rows)
        texts.push_back(std::string(difference.names[row.function]) + ' ' +
                        std::to_string(row.difference) + ' ' + std::to_string(row.base));
    return texts;
}

TEST(FailingRows, AreThoseThatChangedInItsDirectionIfTheTotalsFail) {
    EXPECT_THAT(failing("abs(Ir) > 1"), Optional(ElementsAre("g -50 200", "new 7 0", "f 3 100")));
    EXPECT_THAT(failing("Ir < 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_EQ(failing("Ir > 0"), std::nullopt);
}

TEST(FailingRows, AreMissingIfNoFunctionChanged) {
    EXPECT_THAT(failing("Ir < 0 and Dr <= 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_THAT(failing("Dr <= 0"), Optional(ElementsAre()));
}

TEST(FailingRows, AreTheFunctionsThatFail) {
    EXPECT_THAT(failing("function Ir > 2%"), Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_THAT(failing("function Ir > 2% and Dr >= 0"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_EQ(failing("function Ir > 10"), std::nullopt);
    // The total fell, though functions grew.
    EXPECT_EQ(failing("Ir > 0 and function Ir > 2%"), std::nullopt);
    EXPECT_THAT(failing("Ir < 0 and function Ir > 2%"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
}

TEST(FailingRows, AreRankedExactly) {
    const Profile difference = profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n0 9007199254740992\nfn=g\n"
                                       "0 -9007199254740993\nsummary: -1\n");
    const auto rows =
        failing_rows(Condition("abs(Ir) > 0"), difference, base_of(difference, difference));
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->front().difference, -9007199254740993); // as doubles they would be equal
}

} // namespace
} // namespace cg
