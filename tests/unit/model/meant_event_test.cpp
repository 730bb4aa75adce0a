// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/meant_event.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

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
