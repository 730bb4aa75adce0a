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

} // namespace
} // namespace cg
