// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/condition.hpp"

#include "../thrown.hpp"
#include "algebra/diff.hpp"
#include "algebra/rename.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
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
    EXPECT_TRUE(Condition("function Ir > 1").is_of_functions());
    EXPECT_FALSE(Condition("Ir > 1").is_of_functions());
    EXPECT_FALSE(Condition("function > 1").is_of_functions()); // an event of that name
}

TEST(Condition, TestsTheTotalsBeforeFunctions) {
    const Condition condition("Ir > 0 and function Dr > 5 and Ir > 1");
    EXPECT_TRUE(condition.is_of_functions());
    EXPECT_EQ(condition.main_column(EventSet({"Ir", "Dr"})), 1u);
    const EventSet events({"Ir", "Dr"});
    const std::vector<Count> base{100, 100}, fell{-1, 9}, grew{1, 0}, function{2, 6};
    EXPECT_TRUE(condition.totals_hold(events, grew, base));
    EXPECT_FALSE(condition.totals_hold(events, fell, base));
    EXPECT_TRUE(condition.holds(events, function, base));
    EXPECT_FALSE(condition.holds(events, grew, base));
    EXPECT_TRUE(Condition("function Ir > 0").totals_hold(events, fell, base)); // none
    EXPECT_TRUE(Condition("Ir > 0 and inclusive function Ir > 0").is_inclusive());
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

using testing::ElementsAre;
using testing::Optional;

const std::string first = "cmd: a\nevents: Ir Dr\nfl=a\nfn=f\n1 100 1\nfn=g\n2 200 1\n"
                          "fn=h\n3 5 1\nsummary: 305 3\n";
const std::string second = "cmd: b\nevents: Ir Dr\nfl=a\nfn=f\n1 103 1\nfn=g\n2 150 1\n"
                           "fn=h\n3 5 1\nfn=new\n4 7 0\nsummary: 265 3\n";

// `NAME DIFFERENCE BASE` for each function, of the main event.
std::optional<std::vector<std::string>> failing(const std::string& text, const Profile& first,
                                                const Profile& second) {
    const Condition condition(text);
    const FunctionChanges changes =
        function_changes(diff(first, second, DiffBy::function), first, second, FunctionCost::own);
    const auto functions = failing_functions(condition, changes);
    if (!functions)
        return std::nullopt;
    const std::size_t column = condition.main_column(changes.events);
    std::vector<std::string> texts;
    for (const std::size_t f : *functions)
        texts.push_back(changes.functions[f].name + ' ' +
                        std::to_string(changes.differences[f][column]) + ' ' +
                        std::to_string(changes.bases[f][column]));
    return texts;
}

std::optional<std::vector<std::string>> failing(const std::string& condition) {
    return failing(condition, profile(first), profile(second));
}

TEST(FailingFunctions, AreThoseThatChangedInItsDirectionIfTheTotalsFail) {
    EXPECT_THAT(failing("abs(Ir) > 1"), Optional(ElementsAre("g -50 200", "new 7 0", "f 3 100")));
    EXPECT_THAT(failing("Ir < 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_EQ(failing("Ir > 0"), std::nullopt);
}

TEST(FailingFunctions, AreMissingIfNoFunctionChanged) {
    EXPECT_THAT(failing("Ir < 0 and Dr <= 0"), Optional(ElementsAre("g -50 200")));
    EXPECT_THAT(failing("Dr <= 0"), Optional(ElementsAre()));
}

TEST(FailingFunctions, AreTheFunctionsThatFail) {
    EXPECT_THAT(failing("function Ir > 2%"), Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_THAT(failing("function Ir > 2% and Dr >= 0"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
    EXPECT_EQ(failing("function Ir > 10"), std::nullopt);
    // The total fell, though functions grew.
    EXPECT_EQ(failing("Ir > 0 and function Ir > 2%"), std::nullopt);
    EXPECT_THAT(failing("Ir < 0 and function Ir > 2%"),
                Optional(ElementsAre("new 7 0", "f 3 100")));
}

TEST(FailingFunctions, AreRankedExactly) {
    const auto with = [](const std::string& f, const std::string& g, const std::string& sum) {
        return profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n0 " + f + "\nfn=g\n0 " + g +
                       "\nsummary: " + sum + "\n");
    };
    EXPECT_THAT(failing("abs(Ir) > 0", with("0", "9007199254740993", "9007199254740993"),
                        with("9007199254740992", "0", "9007199254740992")),
                Optional(ElementsAre("g -9007199254740993 9007199254740993",
                                     "f 9007199254740992 0"))); // as doubles equal
}

} // namespace

} // namespace cg
