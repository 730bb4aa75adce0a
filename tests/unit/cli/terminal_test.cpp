// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/terminal.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

namespace cg::cli {
namespace {

TEST(Terminal, GetsColoursUnlessItOrTheUserRefuses) {
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    EXPECT_TRUE(wants_colour("auto", true));
    EXPECT_FALSE(wants_colour("auto", false));
    ::setenv("NO_COLOR", "", 1); // empty: as if it were not set
    EXPECT_TRUE(wants_colour("auto", true));
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(wants_colour("auto", true));
    EXPECT_TRUE(wants_colour("always", false));
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "dumb", 1);
    EXPECT_FALSE(wants_colour("auto", true));
    EXPECT_TRUE(wants_colour("always", true));
    EXPECT_FALSE(wants_colour("never", true));
    ::unsetenv("TERM");
    EXPECT_FALSE(wants_colour("auto", true));
}

} // namespace
} // namespace cg::cli
