// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/jump_arcs.hpp"

#include <gmock/gmock.h>

namespace cg {
namespace {

using testing::Each;
using testing::ElementsAre;

std::vector<std::string> drawn(const std::vector<Jump>& jumps, std::size_t rows,
                               std::uint32_t max_lanes = 9) {
    const JumpArcs arcs = lay_out(jumps, max_lanes);
    const ArcColumns columns(arcs, rows);
    std::vector<std::string> result;
    for (std::uint32_t row = 0; row < rows; ++row)
        result.push_back(columns.row(row));
    return result;
}

TEST(JumpArcs, PointToTheirTarget) {
    EXPECT_THAT(drawn({{0, 2}}, 3), ElementsAre("╭─", "│ ", "╰>"));
    EXPECT_THAT(drawn({{2, 0}}, 3), ElementsAre("╭>", "│ ", "╰─"));
}

TEST(JumpArcs, OfOneTargetAreOne) {
    EXPECT_THAT(drawn({{0, 2}, {1, 2}, {3, 2}}, 4), ElementsAre("╭─", "├─", "├>", "╰─"));
}

TEST(JumpArcs, ThatAreLongerAreFartherFromTheText) {
    EXPECT_THAT(drawn({{0, 3}, {1, 2}}, 4), ElementsAre("╭──", "│╭─", "│╰>", "╰─>"));
    EXPECT_THAT(drawn({{0, 2}, {1, 3}}, 4), ElementsAre(" ╭─", "╭┼─", "│╰>", "╰─>"));
}

TEST(JumpArcs, TakeOneLaneIfTheyDoNotMeet) {
    EXPECT_THAT(drawn({{0, 1}, {2, 3}}, 4), ElementsAre("╭─", "╰>", "╭─", "╰>"));
    // At one row they do.
    EXPECT_THAT(drawn({{0, 1}, {1, 2}}, 3), ElementsAre(" ╭─", "╭┴>", "╰─>"));
}

TEST(JumpArcs, ToThemselvesTakeARow) {
    EXPECT_THAT(drawn({{1, 1}}, 3), ElementsAre("  ", "╶>", "  "));
}

TEST(JumpArcs, AreLeftOutIfThereAreTooMany) {
    EXPECT_THAT(drawn({{0, 3}, {1, 2}}, 4, 1), ElementsAre("  ", "╭─", "╰>", "  "));
    EXPECT_EQ(lay_out(std::vector<Jump>{{0, 1}}, 0).lanes, 0U);
}

TEST(JumpArcs, OfNoJumpTakeNoColumns) {
    EXPECT_THAT(drawn({}, 2), Each(""));
    const JumpArcs none;
    EXPECT_EQ(ArcColumns(none, 2).before(1), "");
    EXPECT_EQ(ArcColumns(none, 2).width(), 0U);
}

TEST(JumpArcs, PassLinesBetweenTheirRows) {
    const JumpArcs arcs = lay_out(std::vector<Jump>{{0, 3}, {1, 2}}, 9);
    const ArcColumns columns(arcs, 4);
    EXPECT_EQ(columns.width(), 3U);
    EXPECT_EQ(columns.before(0), "   ");
    EXPECT_EQ(columns.before(1), "│  ");
    EXPECT_EQ(columns.before(2), "││ ");
    EXPECT_EQ(columns.before(3), "│  ");
}

} // namespace
} // namespace cg
