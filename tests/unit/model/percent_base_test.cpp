// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/percent_base.hpp"

#include "../profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(PercentBase, IsTheTotalOfTheBaseIfThereIsOne) {
    const Profile profile = make_profile({"Ir", "Dr", "Ir@base"},
                                         {{"a", "f", 1, {-3, 2, 40}}, {"a", "g", 1, {1, 2, 50}}});
    EXPECT_THAT(percent_bases(profile), testing::ElementsAre(90, 4, 90));
}

} // namespace
} // namespace cg
