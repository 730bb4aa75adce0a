// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;

TEST(Paths, ComeApart) {
    EXPECT_THAT(path_components("./libio/./libio/getc.c"), ElementsAre("libio", "libio", "getc.c"));
    EXPECT_THAT(path_components("/usr//x/../y"), ElementsAre("/", "usr", "y"));
    EXPECT_THAT(path_components("../../x/../../y"), ElementsAre("..", "..", "..", "y"));
    EXPECT_THAT(path_components("/../x"), ElementsAre("/", "x"));
    EXPECT_THAT(path_components(""), ElementsAre("."));
    EXPECT_THAT(path_components("."), ElementsAre("."));
}

TEST(Paths, AreShownWithoutDetours) {
    EXPECT_EQ(display_path("./string/../sysdeps/x86_64/memcpy.S"), "sysdeps/x86_64/memcpy.S");
    EXPECT_EQ(display_path("/a/./b//c.c"), "/a/b/c.c");
    EXPECT_EQ(display_path("/c.c"), "/c.c");
    EXPECT_EQ(display_path("../src/a.c"), "../src/a.c");
    EXPECT_EQ(display_path("a/..b/...c"), "a/..b/...c");
    EXPECT_EQ(display_path("???"), "???");
    EXPECT_EQ(display_path(""), "");
}

TEST(Paths, HaveADirectory) {
    EXPECT_EQ(directory_of("src/x/a.c"), "src/x");
    EXPECT_EQ(directory_of("/a.c"), "/");
    EXPECT_EQ(directory_of("a.c"), ".");
    EXPECT_EQ(directory_of("???"), "???");
}

TEST(Paths, EndInTheirLastComponents) {
    EXPECT_TRUE(is_end_of_path("/a/b/c.c", "c.c"));
    EXPECT_TRUE(is_end_of_path("/a/b/c.c", "b/c.c"));
    EXPECT_TRUE(is_end_of_path("c.c", "c.c"));
    EXPECT_FALSE(is_end_of_path("/a/b/c.c", ".c"));
    EXPECT_FALSE(is_end_of_path("c.c", "b/c.c"));
}

} // namespace
} // namespace cg
