// SPDX-License-Identifier: GPL-2.0-or-later
// The caches against the naive ones on random references, call by call: any
// geometry, references near each other, straddles, block 0, high addresses; with
// and without the short cuts of generated code, and with stamps made anew.
#include "hierarchy.hpp"
#include "naive.hpp"
#include "random_addresses.hpp"

#include <string>

#include <gtest/gtest.h>

namespace cg::sim {

namespace {

class NaiveMachine {
  public:
    explicit NaiveMachine(const Geometries& g) : code_(g.code), data_(g.data), last_(g.last) {}

    Misses fetch(Word address, Word size) { return reference_in(code_, address, size); }
    Misses reference(Word address, Word size) { return reference_in(data_, address, size); }

  private:
    Misses reference_in(naive::Cache& cache, Word address, Word size) {
        const bool miss = cache.reference(address, size);
        return {miss, miss && last_.reference(address, size)};
    }

    naive::Cache code_, data_, last_;
};

class RandomReferences : public testing::TestWithParam<Geometries> {};

TEST_P(RandomReferences, AgreeWithTheNaiveCaches) {
    const Geometries& g = GetParam();
    Machine machine(g);
    NaiveMachine naive(g);
    Addresses code(1, g.code.size);
    Addresses data(2, g.data.size);
    const Word smallest = std::min({g.code.line_size, g.data.line_size, g.last.line_size});
    Tally fetches, references;
    for (int i = 0; i < 200'000; ++i) {
        const uint64_t r = data.bits();
        const Word instruction = code.next(0x400000);
        const Word instruction_size = 1 + r % std::min<Word>(15, smallest);
        const Misses fetched = (r & 64) != 0 ? machine.fetch(instruction, instruction_size)
                                             : machine.fetch_inline(instruction, instruction_size);
        ASSERT_EQ(fetched, naive.fetch(instruction, instruction_size))
            << "fetch " << i << " of " << instruction_size << " at " << instruction;
        fetches.add(fetched);

        const Word address = data.next(0x1000000);
        const Word size = 1 + (r >> 8) % ((r & 128) != 0 ? smallest : std::min<Word>(smallest, 8));
        const Misses misses = (r & 256) != 0 ? machine.reference(address, size)
                                             : machine.reference_inline(address, size);
        ASSERT_EQ(misses, naive.reference(address, size))
            << "reference " << i << " of " << size << " at " << address;
        references.add(misses);
        if (r >> 50 == 0)
            machine.restamp();
        if (i == 100'000)
            machine.data().fold_slots();
    }
    // Or the references were too easy, or too hard, to prove anything.
    for (const Tally& tally : {fetches, references}) {
        EXPECT_GT(tally.level1, tally.references / 50);
        EXPECT_LT(tally.level1, tally.references * 19 / 20);
        EXPECT_GT(tally.last_level, tally.references / 100);
        EXPECT_GE(tally.level1, tally.last_level);
    }
}

// Arrays at a distance of a power of two: their lines have the same slots, until these are folded.
TEST_P(RandomReferences, ToLinesThatShareSlotsAgreeWithTheNaiveCaches) {
    const Geometries& g = GetParam();
    Machine machine(g);
    NaiveMachine naive(g);
    Addresses random(3, g.data.size);
    const Word smallest = std::min({g.code.line_size, g.data.line_size, g.last.line_size});
    const Word distance = Word{g.data.line_size} * DataCache::slot_count;
    uint64_t misses = 0, shared = 0;
    for (int i = 0; i < 100'000; ++i) {
        const uint64_t r = random.bits();
        const Word address = 0x1000000 + r % 12 * distance + (r >> 8) % (2 * g.data.line_size) +
                             (r >> 20) % 8 * g.data.line_size;
        const Word size = 1 + (r >> 30) % std::min<Word>(smallest, 32);
        const Misses found = (r >> 40 & 7) == 0 ? machine.reference(address, size)
                                                : machine.reference_inline(address, size);
        ASSERT_EQ(found, naive.reference(address, size))
            << "reference " << i << " of " << size << " at " << address;
        misses += found.level1 ? 1 : 0;
        if (i == 50'000) {
            shared = machine.data().take_displaced_uses();
            machine.data().fold_slots();
        }
    }
    EXPECT_GT(misses, 100U);
    // In a direct-mapped cache no two lines of one slot are resident.
    const uint64_t before = g.data.associativity > 1 ? shared / 2 : misses;
    EXPECT_LE(machine.data().take_displaced_uses(), before);
}

INSTANTIATE_TEST_SUITE_P(Geometries, RandomReferences,
                         testing::Values(
                             // direct-mapped, small
                             Geometries{{2048, 1, 64}, {1024, 1, 32}, {16384, 1, 128}},
                             Geometries{{32, 1, 16}, {32, 1, 16}, {64, 1, 16}},
                             // as processors have them
                             Geometries{{32768, 8, 64}, {32768, 8, 64}, {8388608, 16, 64}},
                             Geometries{{32768, 8, 64}, {49152, 12, 64}, {34603008, 33, 64}},
                             Geometries{{65536, 2, 64}, {65536, 2, 64}, {262144, 8, 64}},
                             Geometries{{65536, 16, 64}, {49152, 12, 64}, {524288, 16, 64}},
                             // common level 1 that is not compiled for its ways
                             Geometries{{32768, 8, 64}, {65536, 16, 64}, {524288, 16, 64}},
                             Geometries{{32768, 8, 64}, {16384, 4, 64}, {524288, 16, 64}},
                             // a direct-mapped last level below a common level 1
                             Geometries{{32768, 8, 64}, {32768, 8, 64}, {131072, 1, 64}},
                             // 33 ways that fill up
                             Geometries{{32768, 8, 64}, {49152, 12, 64}, {135168, 33, 64}},
                             // ways that are no power of two
                             Geometries{{12288, 3, 32}, {20480, 5, 4096}, {45056, 11, 1024}},
                             // one set: fully associative
                             Geometries{{256, 4, 64}, {192, 3, 64}, {2048, 32, 64}},
                             Geometries{{1024, 64, 16}, {1008, 63, 16}, {4112, 257, 16}},
                             // lists of the last level with unused words at their end
                             Geometries{{256, 2, 64}, {256, 2, 64}, {14336, 14, 64}},
                             Geometries{{256, 2, 64}, {256, 2, 64}, {18432, 18, 64}},
                             // a last level below level 1
                             Geometries{{32768, 8, 64}, {32768, 8, 64}, {1024, 2, 64}},
                             // large lines, and each level another
                             Geometries{{65536, 4, 4096}, {65536, 4, 4096}, {1048576, 16, 4096}},
                             Geometries{{8192, 2, 16}, {16384, 4, 256}, {131072, 8, 32}},
                             // more lines in level 1 than the index of generated code has slots
                             Geometries{{131072, 2, 16}, {131072, 2, 16}, {1048576, 16, 16}},
                             Geometries{{262144, 32, 64}, {262144, 32, 64}, {2097152, 16, 64}}));

} // namespace
} // namespace cg::sim
