// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/condition.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "model/event_set.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

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
    EXPECT_EQ(Condition("function Ir > 1").scope(), Scope::function);
    EXPECT_EQ(Condition("object Blocks > 1").scope(), Scope::object);
    EXPECT_EQ(Condition("Ir > 1").scope(), Scope::totals);
    EXPECT_EQ(Condition("function > 1").scope(), Scope::totals); // an event of that name
    EXPECT_EQ(Condition("object > 1").scope(), Scope::totals);
}

TEST(Condition, TestsTheTotalsBeforeFunctions) {
    const Condition condition("Ir > 0 and function Dr > 5 and Ir > 1");
    EXPECT_EQ(condition.scope(), Scope::function);
    EXPECT_EQ(condition.main_event(), "Dr");
    const EventSet events({"Ir", "Dr"});
    const std::vector<Count> base{100, 100}, fell{-1, 9}, grew{1, 0}, function{2, 6};
    EXPECT_TRUE(condition.totals_hold(events, grew, base));
    EXPECT_FALSE(condition.totals_hold(events, fell, base));
    EXPECT_TRUE(condition.holds(events, function, base));
    EXPECT_FALSE(condition.holds(events, grew, base));
    EXPECT_TRUE(Condition("function Ir > 0").totals_hold(events, fell, base)); // none
    EXPECT_EQ(Condition("Ir > 0 and inclusive function Ir > 0").scope(), Scope::inclusive_function);
}

std::string refused(const std::string& condition) {
    return thrown_by<UsageError>([&] { Condition{condition}; });
}

TEST(Condition, SaysWhatIsWrong) {
    EXPECT_EQ(refused(""), "'', column 1: expected the name of an event");
    EXPECT_EQ(refused("Ir"), "'Ir', column 3: expected <, <=, > or >=");
    EXPECT_EQ(refused("Ir >"), "'Ir >', column 5: expected a number");
    EXPECT_EQ(refused("Ir > x"), "'Ir > x', column 6: expected a number");
    EXPECT_EQ(refused("Ir > 1% or Dr > 1"), "'Ir > 1% or Dr > 1', column 9: expected \"and\" or "
                                            "the end");
    EXPECT_EQ(refused("function Ir > 1 and function Ir > 1"),
              "'function Ir > 1 and function Ir > 1', column 30: expected <, <=, > or >=");
    EXPECT_EQ(refused("Ir > 1 and inclusive Ir > 1"),
              "'Ir > 1 and inclusive Ir > 1', column 22: expected \"function\"");
    EXPECT_EQ(refused("abs(Ir > 1"), "'abs(Ir > 1', column 8: expected )");
    EXPECT_EQ(refused("Ir > 1e3"), "'Ir > 1e3', column 6: expected a number");
}

} // namespace
} // namespace cg
