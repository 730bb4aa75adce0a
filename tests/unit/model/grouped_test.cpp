// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/grouped.hpp"

#include <gmock/gmock.h>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Grouped, KeepsTheOrderOfAGroup) {
    const Grouped<char> grouped(3, [](auto add) {
        add(2, 'x');
        add(0, 'a');
        add(2, 'b');
    });
    EXPECT_THAT(grouped[0], ElementsAre('a'));
    EXPECT_THAT(grouped[1], IsEmpty());
    EXPECT_THAT(grouped[2], ElementsAre('x', 'b'));
}

} // namespace
} // namespace cg
