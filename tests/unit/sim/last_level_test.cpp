// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache whose lines have numbers: it misses when the one without misses, and its
// lines keep their numbers.
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
        numbers_[0] = 0; // block 0 is there at the start
    }

    void reference(Word block) {
        const LastLevel<true>::Touch touched = numbered_.touch(block);
        ASSERT_EQ(touched.miss, plain_.touch(block).miss) << block;
        if (!touched.miss) {
            ASSERT_EQ(touched.number, numbers_.at(block)) << block;
            return;
        }
        if (touched.number > last_number_) { // a way that is used for the first time
            ASSERT_EQ(touched.number, ++last_number_);
            ASSERT_EQ(numbered_.replaced_block(block), 0u);
            // The empty ways of set 0 are replaced before that of block 0.
            if (block % GetParam().sets() == 0 && ++used_of_set_0_ == GetParam().associativity)
                numbers_.erase(0);
        } else {
            const Word replaced = numbered_.replaced_block(block);
            ASSERT_EQ(numbers_.at(replaced), touched.number) << block;
            numbers_.erase(replaced);
        }
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
    uint32_t last_number_ = 0;
    uint32_t used_of_set_0_ = 0; // ways
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

// Lists of one four of words, of several, of 16 words, and of none.
INSTANTIATE_TEST_SUITE_P(Geometries, NumberedLines,
                         testing::Values(Geometry{8388608, 16, 64}, Geometry{262144, 8, 64},
                                         Geometry{45056, 11, 1024}, Geometry{131072, 1, 64},
                                         Geometry{135168, 33, 64}, Geometry{14336, 14, 64},
                                         Geometry{1088, 17, 64}, Geometry{4112, 257, 16}));

} // namespace
} // namespace cg::sim
