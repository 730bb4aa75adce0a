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

TEST(EventSet, RefusesWhatIsNoName) {
    EXPECT_THROW(EventSet({"Ir", "Ir"}), std::invalid_argument);
    EXPECT_THROW(EventSet({""}), std::invalid_argument);
    EXPECT_THROW(EventSet({"I r"}), std::invalid_argument);
}

} // namespace
} // namespace cg
