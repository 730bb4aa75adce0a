// SPDX-License-Identifier: GPL-2.0-or-later
// The caches on traces whose misses were worked out by hand; hierarchy_random_test
// has millions that nobody worked out.
#include "sim/hierarchy.hpp"

#include "hierarchy.hpp"

#include <gtest/gtest.h>

namespace cg::sim {

namespace {

constexpr Misses hit{false, false};
constexpr Misses level1_miss{true, false};
constexpr Misses both_miss{true, true};

// Level 1: 4 sets of 1 line of 32 bytes. Last level: 16 sets of 1.
constexpr Geometries direct_mapped{{128, 1, 32}, {128, 1, 32}, {512, 1, 32}};
// Level 1: 2 sets of 2. Last level: 4 sets of 4.
constexpr Geometries two_way{{128, 2, 32}, {128, 2, 32}, {512, 4, 32}};

TEST(DataTrace, ALineIsMissedOnceThenHit) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.reference(0x1000, 4), both_miss);
    EXPECT_EQ(machine.reference(0x1000, 4), hit);
    EXPECT_EQ(machine.reference(0x101f, 1), hit) << "the line's last byte";
    EXPECT_EQ(machine.reference(0x1020, 1), both_miss) << "the next line";
    EXPECT_EQ(machine.reference(0x0fff, 1), both_miss) << "the line before";
}

TEST(DataTrace, DirectMappedLinesOfOneSetEvictEachOther) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.reference(0x1000, 4), both_miss);
    EXPECT_EQ(machine.reference(0x1080, 4), both_miss) << "128 bytes on: the same set";
    EXPECT_EQ(machine.reference(0x1000, 4), level1_miss) << "level 1 lost it, the last level not";
    EXPECT_EQ(machine.reference(0x1080, 4), level1_miss);
    EXPECT_EQ(machine.reference(0x1200, 4), both_miss) << "512 bytes on: the same set in both";
    EXPECT_EQ(machine.reference(0x1000, 4), both_miss);
}

TEST(DataTrace, TheLeastRecentlyUsedGoes) {
    Machine machine(two_way);
    machine.reference(0x1000, 1);                       // a
    machine.reference(0x1040, 1);                       // b
    EXPECT_EQ(machine.reference(0x1000, 1), hit);       // a again, so b is the oldest
    EXPECT_EQ(machine.reference(0x1080, 1), both_miss); // c evicts b
    EXPECT_EQ(machine.reference(0x1000, 1), hit);
    EXPECT_EQ(machine.reference(0x1040, 1), level1_miss); // b evicts c
    EXPECT_EQ(machine.reference(0x1000, 1), hit);
    EXPECT_EQ(machine.reference(0x1080, 1), level1_miss);
}

TEST(DataTrace, AStraddlingReferenceIsOneMissIfEitherLineIsMissing) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.reference(0x101e, 4), both_miss) << "both lines missing: one miss";
    EXPECT_EQ(machine.reference(0x101e, 4), hit);
    EXPECT_EQ(machine.reference(0x1000, 4), hit) << "the lower line came in";
    EXPECT_EQ(machine.reference(0x1020, 4), hit) << "and the upper";
    machine.reference(0x10a0, 1); // evicts the upper
    EXPECT_EQ(machine.reference(0x101e, 4), level1_miss) << "the upper missing";
    machine.reference(0x1080, 1); // evicts the lower
    EXPECT_EQ(machine.reference(0x101e, 4), level1_miss) << "the lower missing";
}

TEST(DataTrace, AStraddlingReferenceTouchesTheLowerLineFirst) {
    // One set of two lines: the order decides which of the two is older.
    Machine machine({{128, 2, 32}, {64, 2, 32}, {1024, 32, 32}});
    machine.reference(0x101e, 4);
    machine.reference(0x1080, 1); // evicts the lower line, the older one
    EXPECT_EQ(machine.reference(0x1020, 1), hit);
    EXPECT_EQ(machine.reference(0x1000, 1), level1_miss);
}

// On a miss in level 1 the same bytes are looked up below: both lines, although
// only one was missing above.
TEST(DataTrace, AStraddleThatMissesLooksUpBothLinesBelow) {
    Machine machine({{64, 1, 32}, {64, 1, 32}, {64, 2, 32}});
    machine.reference(0x1000, 1);                       // last level: a
    machine.reference(0x1020, 1);                       // b a
    EXPECT_EQ(machine.reference(0x101f, 2), hit);       // level 1 has both: nothing below
    EXPECT_EQ(machine.reference(0x1040, 1), both_miss); // c b; level 1: c b
    EXPECT_EQ(machine.reference(0x101f, 2), both_miss); // a missed, b found: b a
    EXPECT_EQ(machine.reference(0x1040, 1), both_miss); // c b: was evicted, since b was touched
}

TEST(DataTrace, EveryTagStartsAsBlockZero) {
    Machine machine(two_way);
    EXPECT_EQ(machine.reference(0, 8), hit);
    EXPECT_EQ(machine.reference(24, 8), hit);
    EXPECT_EQ(machine.reference(32, 8), both_miss) << "block 1";
    EXPECT_EQ(machine.reference(28, 8), hit) << "blocks 0 and 1";
}

TEST(DataTrace, TheFirstLinesGoBesideBlockZero) {
    Machine machine(two_way);
    machine.reference(0x1000, 1);            // 0 stays as the oldest
    EXPECT_EQ(machine.reference(0, 1), hit); // and is hit
    machine.reference(0x1040, 1);            // evicts 0x1000, the oldest now
    EXPECT_EQ(machine.reference(0, 1), hit);
    EXPECT_EQ(machine.reference(0x1000, 1), level1_miss);
}

TEST(CodeTrace, TheLastLevelIsAskedAfterAMissOnly) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.fetch(0x400000, 5), both_miss);
    EXPECT_EQ(machine.fetch(0x400005, 3), hit);
    EXPECT_EQ(machine.fetch(0x400080, 3), both_miss);
    EXPECT_EQ(machine.fetch(0x400000, 3), level1_miss);
}

TEST(CodeTrace, CodeAndDataMeetInTheLastLevelOnly) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.fetch(0x400000, 4), both_miss);
    EXPECT_EQ(machine.reference(0x400000, 4), level1_miss) << "data finds the code's line below";
    EXPECT_EQ(machine.fetch(0x400000, 4), hit);
    machine.reference(0x400080, 4); // evicts the line from D1, not from I1
    EXPECT_EQ(machine.fetch(0x400000, 4), hit);
    machine.reference(0x400200, 4); // evicts it from the last level, which I1 does not see
    EXPECT_EQ(machine.fetch(0x400000, 4), hit);
}

TEST(CodeTrace, AnInstructionAcrossTwoLinesIsOneMiss) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.fetch(0x40001d, 7), both_miss);
    EXPECT_EQ(machine.fetch(0x40001d, 7), hit);
    EXPECT_EQ(machine.fetch(0x400000, 1), hit);
    EXPECT_EQ(machine.fetch(0x400020, 1), hit);
    machine.fetch(0x4000a0, 1);
    EXPECT_EQ(machine.fetch(0x40001d, 7), level1_miss);
}

TEST(CodeTrace, TheLeastRecentlyUsedGoes) {
    Machine machine(two_way);
    machine.fetch(0x400000, 1);
    machine.fetch(0x400040, 1);
    EXPECT_EQ(machine.fetch(0x400000, 1), hit);
    EXPECT_EQ(machine.fetch(0x400080, 1), both_miss);
    EXPECT_EQ(machine.fetch(0x400000, 1), hit);
    EXPECT_EQ(machine.fetch(0x400040, 1), level1_miss);
}

TEST(CodeTrace, EveryTagStartsAsBlockZero) {
    Machine machine(direct_mapped);
    EXPECT_EQ(machine.fetch(0x10, 4), hit);
    EXPECT_EQ(machine.fetch(0x1e, 4), both_miss) << "block 1 is missing";
    machine.fetch(0x80, 4); // evicts block 0
    EXPECT_EQ(machine.fetch(0x10, 4), level1_miss);
}

// A set of the last level is chosen by the block number of its own line size.
TEST(SharedTrace, LineSizesMayDiffer) {
    Machine machine({{128, 1, 32}, {128, 1, 32}, {512, 1, 256}});
    EXPECT_EQ(machine.reference(0x1000, 4), both_miss);
    EXPECT_EQ(machine.reference(0x1020, 4), level1_miss) << "the same 256 bytes below";
    EXPECT_EQ(machine.fetch(0x10e0, 4), level1_miss);
    EXPECT_EQ(machine.reference(0x1200, 4), both_miss);
    EXPECT_EQ(machine.reference(0x1040, 4), both_miss) << "two sets below: evicted by 0x1200";
}

TEST(Inline, ShortCutsLeaveTheCachesAsTheCallsDo) {
    Machine machine(two_way);
    machine.reference(0x1000, 1); // a
    machine.reference(0x1040, 1); // b
    EXPECT_EQ(machine.reference_inline(0x1000, 1), hit);
    EXPECT_EQ(machine.reference(0x1080, 1), both_miss); // c evicts b, as a was used again
    EXPECT_EQ(machine.reference_inline(0x1000, 1), hit);
    EXPECT_EQ(machine.reference_inline(0x1040, 1), level1_miss);
    EXPECT_EQ(machine.reference_inline(0x101e, 4), both_miss) << "a straddle is no short cut";
    EXPECT_EQ(machine.reference_inline(0x101e, 4), hit);
}

} // namespace
} // namespace cg::sim
