// SPDX-License-Identifier: GPL-2.0-or-later
#include "data/objects.hpp"

#include "memory.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {
namespace {

class ObjectsTest : public testing::Test {
  protected:
    ~ObjectsTest() override { bytes_left = SIZE_MAX; }

    Objects objects{memory()};
    uint32_t heap = objects.find_or_add(Kind::heap, {1, 2});
};

TEST_F(ObjectsTest, AreFoundByKindAndKey) {
    EXPECT_EQ(heap, 1U);
    EXPECT_EQ(objects.find_or_add(Kind::heap, {1, 3}), 2U);
    EXPECT_EQ(objects.find_or_add(Kind::map, {1, 2}), 3U);
    EXPECT_EQ(objects.find_or_add(Kind::heap, {2, 1}), 4U);
    EXPECT_EQ(objects.find_or_add(Kind::heap, {1, 2}), 1U);
}

TEST_F(ObjectsTest, AreAsManyAsNumbersHaveBits) {
    for (uint32_t i = 2; i <= most_objects; ++i)
        ASSERT_EQ(objects.find_or_add(Kind::variable, {i * uintptr_t{64}, i % 3}), i);
    EXPECT_EQ(objects.find_or_add(Kind::variable, {1, 1}), 0U);
    EXPECT_EQ(objects.find_or_add(Kind::variable, {uintptr_t{64} * 77, 77 % 3}), 77U);
}

TEST_F(ObjectsTest, WithoutMemoryThereIsNone) {
    bytes_left = 0;
    uint32_t added = 0;
    while (objects.find_or_add(Kind::heap, {5, added + 1}) != 0)
        ++added;
    EXPECT_LT(added, 1024U);
    bytes_left = SIZE_MAX;
    EXPECT_NE(objects.find_or_add(Kind::heap, {5, added + 1}), 0U);
}

TEST_F(ObjectsTest, CountBlocksAndBytes) {
    objects.begin_block(heap, 100, 100);
    objects.begin_block(heap, 20, 20);
    objects.end_block(heap, 100);
    objects.begin_block(heap, 60, 60);
    const Object& o = objects[heap];
    EXPECT_EQ(o.blocks, 3U);
    EXPECT_EQ(o.live, 80U);
    EXPECT_EQ(o.live_at_most, 120U);
    EXPECT_EQ(o.smallest, 20U);
    EXPECT_EQ(o.largest, 100U);
    EXPECT_EQ(o.period(), 20U);
}

TEST_F(ObjectsTest, ThePeriodOfAGrowingVectorIsItsElement) {
    for (uint64_t size = 104; size < 100'000; size *= 2)
        objects.begin_block(heap, size, size);
    EXPECT_EQ(objects[heap].period(), 104U);
    objects.begin_block(heap, 96, 24); // calloc(4, 24)
    EXPECT_EQ(objects[heap].period(), 8U);
}

TEST_F(ObjectsTest, BlocksOfNoBytesChangeNoPeriod) {
    objects.begin_block(heap, 0, 0);
    EXPECT_EQ(objects[heap].period(), 0U);
    objects.begin_block(heap, 48, 48);
    objects.begin_block(heap, 0, 0);
    EXPECT_EQ(objects[heap].period(), 48U);
    EXPECT_EQ(objects[heap].smallest, 0U);
}

TEST_F(ObjectsTest, FieldsBeginWithALoadOrAMissAndFoldWithThePeriod) {
    objects.begin_block(heap, 48, 48);
    objects.add_load(heap, 0, 16, 1);
    EXPECT_TRUE(objects[heap].fields.exist());
    objects.add_miss(heap, 28);
    objects.add_load(heap, 16, 16, 0xf000);
    objects.begin_block(heap, 72, 72);
    const Object& o = objects[heap];
    ASSERT_TRUE(o.fields.exist());
    ASSERT_EQ(o.period(), 24U);
    std::vector<Field> fields;
    o.fields.for_each([&](uint32_t, const Field& f) { fields.push_back(f); });
    ASSERT_EQ(fields.size(), 6U);
    EXPECT_EQ(fields[0].loaded, 8U); // bytes 0 to 3, and 24 to 27
    EXPECT_EQ(fields[0].touched, 1U);
    EXPECT_EQ(fields[1].missed, 1U);
    EXPECT_EQ(fields[1].loaded, 8U); // bytes 4 to 7, and 28 to 31
    EXPECT_EQ(fields[1].touched, 4U);
    EXPECT_EQ(fields[3].loaded, 4U);
    EXPECT_EQ(fields[4].loaded, 4U);
    EXPECT_EQ(fields[5].loaded, 4U);
}

TEST_F(ObjectsTest, FieldsEndWithAPeriodThatIsNoMultipleOfAWord) {
    objects.begin_block(heap, 48, 48);
    objects.add_miss(heap, 0);
    objects.begin_block(heap, 50, 50);
    EXPECT_EQ(objects[heap].period(), 0U);
    EXPECT_FALSE(objects[heap].fields.exist());
    objects.add_miss(heap, 0);
    objects.begin_block(heap, 100, 100);
    EXPECT_EQ(objects[heap].period(), 0U);
    EXPECT_FALSE(objects[heap].fields.exist());
}

TEST_F(ObjectsTest, OnlyBlocksAndVariablesHaveFields) {
    const uint32_t map = objects.find_or_add(Kind::map, {});
    objects.begin_block(map, 4096, 4096);
    objects.add_miss(map, 0);
    objects.add_load(map, 0, 64, 1);
    EXPECT_FALSE(objects[map].fields.exist());
    const uint32_t variable = objects.find_or_add(Kind::variable, {});
    objects.begin_block(variable, 4096, 4096);
    objects.add_miss(variable, 0);
    EXPECT_TRUE(objects[variable].fields.exist());
}

} // namespace
} // namespace cg::data
