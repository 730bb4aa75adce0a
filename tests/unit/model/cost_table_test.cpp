// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include "format/read.hpp"
#include "model/profile.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace cg {
namespace {

TEST(CostTable, ATotalThatFitsMayLeave64BitsOnTheWay) {
    const Profile profile = read_profile("cmd: c\nevents: A B\nfl=a\nfn=f\n"
                                         "1 9223372036854775807 -9223372036854775808\n"
                                         "2 9223372036854775807 -1\n"
                                         "3 -9223372036854775807 1\n"
                                         "summary: 9223372036854775807 -9223372036854775808\n",
                                         "made");
    EXPECT_EQ(profile.costs.total(), profile.summary);
}

TEST(CostTable, ATotalThatDoesNotFitIsAnError) {
    CostTable costs = read_profile("cmd: c\nevents: A\nfl=a\nfn=f\n"
                                   "1 9223372036854775807\n2 -1\n"
                                   "summary: 9223372036854775806\n",
                                   "made")
                          .costs;
    costs.counts(1)[0] = 1;
    EXPECT_THROW(costs.total(), std::overflow_error);
}

} // namespace
} // namespace cg
