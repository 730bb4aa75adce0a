// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Error, NamesWhatIsKnown) {
    EXPECT_STREQ(Error("a.out", 3, "bad").what(), "a.out:3: bad");
    EXPECT_STREQ(Error("a.out", "bad").what(), "a.out: bad");
    EXPECT_STREQ(Error("bad").what(), "bad");
}

} // namespace
} // namespace cg
