// SPDX-License-Identifier: GPL-2.0-or-later
// Derived events and conditions.
#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// The value of an expression for A = 7, B = -2, Z = 0; or what is wrong with it.
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
    EXPECT_EQ(value("Q"), "'X=Q': the profile has no event Q");
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

bool holds(const std::string& condition, Count difference, Count base) {
    const Count differences[] = {difference, 1000};
    const Count bases[] = {base, 1000};
    return Condition(condition).holds(EventSet({"Ir", "Dr"}), differences, bases);
}

TEST(Condition, Compares) {
    EXPECT_TRUE(holds("Ir > +1%", 11, 1000));
    EXPECT_FALSE(holds("Ir > +1%", 10, 1000));
    EXPECT_TRUE(holds("Ir>=1%", 10, 1000));
    EXPECT_TRUE(holds("Ir > 100", 101, 0));
    EXPECT_TRUE(holds("Ir < -0.5%", -6, 1000));
    EXPECT_TRUE(holds("abs(Ir) > 0.5%", -6, 1000));
    EXPECT_FALSE(holds("Ir > 1% and Dr > 2000", 100, 1000));
    EXPECT_TRUE(holds("Ir > 1% and Dr <= 1000", 100, 1000));
    // of a base of 0, and of a negative one
    EXPECT_TRUE(holds("Ir > 1000%", 1, 0));
    EXPECT_FALSE(holds("Ir > 0%", 0, 0));
    EXPECT_TRUE(holds("Ir > 1%", 11, -1000));
    // no rounding near the largest counts
    EXPECT_FALSE(holds("Ir > 9223372036854775806", 9223372036854775806, 0));
    EXPECT_TRUE(holds("Ir > 9223372036854775806", 9223372036854775807, 0));
}

TEST(Condition, KnowsItsScope) {
    EXPECT_TRUE(Condition("function Ir > 1").is_of_functions());
    EXPECT_FALSE(Condition("Ir > 1").is_of_functions());
    EXPECT_FALSE(Condition("function > 1").is_of_functions()); // an event of that name
}

std::string refused(const std::string& condition) {
    try {
        Condition parsed(condition);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Condition, SaysWhatIsWrong) {
    EXPECT_EQ(refused(""), "'', column 1: expected the name of an event");
    EXPECT_EQ(refused("Ir"), "'Ir', column 3: expected <, <=, > or >=");
    EXPECT_EQ(refused("Ir >"), "'Ir >', column 5: expected a number");
    EXPECT_EQ(refused("Ir > x"), "'Ir > x', column 6: expected a number");
    EXPECT_EQ(refused("Ir > 1% or Dr > 1"), "'Ir > 1% or Dr > 1', column 9: expected \"and\" or "
                                            "the end");
    EXPECT_EQ(refused("abs(Ir > 1"), "'abs(Ir > 1', column 8: expected )");
    EXPECT_EQ(refused("Ir > 1e3"), "'Ir > 1e3', column 6: expected a number");
}

} // namespace
} // namespace cg
