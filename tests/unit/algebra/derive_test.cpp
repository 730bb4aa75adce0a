// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_ranges.hpp"
#include "algebra/derive.hpp"

#include "error/error.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

// The value of an expression for A = 7, B = -2, Z = 0; or its error.
std::string value(const std::string& expression) {
    try {
        const Profile p = Derivation("X=" + expression)
                              .apply(profile("cmd: a\nevents: A B Z\nfl=a\nfn=f\n1 7 -2 0\n"
                                             "summary: 7 -2 0\n"));
        return std::to_string(p.summary.back());
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

TEST(Derivation, Computes) {
    EXPECT_EQ(value("A+B*10"), "-13");
    EXPECT_EQ(value("(A + B) * 10"), "50");
    EXPECT_EQ(value("A-B-1"), "8");
    EXPECT_EQ(value("-A--B"), "-9");
    EXPECT_EQ(value("A/B"), "-3");
    EXPECT_EQ(value("100/A/2"), "7");
    EXPECT_EQ(value("A/Z"), "0");
    EXPECT_EQ(value("5"), "5");
}

TEST(Derivation, SaysWhatIsWrong) {
    EXPECT_EQ(value("A+"), "'X=A+', column 5: expected an event, a number or '('");
    EXPECT_EQ(value("(A"), "'X=(A', column 5: expected ')'");
    EXPECT_EQ(value("A A"), "'X=A A', column 5: expected an operator");
    EXPECT_EQ(value("1x"), "'X=1x', column 3: expected a whole number of at most 64 bits");
    EXPECT_EQ(value("Q"), "'X=Q': the profile has no event 'Q'; it has A, B, Z");
    EXPECT_EQ(value("9223372036854775807+A"), "a sum of counts does not fit in 64 bits");
    EXPECT_EQ(value("9223372036854775807*A"), "a product of counts does not fit in 64 bits");
    EXPECT_EQ(value(std::string(2000, '(')),
              "'X=" + std::string(98, '(') + "…', column 1003: expected fewer brackets");
    EXPECT_THROW(Derivation("nothing"), UsageError);
    EXPECT_THROW(Derivation("=A"), UsageError);
}

TEST(Derivation, KnowsCyclesAndBases) {
    const Profile p = profile("cmd: a\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nfl=a\nfn=f\n"
                              "1 100 20 10 3 2 1 1 1 0\nsummary: 100 20 10 3 2 1 1 1 0\n");
    EXPECT_EQ(Derivation("cycles").apply(p).summary.back(), 130 + 4 * 6 + 30 * 2);
    EXPECT_EQ(text(Derivation("X=2*Ir").apply(
                  profile("cmd: a\nevents: Ir Ir@base\nfl=a\nfn=f\n1 3 5\nsummary: 3 5\n"))),
              "cmd: a\nevents: Ir Ir@base X X@base\nfl=a\nfn=f\n1 3 5 6 10\nsummary: 3 5 6 10\n");
}

TEST(Derivation, IsForEachInstruction) {
    const Profile derived = Derivation("X=Ir*Dr").apply(profile(
        with_ranges("#object 1 - /prog\n#fl=a\n#fn=f\n#a 1 0x10 4 2 1 12 4\n#a 1 0x18 4 2 2 8\n")));
    ASSERT_TRUE(derived.addresses);
    EXPECT_THAT(derived.addresses->ranges.counts(0),
                testing::ElementsAre(12, 4, 24)); // twice 6 * 2
    EXPECT_THAT(derived.addresses->ranges.counts(1), testing::ElementsAre(8, 0, 0));
}

// A line that loaded 1,000 lines of 64 bytes for 8 bytes each, and one that used all that it loaded
// ten times.
const std::string cache_use =
    "desc: I1 cache:         32768 B, 32 B, 8-way associative\n"
    "desc: D1 cache:         32768 B, 64 B, 8-way associative\n"
    "desc: LL cache:         8388608 B, 64 B, 16-way associative\n"
    "cmd: a\nevents: I1mr D1mr D1mw ILmr DLmr DLmw AcCost1 SpLoss1 AcCost2 SpLoss2\n"
    "fl=a\nfn=f\n1 0 900 100 0 500 0 1000000 56000 200000 28000\n2 4 8 0 0 0 0 1200 0 0 0\n"
    "summary: 4 908 100 0 500 0 1001200 56000 200000 28000\n";

std::vector<Count> derived(const std::string& preset) {
    const Profile p = Derivation(preset).apply(profile(cache_use));
    return {p.costs.counts(0).back(), p.costs.counts(1).back()};
}

TEST(Derivation, KnowsCacheUse) {
    EXPECT_EQ(derived("unused1"), (std::vector<Count>{87, 0}));
    EXPECT_EQ(derived("uses1"), (std::vector<Count>{100, 1000}));
    EXPECT_EQ(derived("unusedLL"), (std::vector<Count>{87, 0}));
    EXPECT_EQ(derived("usesLL"), (std::vector<Count>{250, 0}));
    EXPECT_EQ(derived("Loaded=I1.line*I1mr+D1.line*(D1mr+D1mw)"),
              (std::vector<Count>{64000, 4 * 32 + 8 * 64}));
}

TEST(Derivation, NeedsTheSizesOfLines) {
    const std::string without = cache_use.substr(cache_use.find("desc: LL"));
    try {
        Derivation("unused1").apply(profile(without));
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "'Unused1=100*SpLoss1/(I1.line*I1mr+D1.line*(D1mr+D1mw))': the "
                                   "profile's desc: lines do not say the size of a line of I1");
    }
    EXPECT_EQ(Derivation("unusedLL").apply(profile(without)).summary.back(), 87);
}

TEST(Derivation, KnowsQuotientsOfEvents) {
    EXPECT_TRUE(Derivation("X=A/B").has_quotient());
    EXPECT_TRUE(Derivation("X=1000*A/(B+C)").has_quotient());
    EXPECT_TRUE(Derivation("unused1").has_quotient());
    EXPECT_FALSE(Derivation("X=A/2+B").has_quotient());
    EXPECT_FALSE(Derivation("cycles").has_quotient());
    EXPECT_TRUE(Derivation("X=2*(A-B)").uses("B"));
    EXPECT_FALSE(Derivation("X=2*(A-B)").uses("X"));
}

std::optional<Count> size(const std::string& desc, std::string_view name) {
    return line_size({{"Invocation: x", desc}, "cmd", EventSet({"Ir"})}, name);
}

TEST(EventPresets, TakeSizesOfLinesFromTheDescription) {
    const std::string d1 = "D1 cache:         32768 B, 64 B, 8-way associative";
    EXPECT_EQ(size(d1, "D1.line"), 64);
    EXPECT_EQ(size("LL cache: 268435456 B, 128 B, direct-mapped", "LL.line"), 128);
    EXPECT_EQ(size(d1, "I1.line"), std::nullopt);
    EXPECT_EQ(size(d1, "D1"), std::nullopt);
    EXPECT_EQ(size(d1, "D1mr"), std::nullopt);
    EXPECT_EQ(size("L2 cache: 1 B, 64 B, 1-way", "L2.line"), std::nullopt);
    for (const char* odd :
         {"D1 cache:", "D1 cache: 32768 B, ", "D1 cache: 32768 B, 0 B, 8-way",
          "D1 cache: 32768 B, -64 B", "D1 cache: 32768 B, 64", "D1 cache: 1 B, x"})
        EXPECT_EQ(size(odd, "D1.line"), std::nullopt) << odd;
}

} // namespace

} // namespace cg
