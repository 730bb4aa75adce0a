// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/moved_directory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cg {
namespace {

using Paths = std::vector<std::string_view>;

std::string move_of(const Paths& removed, const Paths& added) {
    const DirectoryMove move = likeliest_move(removed, added);
    return std::string(move.from) + " -> " + std::string(move.to);
}

TEST(MovedDirectory, IsWhatPathsDifferIn) {
    EXPECT_EQ(move_of({"/v1/src/a.c"}, {"/v2/src/a.c"}), "/v1/ -> /v2/");
    EXPECT_EQ(move_of({"src/a.c"}, {"old/src/a.c"}), " -> old/");
    EXPECT_EQ(move_of({"/src/a.c"}, {"/old/src/a.c"}), "/ -> /old/");
    EXPECT_EQ(move_of({"/old/src/a.c"}, {"src/a.c"}), "/old/ -> ");
}

TEST(MovedDirectory, IsOfWholeComponents) {
    EXPECT_EQ(move_of({"x/lib/a.c"}, {"y/zlib/a.c"}), "x/lib/ -> y/zlib/");
    EXPECT_EQ(move_of({"lib/a.c"}, {"zlib/a.c"}), "lib/ -> zlib/");
    EXPECT_EQ(move_of({"a.c"}, {"aa.c"}), " -> ");
    EXPECT_EQ(move_of({"x/"}, {"y/"}), " -> ");
}

TEST(MovedDirectory, ExplainsTheMostFiles) {
    EXPECT_EQ(move_of({"a/x.c", "v1/y.c", "v1/z.c"}, {"b/x.c", "v2/y.c", "v2/z.c"}), "v1/ -> v2/");
    EXPECT_EQ(move_of({}, {"b/x.c"}), " -> ");
}

// x/m.c and the y/m.c are told apart by the longer end; v2/z/m.c, which is new, has no other left.
TEST(MovedDirectory, GoesByTheLongestEndInCommon) {
    EXPECT_EQ(move_of({"v1/x/m.c", "v1/y/m.c"}, {"v2/x/m.c", "v2/y/m.c", "v2/z/m.c"}),
              "v1/ -> v2/");
    EXPECT_EQ(move_of({"v1/x/m.c", "v1/y/m.c"}, {"v2/x/m.c", "v2/z/m.c"}), "v1/ -> v2/");
}

// Nothing tells which of the added files is the removed one.
TEST(MovedDirectory, IsNotGuessedFromAmbiguousFiles) {
    EXPECT_EQ(move_of({"a/m.c"}, {"b/m.c", "c/m.c"}), " -> ");
    EXPECT_EQ(move_of({"a/m.c", "b/m.c"}, {"c/m.c", "d/m.c"}), " -> ");
}

TEST(MovedDirectory, BytesOfNamesAreNotOrderedAsSigned) {
    EXPECT_EQ(move_of({"v1/\xff/m.c", "v1/\x01/m.c", "v1/-/m.c"},
                      {"v2/\xff/m.c", "v2/\x01/m.c", "v2/-/m.c"}),
              "v1/ -> v2/");
}

} // namespace
} // namespace cg
