// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/gate.hpp"

#include "../thrown.hpp"
#include "algebra/diff.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <fmt/format.h>
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
std::optional<std::vector<std::string>> failing(const std::string& condition, const Profile& a,
                                                const Profile& b,
                                                const std::vector<Derivation>& derived = {}) {
    const Profile difference = diff(a, b, DiffBy::function);
    const auto failure = Gate(difference, a, b, derived).failure(Condition(condition));
    if (!failure)
        return std::nullopt;
    std::vector<std::string> texts;
    for (const FailingRow& row : failure->rows)
        texts.push_back(fmt::format("{} {:g} {:g}", row.function.name,
                                    static_cast<double>(row.change.difference),
                                    static_cast<double>(row.change.base)));
    return texts;
}
std::optional<std::vector<std::string>> failing(const std::string& condition,
                                                const std::vector<Derivation>& derived = {}) {
    return failing(condition, profile(first), profile(second), derived);
}

TEST(Gate, AreThoseThatChangedInItsDirectionIfTheTotalsFail) {
    EXPECT_THAT(failing("abs(Ir) > 1"), Optional(ElementsAre("g -50 200", "new 7 0", "f 3 100")));
    EXPECT_THAT(failing("Ir < 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_EQ(failing("Ir > 0"), std::nullopt);
}

TEST(Gate, AreMissingIfNoFunctionChanged) {
    EXPECT_THAT(failing("Ir < 0 and Dr <= 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_THAT(failing("Dr <= 0"), Optional(ElementsAre()));
}

TEST(Gate, AreTheFunctionsThatFail) {
    EXPECT_THAT(failing("function Ir > 2%"), Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_THAT(failing("function Ir > 2% and Dr >= 0"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_EQ(failing("function Ir > 10"), std::nullopt);
    // The total fell, though functions grew.
    EXPECT_EQ(failing("Ir > 0 and function Ir > 2%"), std::nullopt);
    EXPECT_THAT(failing("Ir < 0 and function Ir > 2%"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
}

TEST(Gate, RanksExactly) {
    const Profile a = profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n0 0\nfn=g\n0 9007199254740993\n"
                              "summary: 9007199254740993\n");
    const Profile b = profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n0 9007199254740992\n"
                              "summary: 9007199254740992\n");
    const Profile difference = diff(a, b, DiffBy::function);
    const auto failure = Gate(difference, a, b, {}).failure(Condition("abs(Ir) > 0"));
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->rows.front().change.difference,
              -9007199254740993); // as doubles they would be equal
}

// ---- calls ------------------------------------------------------------------

// main calls f that often, and f calls g once each time.
Profile with_calls(const std::string& number) {
    return profile("# callgrind format\nversion: 1\ncreator: callgrind-3.19\ncmd: p\n"
                   "positions: line\nevents: Ir\n\nob=p\nfl=p.c\nfn=main\n1 10\ncfn=f\ncalls=" +
                   number + " 0\n2 90\nfn=f\n5 40\ncfn=g\ncalls=" + number +
                   " 0\n6 50\nfn=g\n9 50\n\ntotals: 100\n");
}

TEST(Gate, KnowsTheCallsOfFunctions) {
    const Profile a = with_calls("5"), b = with_calls("58");
    EXPECT_THAT(failing("function calls > 52", a, b), Optional(ElementsAre("f 53 5", "g 53 5")));
    EXPECT_EQ(failing("function calls > 53", a, b), std::nullopt);
    EXPECT_THAT(failing("inclusive function calls > 1000%", a, b),
                Optional(ElementsAre("f 53 5", "g 53 5")));
    EXPECT_THAT(failing("calls > 105 and function Ir >= 0", a, b),
                Optional(ElementsAre("f 0 40", "g 0 50", "main 0 10")));
    EXPECT_THAT(failing("calls > 105", a, b), Optional(ElementsAre("f 53 5", "g 53 5")));
    EXPECT_EQ(failing("calls > 106", a, b), std::nullopt);
}

// An object is a library: the second profile has it in another directory.
TEST(Gate, KnowsLibraries) {
    const auto in = [](const std::string& library, int own) {
        return profile(
            fmt::format("# callgrind format\nversion: 1\ncreator: callgrind-3.19\ncmd: p\n"
                        "positions: line\nevents: Ir\n\nob=p\nfl=p.c\nfn=main\n1 10\n"
                        "cob={0}\ncfn=f\ncalls=2 0\n2 50\nob={0}\nfn=f\n5 {1}\n"
                        "fn=g\n6 40\n\ntotals: {2}\n",
                        library, own, own + 50));
    };
    const Profile a = in("/lib/f.so.1", 20), b = in("/opt/f.so.2", 26);
    EXPECT_THAT(failing("library Ir > 9%", a, b), Optional(ElementsAre("/opt/f.so.2 6 60")));
    EXPECT_EQ(failing("library Ir > 10%", a, b), std::nullopt);
    EXPECT_THROW(failing("library Ir > 1", profile(first), profile(second)), UsageError);
}

// ---- allocations ------------------------------------------------------------

Profile with_blocks(const std::string& live, const std::string& objects) {
    return profile("cmd: c\nevents: Ir\nfl=a\nfn=f\n1 5\n#data 2 word=4 live=" + live +
                   "\n#fl=a\n#fn=main\n#place 0 3\n#fn=f\n#place 1 1\n" + objects + "summary: 5\n");
}
const std::string blocks = "#data-object heap 1 10 1000 200 100 100 100\n"
                           "#data-object heap 2 5 50 50 10 10 0\n";

TEST(Gate, KnowsTheAllocationsOfTheProgramAndOfObjects) {
    const Profile a = with_blocks("220", blocks);
    // The blocks of f got another size, so another period: they are the same object.
    const Profile b = with_blocks("320", "#data-object heap 1 10 1000 200 100 100 100\n"
                                         "#data-object heap 2 65 780 90 12 12 12\n"
                                         "#ob=/p\n#data-object static 0 9 9 9 9 9 0 table\n");
    EXPECT_THAT(failing("Blocks > 59", a, b), Optional(ElementsAre("f < main 60 5")));
    EXPECT_EQ(failing("Blocks > 60", a, b), std::nullopt);
    EXPECT_THAT(failing("bytes > 69%", a, b), Optional(ElementsAre("f < main 730 50")));
    EXPECT_EQ(failing("Bytes > 730", a, b), std::nullopt);
    EXPECT_THAT(failing("Live >= 100", a, b), Optional(ElementsAre("f < main 40 50")));
    EXPECT_EQ(failing("Live > 100", a, b), std::nullopt);
    EXPECT_THAT(failing("object Blocks > 10", a, b), Optional(ElementsAre("f < main 60 5")));
    EXPECT_EQ(failing("object Live > 40", a, b), std::nullopt);
    EXPECT_EQ(failing("Ir > 0 and object Blocks > 10", a, b), std::nullopt);
}

// ---- derived events ---------------------------------------------------------

TEST(Gate, ComputesDerivedEventsOnEachSide) {
    const std::vector<Derivation> rate{Derivation("Rate=100*Dr/Ir"), Derivation("Sum=Ir+10*Dr")};
    // f: 1/100 and 1/103; g: 1/200 and 1/150, which is 0.167 more; new: 0.
    EXPECT_THAT(failing("function Rate > 0.16", rate), Optional(ElementsAre("g 0.166667 0.5")));
    EXPECT_EQ(failing("function rate > 0.17", rate), std::nullopt);
    // 3/305 and 3/265: 0.98 % and 1.13 %
    EXPECT_TRUE(failing("Rate > 0.148", rate));
    EXPECT_FALSE(failing("Rate > 0.149", rate));
    EXPECT_THAT(failing("function Sum > 2%", rate), Optional(ElementsAre("new 7 0", "f 3 110")));
}

// ---- errors -----------------------------------------------------------------

TEST(Gate, SaysWhatThereIs) {
    const auto refused = [](const std::string& condition) {
        return thrown_by<UsageError>([&] { failing(condition); });
    };
    EXPECT_EQ(refused("Jr > 1"), "'Jr > 1': the profile has no event 'Jr'; it has "
                                 "Ir, Dr");
    EXPECT_EQ(refused("Blocks > 1"),
              "'Blocks > 1': the profile has no event 'Blocks'; it has Ir, Dr; valgrind "
              "--tool=cachegrind --data-objects=yes counts Blocks, Bytes and Live");
    EXPECT_EQ(
        refused("Ir > 1 and function calls > 1"),
        "'Ir > 1 and function calls > 1': no function has 'calls'; functions have Ir, Dr, the "
        "program has Ir, Dr; valgrind --tool=cachegrind --calls=yes counts calls");
    EXPECT_EQ(
        refused("object Blocks > 1"),
        "'object Blocks > 1': the profiles have no data objects; functions and the program have "
        "Ir, Dr; valgrind --tool=cachegrind --data-objects=yes counts Blocks, Bytes and Live");
}

} // namespace
} // namespace cg
