// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event_set.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace cg {
namespace {

TEST(EventSet, KnowsTheColumnOfAName) {
    const EventSet events({"Ir", "Dr"});
    EXPECT_EQ(events.column("Dr"), 1U);
    EXPECT_EQ(events.column("Dw"), std::nullopt);
    EXPECT_EQ(events[0], "Ir");
}

TEST(EventSet, KnowsBases) {
    const EventSet events({"Ir@base", "Ir", "Dr@base", "Dw", "@base"});
    EXPECT_EQ(events.base_of(1), 0U);
    EXPECT_EQ(events.base_of(3), std::nullopt);
    EXPECT_TRUE(events.is_base(0));
    for (std::size_t other = 1; other < events.size(); ++other)
        EXPECT_FALSE(events.is_base(other)) << events[other];
}

TEST(EventSet, RefusesWhatIsNoName) {
    EXPECT_THROW(EventSet({"Ir", "Ir"}), std::invalid_argument);
    EXPECT_THROW(EventSet({""}), std::invalid_argument);
    EXPECT_THROW(EventSet({"I r"}), std::invalid_argument);
}

TEST(EventSet, TellsOwnColumnsFromBases) {
    EXPECT_EQ(EventSet({"Ir@base", "Ir", "Dr@base"}).own_columns(),
              (std::vector<std::size_t>{1, 2})); // there is no Dr
}

TEST(MeantEvent, IsTheOneOfThisName) {
    EXPECT_EQ(meant_event(EventSet({"IR", "Ir", "ir"}), "Ir"), 1u);
}

TEST(MeantEvent, IsElseTheOnlyOneInAnotherCase) {
    EXPECT_EQ(meant_event(EventSet({"Ir", "Unused1"}), "unused1"), 1u);
    EXPECT_EQ(meant_event(EventSet({"IR", "Ir"}), "ir"), std::nullopt) << "two are meant";
    EXPECT_EQ(meant_event(EventSet({"Ir"}), "Irr"), std::nullopt);
    EXPECT_EQ(meant_event(EventSet({"Ir"}), ""), std::nullopt);
}

TEST(NoSuchEvent, ListsTheEvents) {
    EXPECT_EQ(no_such_event(EventSet({"Ir", "I1mr"}), "Dr"),
              "the profile has no event 'Dr'; it has Ir, I1mr");
    EXPECT_EQ(no_such_event(EventSet({"Ir", "I1mr"}), "I1rm"),
              "the profile has no event 'I1rm' (did you mean I1mr?); it has Ir, I1mr");
}

TEST(NoSuchEvent, SaysHowToDeriveAFormula) {
    EXPECT_EQ(
        no_such_event(EventSet({"Ir", "Dr"}), "Dr/Ir"),
        "the profile has no event 'Dr/Ir'; it has Ir, Dr; cg_show and cg_filter derive others: "
        "--derive=NAME=Dr/Ir");
}

TEST(NoSuchEvent, CutsALongList) {
    std::vector<std::string> names;
    for (int i = 1000; i < 9999; ++i)
        names.push_back("event" + std::to_string(i));
    const std::string message = no_such_event(EventSet(names), "\n");
    EXPECT_EQ(message.substr(0, 71),
              "the profile has no event '\\n'; it has event1000, event1001, event1002, ");
    EXPECT_TRUE(message.ends_with(", …")) << message;
    EXPECT_LT(message.size(), 400u);
}

} // namespace

} // namespace cg
