// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/event_importance.hpp"

#include <gmock/gmock.h>

namespace cg {
namespace {

using testing::ElementsAre;

std::vector<std::string> sorted(const std::vector<std::string>& events) {
    std::vector<std::string> result;
    for (const std::size_t i : by_importance(events))
        result.push_back(events[i]);
    return result;
}

TEST(EventImportance, MissesComeBeforeReferences) {
    EXPECT_THAT(sorted({"Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Bc", "Bcm"}),
                ElementsAre("Ir", "DLmr", "D1mr", "Bcm", "ILmr", "I1mr", "Dr", "Bc"));
}

TEST(EventImportance, KeepsTheOrderOfEventsThatTheToolDoesNotKnow) {
    EXPECT_THAT(sorted({"Dr", "Wall", "Cycles", "Ir"}), ElementsAre("Wall", "Cycles", "Ir", "Dr"));
}

TEST(EventImportance, OfStatisticsIsThatOfTheEvent) {
    EXPECT_THAT(sorted({"Dr.mean", "D1mr:inclusive", "Ir.mean"}),
                ElementsAre("Ir.mean", "D1mr:inclusive", "Dr.mean"));
}

} // namespace
} // namespace cg
