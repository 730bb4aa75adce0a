// SPDX-License-Identifier: GPL-2.0-or-later
#include "data/address_map.hpp"

#include "memory.hpp"
#include "naive_map.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {

// Where no object is found, there is nothing else to compare.
static bool operator==(const FoundObject& a, const FoundObject& b) {
    return a.object == b.object &&
           (a.object == 0 || (a.is_freed == b.is_freed && a.offset == b.offset));
}
static void PrintTo(const FoundObject& f, std::ostream* out) {
    *out << "object " << f.object << (f.is_freed ? ", freed" : "") << ", offset " << f.offset;
}

namespace {

struct Live {
    std::map<uint32_t, int64_t>* bytes; // by object, of blocks that ended, negative
    void operator()(uint32_t object, uint64_t size) const {
        (*bytes)[object] -= static_cast<int64_t>(size);
    }
};

class AddressMapTest : public testing::Test {
  protected:
    AddressMapTest() { EXPECT_TRUE(map.start()); }

    std::map<uint32_t, int64_t> ended;
    AddressMap<Live> map{memory(), {&ended}};
};

constexpr Address heap = 0x5a0'0000;

TEST_F(AddressMapTest, KnowsTheBytesOfABlockAndNotThoseAfterIt) {
    ASSERT_TRUE(map.begin_block(heap, 24, 7));
    EXPECT_EQ(map.find(heap - 1), FoundObject());
    EXPECT_EQ(map.find(heap), (FoundObject{7, false, 0}));
    EXPECT_EQ(map.find(heap + 23), (FoundObject{7, false, 23}));
    EXPECT_EQ(map.find(heap + 24), FoundObject()); // the header of the next block
    EXPECT_EQ(map.find(heap + 32), FoundObject());
}

TEST_F(AddressMapTest, KeepsAFreedBlockUntilTheNextOneBeginsThere) {
    map.begin_block(heap, 40, 7);
    EXPECT_TRUE(map.end_block(heap));
    EXPECT_FALSE(map.end_block(heap));
    EXPECT_EQ(ended[7], -40);
    EXPECT_EQ(map.find(heap + 39), (FoundObject{7, true, 39}));
    map.begin_block(heap, 16, 8);
    EXPECT_EQ(map.find(heap + 15), (FoundObject{8, false, 15}));
    EXPECT_EQ(map.find(heap + 16), (FoundObject{7, true, 16}));
    EXPECT_EQ(map.over_live(), 0U);
}

TEST_F(AddressMapTest, EndsLiveBlocksUnderANewOneAndCountsIt) {
    map.begin_block(heap, 32, 7);
    map.begin_block(heap + 32, 33, 8);
    map.begin_block(heap + 16, 32, 9);
    EXPECT_EQ(ended[7], -32);
    EXPECT_EQ(ended[8], -33);
    EXPECT_EQ(map.over_live(), 1U);
    EXPECT_EQ(map.find(heap), (FoundObject{7, true, 0}));
    EXPECT_EQ(map.find(heap + 64), (FoundObject{8, true, 32}));
    EXPECT_FALSE(map.end_block(heap));
    EXPECT_TRUE(map.end_block(heap + 16));
}

TEST_F(AddressMapTest, ABlockOfNoBytesEnds) {
    map.begin_block(heap, 0, 7);
    EXPECT_EQ(map.find(heap), FoundObject());
    EXPECT_TRUE(map.end_block(heap));
    EXPECT_FALSE(map.end_block(heap));
}

TEST_F(AddressMapTest, OffsetsInBlocksOfManyRegionsAreThoseOfTheBlock) {
    const uint64_t size = (uint64_t{20} << 30) + 5;
    ASSERT_TRUE(map.begin_block(heap + 8, size, 7));
    for (const uint64_t offset : {uint64_t{0}, uint64_t{4000}, uint64_t{1} << 20, uint64_t{3} << 31,
                                  uint64_t{16} << 30, size - 1})
        EXPECT_EQ(map.find(heap + 8 + offset), (FoundObject{7, false, offset}));
    EXPECT_EQ(map.find(heap + 8 + size), FoundObject());
    EXPECT_EQ(map.find(heap + 7), FoundObject());
}

TEST_F(AddressMapTest, ARangeHasHolesWhereBlocksAreAndWhereItIsCleared) {
    map.add_range(heap, uint64_t{64} << 20, 7);
    map.begin_block(heap + 0x123450, 100, 8);
    map.clear(heap + 0x200000, 0x180000);
    EXPECT_EQ(map.find(heap + 0x12344f), (FoundObject{7, false, 0x12344f}));
    EXPECT_EQ(map.find(heap + 0x123450), (FoundObject{8, false, 0}));
    EXPECT_EQ(map.find(heap + 0x123450 + 112), (FoundObject{7, false, 0x123450 + 112}));
    EXPECT_EQ(map.find(heap + 0x1fffff), (FoundObject{7, false, 0x1fffff}));
    EXPECT_EQ(map.find(heap + 0x200000), FoundObject());
    EXPECT_EQ(map.find(heap + 0x37ffff), FoundObject());
    EXPECT_EQ(map.find(heap + 0x380000), (FoundObject{7, false, 0x380000}));
    EXPECT_EQ(ended[7], 0);
    map.clear(heap, uint64_t{64} << 20);
    EXPECT_EQ(ended[7], -(int64_t{64} << 20));
    EXPECT_EQ(ended[8], -100);
}

TEST_F(AddressMapTest, ARangeIsForgottenButNotWhatIsInItsHoles) {
    map.add_range(heap + 8, uint64_t{64} << 20, 7);
    map.begin_block(heap + 0x123450, 100, 8);
    map.begin_block(heap + 0x400000, 0x300000, 9);
    map.add_range(heap + (uint64_t{64} << 20) + 32, 4096, 10);
    map.clear_range_at(heap + 0x400000); // a block
    EXPECT_EQ(map.find(heap + 0x400000), (FoundObject{9, false, 0}));
    map.clear_range_at(heap + 0x200000);
    EXPECT_EQ(map.find(heap + 8), FoundObject());
    EXPECT_EQ(map.find(heap + 0x12344f), FoundObject());
    EXPECT_EQ(map.find(heap + 0x123450), (FoundObject{8, false, 0}));
    EXPECT_EQ(map.find(heap + 0x400000), (FoundObject{9, false, 0}));
    EXPECT_EQ(map.find(heap + 0x700000), FoundObject());
    EXPECT_EQ(map.find(heap + (uint64_t{64} << 20) + 7), FoundObject());
    EXPECT_EQ(map.find(heap + (uint64_t{64} << 20) + 32), (FoundObject{10, false, 0}));
    EXPECT_EQ(ended[8] + ended[9] + ended[10], 0);
}

TEST_F(AddressMapTest, HasNothingAtAddressesThatNoProgramHas) {
    EXPECT_FALSE(map.begin_block(~Address{15}, 16, 7));
    EXPECT_FALSE(map.add_range(Address{1} << 50, 16, 7));
    EXPECT_FALSE(map.begin_block(heap, ~uint64_t{0}, 7));
    EXPECT_EQ(map.find(~Address{0}), FoundObject());
    EXPECT_TRUE(map.clear(Address{1} << 50, 16));
    EXPECT_TRUE(map.clear(heap, ~uint64_t{0}));
}

TEST_F(AddressMapTest, VisitsTheObjectsOfALine) {
    std::vector<std::tuple<uint32_t, uint64_t, unsigned, unsigned>> seen;
    const auto visit = [&](const FoundObject& f, unsigned first, unsigned count) {
        seen.emplace_back(f.object, f.offset, first, count);
    };
    map.begin_block(heap, 24, 7);
    map.begin_block(heap + 32, 24, 8);
    map.for_each_in_line(heap, 64, visit);
    const decltype(seen) two = {{7, 0, 0, 16}, {7, 16, 16, 8}, {8, 0, 32, 16}, {8, 16, 48, 8}};
    EXPECT_EQ(seen, two);
    seen.clear();
    map.add_range(heap + 0x2008, 0x3000, 9);
    map.for_each_in_line(heap + 0x2000, 64, visit);
    map.for_each_in_line(heap + 0x3040, 64, visit);
    map.for_each_in_line(heap + 0x5000, 64, visit);
    map.for_each_in_line(heap + 0x6000, 64, visit);
    const decltype(seen) range = {{9, 0, 8, 56}, {9, 0x1038, 0, 64}, {9, 0x2ff8, 0, 8}};
    EXPECT_EQ(seen, range);
}

// Random traces against the naive map.
struct Trace {
    unsigned alignment;
    uint64_t window;  // blocks begin in this number of bytes
    uint64_t largest; // size of a block
    int steps;
};

class RandomTrace : public testing::TestWithParam<Trace> {};

TEST_P(RandomTrace, IsThatOfTheNaiveMap) {
    const Trace& t = GetParam();
    std::map<uint32_t, int64_t> live;
    AddressMap<Live> map(memory(), {&live});
    ASSERT_TRUE(map.start());
    naive::Map naive;
    std::mt19937_64 random(t.window + t.alignment);
    const auto below = [&](uint64_t n) { return random() % n; };
    // Across the end of a region and of 8 GiB.
    const uint64_t base = (uint64_t{1} << 40) - t.window / 4;
    constexpr uint32_t of_blocks = 1; // this bit tells objects of blocks from those of ranges
    std::vector<uint64_t> begun = {base};
    for (int step = 0; step < t.steps; ++step) {
        const uint64_t address = base + below(t.window) / t.alignment * t.alignment;
        // Sizes of all magnitudes.
        uint64_t size = below((t.largest >> below(20)) + 2);
        auto object = static_cast<uint32_t>(1 + below(most_objects)) | of_blocks;
        switch (below(16)) {
        case 0:
            size = std::max<uint64_t>(size, 1);
            object &= ~of_blocks;
            ASSERT_TRUE(map.add_range(address, size, object));
            naive.add_range(address, size, object);
            break;
        case 1:
            if (below(4) == 0) {
                ASSERT_TRUE(map.clear_range_at(address));
                naive.clear_range_at(address);
            } else if (size != 0) {
                ASSERT_TRUE(map.clear(address, size));
                naive.clear(address, size);
            }
            break;
        case 2:
        case 3:
        case 4:
        case 5:
        case 6:
        case 7: { // one that was begun, or not any more
            const uint64_t at = begun[below(begun.size())];
            ASSERT_EQ(map.end_block(at), naive.end_block(at)) << step;
            break;
        }
        default: {
            ASSERT_TRUE(map.begin_block(address, size, object));
            naive.begin_block(address, size, object);
            live[object] += static_cast<int64_t>(size);
            begun.push_back(address);
            break;
        }
        }
        ASSERT_EQ(map.over_live(), naive.over_live) << step;
        for (const uint64_t at : {address, address + size, address + size / 2, address - 1,
                                  begun[below(begun.size())] + below(64), base + below(t.window)})
            ASSERT_EQ(map.find(at), naive.find(at)) << step << ": " << at - base;
    }
    if (t.alignment >= 16) { // else a block may lose its end to the next one
        for (const auto& [object, bytes] : naive.live)
            EXPECT_EQ(live[object], static_cast<int64_t>(bytes)) << object;
    }
    map.clear(0, ~uint64_t{0});
    EXPECT_EQ(map.find(base), FoundObject());
}

INSTANTIATE_TEST_SUITE_P(AddressMap, RandomTrace,
                         testing::Values(Trace{16, 1 << 14, 1 << 9, 40'000},
                                         Trace{16, 1 << 22, 1 << 20, 20'000},
                                         Trace{16, uint64_t{1} << 36, uint64_t{1} << 36, 2'000},
                                         Trace{8, 1 << 14, 1 << 9, 40'000},
                                         Trace{1, 1 << 16, 1 << 13, 20'000}));

// Ten million blocks of 24 bytes, each in 32 as the C library has them.
TEST_F(AddressMapTest, TakesTwelveBytesForABlockOf24) {
    constexpr uint64_t blocks = 2'000'000;
    const size_t before = resident_bytes();
    for (uint64_t i = 0; i < blocks; ++i)
        ASSERT_TRUE(
            map.begin_block(heap + 16 + 32 * i, 24, static_cast<uint32_t>(1 + i % most_objects)));
    EXPECT_LE(resident_bytes() - before, 12 * blocks);
    for (uint64_t i = 0; i < blocks; i += 1009)
        ASSERT_EQ(map.find(heap + 16 + 32 * i + 23),
                  (FoundObject{static_cast<uint32_t>(1 + i % most_objects), false, 23}));
    for (uint64_t i = 0; i < blocks; ++i)
        ASSERT_TRUE(map.end_block(heap + 16 + 32 * i));
    int64_t sum = 0;
    for (const auto& [object, bytes] : ended)
        sum += bytes;
    EXPECT_EQ(sum, -int64_t{24} * blocks);
    EXPECT_EQ(map.over_live(), 0U);
}

// At each number of allocations that succeed: what is found is right, or nothing.
TEST_F(AddressMapTest, WithoutMemoryItKnowsLess) {
    bool has_all = false;
    for (size_t limit = 0; !has_all; limit += 50'000) {
        AddressMap<Live> limited(memory(), {&ended});
        bytes_left = limit;
        if (limited.start()) {
            has_all = limited.begin_block(heap, 24, 7);
            has_all &= limited.begin_block(heap + 0x300000, 0x500000, 8);
            has_all &= limited.add_range(Address{5} << 33, uint64_t{3} << 33, 9);
            has_all &= limited.begin_block((Address{6} << 33) + 16, 0x100, 10);
            has_all &= limited.clear((Address{7} << 33) - 0x2000, 0x1000);
            const auto expect = [&](Address at, uint32_t object) {
                const uint32_t found = limited.find(at).object;
                EXPECT_TRUE(found == object || (!has_all && found == 0)) << limit << ' ' << found;
            };
            expect(heap, 7);
            expect(heap + 0x400000, 8);
            expect(Address{5} << 33, 9);
            limited.end_block(heap);
            limited.end_block(heap + 0x300000);
        }
        bytes_left = SIZE_MAX;
    }
}

} // namespace
} // namespace cg::data
