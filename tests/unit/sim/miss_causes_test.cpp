// SPDX-License-Identifier: GPL-2.0-or-later
// The causes of misses against the naive ones, call by call, and where they are known on paper.
#include "hierarchy.hpp"
#include "naive_causes.hpp"
#include "random_addresses.hpp"

#include <array>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

namespace cg::sim {

static void PrintTo(const Causes& causes, std::ostream* out) {
    constexpr const char* names[] = {"cold", "capacity", "conflict", "none"};
    *out << names[static_cast<int>(causes.level1)] << ", "
         << names[static_cast<int>(causes.last_level)];
}

namespace {

// As with objects: what left the last level is known, too.
struct Cells : NoUse {
    static constexpr bool has_cells = true;
};
using CausesMachine = MachineWith<WithCauses<Cells, TestPages>>;

// How often each cause was found.
struct Found {
    std::array<uint64_t, cause_count + 1> level1 = {}, last_level = {};

    void add(Causes causes) {
        ++level1.at(static_cast<size_t>(causes.level1));
        ++last_level.at(static_cast<size_t>(causes.last_level));
    }
};

void expect_each_cause(const Found& found, const Geometry& level1) {
    EXPECT_GT(found.level1[0], 1000U);
    EXPECT_GT(found.level1[1], 1000U);
    if (level1.sets() == 1)
        EXPECT_EQ(found.level1[2], 0U);
    else
        EXPECT_GT(found.level1[2], 100U);
    EXPECT_GT(found.last_level[0], 1000U);
}

class MissCausesOf : public testing::TestWithParam<Geometries> {};

TEST_P(MissCausesOf, RandomReferencesAreThoseOfTheNaiveCaches) {
    const Geometries& g = GetParam();
    CausesMachine machine(g);
    naive::HierarchyWithCauses naive(g.code, g.data, g.last);
    Addresses code(1, g.code.size);
    Addresses data(2, g.data.size);
    const Word smallest = std::min({g.code.line_size, g.data.line_size, g.last.line_size});
    Found fetches, references;
    uint64_t caused_in_last = 0;
    std::vector<char> names(200'000); // of references: their addresses
    for (size_t i = 0; i < names.size(); ++i) {
        const uint64_t r = data.bits();
        const Word instruction = code.next(0x400000);
        const Word instruction_size = 1 + r % std::min<Word>(15, smallest);
        const Misses fetched = (r & 64) != 0 ? machine.fetch(instruction, instruction_size)
                                             : machine.fetch_inline(instruction, instruction_size);
        const Causes of_fetch = machine.observer().causes.take();
        ASSERT_EQ(of_fetch, naive.fetch(instruction, instruction_size))
            << "fetch " << i << " of " << instruction_size << " at " << instruction;
        ASSERT_EQ(fetched.level1, of_fetch.level1 != Cause::none);
        ASSERT_EQ(fetched.last_level, of_fetch.last_level != Cause::none);
        fetches.add(of_fetch);

        const Word address = data.next(0x1000000);
        const Word size = 1 + (r >> 8) % ((r & 128) != 0 ? smallest : std::min<Word>(smallest, 8));
        const Misses misses = (r & 256) != 0 ? machine.reference(address, size)
                                             : machine.reference_inline(address, size);
        const LeftFor left_for = machine.observer().causes.left_for();
        const Causes causes = machine.observer().causes.take(&names[i]);
        ASSERT_EQ(causes, naive.reference(address, size, &names[i]))
            << "reference " << i << " of " << size << " at " << address;
        if (causes.level1 == Cause::conflict) {
            ASSERT_EQ(left_for.level1, naive.left_for().level1) << "conflict " << i;
        }
        if (causes.last_level == Cause::conflict) {
            ASSERT_EQ(left_for.last_level, naive.left_for().last_level) << "conflict " << i;
            if (left_for.last_level != nullptr)
                ++caused_in_last;
        }
        ASSERT_EQ(misses.level1, causes.level1 != Cause::none);
        ASSERT_EQ(misses.last_level, causes.last_level != Cause::none);
        references.add(causes);
        if (r >> 49 == 0)
            machine.restamp();
    }
    // Or the references were too easy, or too hard, to prove anything.
    expect_each_cause(fetches, g.code);
    expect_each_cause(references, g.data);
    if (g.last.sets() > 1) {
        EXPECT_GT(caused_in_last, 100U);
    }
}

INSTANTIATE_TEST_SUITE_P(Geometries, MissCausesOf,
                         testing::Values(
                             // direct-mapped, small
                             Geometries{{2048, 1, 64}, {1024, 1, 32}, {16384, 1, 128}},
                             Geometries{{32, 1, 16}, {32, 1, 16}, {64, 1, 16}},
                             // as processors have them
                             Geometries{{32768, 8, 64}, {32768, 8, 64}, {8388608, 16, 64}},
                             Geometries{{32768, 8, 64}, {49152, 12, 64}, {135168, 33, 64}},
                             Geometries{{65536, 2, 64}, {65536, 2, 64}, {131072, 1, 64}},
                             // ways that are no power of two
                             Geometries{{12288, 3, 32}, {20480, 5, 4096}, {45056, 11, 1024}},
                             // one set: nothing conflicts
                             Geometries{{256, 4, 64}, {192, 3, 64}, {2048, 32, 64}},
                             Geometries{{1024, 64, 16}, {1008, 63, 16}, {4112, 257, 16}},
                             // a last level below level 1, and lines of other sizes
                             Geometries{{32768, 8, 64}, {32768, 8, 64}, {1024, 2, 64}},
                             Geometries{{8192, 2, 16}, {16384, 4, 256}, {131072, 8, 32}},
                             // stamps of sets that take more than a line
                             Geometries{{131072, 2, 16}, {131072, 16, 16}, {1048576, 16, 16}}));

constexpr Geometries usual = {{32768, 8, 64}, {32768, 8, 64}, {8388608, 16, 64}};
constexpr Word base = 0x1000000;

class MissCauses : public testing::Test {
  protected:
    // References words at a distance, so often, and returns what was found.
    Found walk(Word step, int words, Word from = base) {
        Found found;
        for (int i = 0; i < words; ++i) {
            machine.reference_inline(from + static_cast<Word>(i) * step, 8);
            found.add(machine.observer().causes.take());
        }
        return found;
    }

    CausesMachine machine{usual};
};

using CauseCounts = std::array<uint64_t, cause_count + 1>;

// 256 rows of 4096 bytes: the lines of a column have one set of 8 ways, and 512 lines were room for
// them.
TEST_F(MissCauses, ColumnsOfRowsOfAPageConflict) {
    EXPECT_EQ(walk(4096, 256).level1, (CauseCounts{256, 0, 0, 0}));
    EXPECT_EQ(walk(4096, 256, base + 8).level1, (CauseCounts{0, 0, 256, 0}));
}

// Padded to 4096 + 64 bytes, the lines of a column have all sets.
TEST_F(MissCauses, PaddedRowsDoNot) {
    EXPECT_EQ(walk(4160, 256).level1, (CauseCounts{256, 0, 0, 0}));
    EXPECT_EQ(walk(4160, 256, base + 8).level1, (CauseCounts{0, 0, 0, 256}));
}

TEST_F(MissCauses, ASecondScanOfTwiceTheCacheIsCapacity) {
    EXPECT_EQ(walk(64, 1024).level1, (CauseCounts{1024, 0, 0, 0}));
    const Found second = walk(64, 1024);
    EXPECT_EQ(second.level1, (CauseCounts{0, 1024, 0, 0}));
    EXPECT_EQ(second.last_level, (CauseCounts{0, 0, 0, 1024}));
}

} // namespace
} // namespace cg::sim
