// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache whose lines have numbers: it misses when the one without misses, and its
// lines keep their numbers, which are those of their ways.
#include "sim/last_level.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::sim {
namespace {

class NumberedLines : public testing::TestWithParam<Geometry> {
  protected:
    NumberedLines() {
        numbered_.init(GetParam(), numbered_memory_.data());
        plain_.init(GetParam(), plain_memory_.data());
        // Block 0 is there at the start.
        const LastLevel<true>::Touch touched = numbered_.touch(0);
        holders_[touched.number] = 0;
        numbers_[0] = touched.number;
    }

    void reference(Word block) {
        const LastLevel<true>::Touch touched = numbered_.touch(block);
        ASSERT_EQ(touched.miss, plain_.touch(block).miss) << block;
        if (!touched.miss) {
            ASSERT_EQ(touched.number, numbers_.at(block)) << block;
            return;
        }
        if (const auto holder = holders_.find(touched.number); holder != holders_.end()) {
            ASSERT_EQ(numbered_.replaced_block(block), holder->second) << block;
            numbers_.erase(holder->second);
        } else {
            const Word sets = GetParam().sets();
            ASSERT_EQ(touched.number, used_ways_[block % sets]++ * sets + block % sets + 1);
            ASSERT_EQ(numbered_.replaced_block(block), 0u);
        }
        holders_[touched.number] = block;
        numbers_[block] = touched.number;
    }

    // Blocks of a few sets, about twice as many as there are ways.
    Word random_block() {
        const Geometry& g = GetParam();
        const Word some_sets = g.sets() < 4 ? g.sets() : 4;
        return Word{random_()} % (2 * g.associativity) * g.sets() + random_() % some_sets;
    }

    std::mt19937 random_{7};

  private:
    std::vector<Word> numbered_memory_ =
        std::vector<Word>(LastLevel<true>::storage_bytes(GetParam()) / sizeof(Word) + 1);
    std::vector<Word> plain_memory_ =
        std::vector<Word>(LastLevel<false>::storage_bytes(GetParam()) / sizeof(Word) + 1);
    LastLevel<true> numbered_;
    LastLevel<false> plain_;
    std::map<Word, uint32_t> numbers_; // of the blocks that are in the cache
    std::map<uint32_t, Word> holders_; // the block with each number
    std::map<Word, Word> used_ways_;   // of each set, without that of block 0
};

TEST_P(NumberedLines, MissTogetherAndLinesKeepTheirNumbers) {
    for (int i = 0; i < 100'000; ++i)
        ASSERT_NO_FATAL_FAILURE(reference(random_block()));
}

// The same if tags become wide while lines are there.
TEST_P(NumberedLines, AgreeWhenTagsBecomeWide) {
    if (sizeof(Word) == sizeof(uint32_t))
        GTEST_SKIP() << "no tag is wide on this host";
    for (int i = 0; i < 10'000; ++i)
        ASSERT_NO_FATAL_FAILURE(reference(random_block()));
    const Word high = Word{UINT32_MAX} * GetParam().sets();
    for (int i = 0; i < 10'000; ++i)
        ASSERT_NO_FATAL_FAILURE(reference(random_block() + (random_() % 2 == 0 ? high : 0)));
}

// Rows of one four of tags, of several, of 16; orders of up to 16 ways, and more ways.
INSTANTIATE_TEST_SUITE_P(Geometries, NumberedLines,
                         testing::Values(Geometry{8388608, 16, 64}, Geometry{262144, 8, 64},
                                         Geometry{45056, 11, 1024}, Geometry{131072, 1, 64},
                                         Geometry{135168, 33, 64}, Geometry{14336, 14, 64},
                                         Geometry{1088, 17, 64}, Geometry{4112, 257, 16}));

} // namespace
} // namespace cg::sim
