// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory/flag_table.hpp"

#include "system.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace cg::memory {
namespace {

struct Owner {
    uint32_t number = 0, seen = 0;
};

class Flags : public testing::Test {
  protected:
    void SetUp() override { TestSystem::start(4096); }
    FlagTable<TestSystem, Owner> table_;
};

TEST_F(Flags, MoreThanAMillionObjectsHaveOneEach) {
    // Valgrind's core keeps 1.36 million translations, and more with --num-transtab-sectors.
    std::vector<Owner> owners(3'000'000);
    std::vector<uint8_t*> places;
    for (Owner& owner : owners) {
        owner.number = table_.take(&owner);
        ASSERT_NE(owner.number, 0u);
        places.push_back(table_.flag_of(owner.number));
        ASSERT_EQ(*places.back(), 0);
        *places.back() = 1;
    }
    table_.clear_each([](Owner& owner) { ++owner.seen; });
    for (const Owner& owner : owners) {
        ASSERT_EQ(owner.seen, 1u) << owner.number;
        ASSERT_EQ(*table_.flag_of(owner.number), 0);
        ASSERT_EQ(table_.flag_of(owner.number), places[owner.number - 1]); // it has not moved
    }
}

TEST_F(Flags, BeforeOneIsTakenThereIsNoneToClear) {
    table_.clear_each([](Owner&) { FAIL(); });
}

TEST_F(Flags, OnlyThoseThatAreSetAreSeen) {
    std::vector<Owner> owners(200'000);
    for (Owner& owner : owners)
        owner.number = table_.take(&owner);
    for (size_t i = 0; i < owners.size(); i += 777)
        *table_.flag_of(owners[i].number) = 1;
    table_.clear_each([](Owner& owner) { ++owner.seen; });
    table_.clear_each([](Owner& owner) { owner.seen += 100; });
    for (size_t i = 0; i < owners.size(); ++i)
        ASSERT_EQ(owners[i].seen, i % 777 == 0 ? 1u : 0u) << i;
}

TEST_F(Flags, AReleasedOneIsClearedAndGivenAgain) {
    Owner first, second, third;
    const uint32_t number = table_.take(&first);
    first.number = table_.take(&first);
    *table_.flag_of(number) = 1;
    *table_.flag_of(first.number) = 1;
    table_.release(number);
    table_.release(first.number);
    EXPECT_EQ(table_.take(&second), first.number);
    EXPECT_EQ(table_.take(&third), number);
    EXPECT_EQ(*table_.flag_of(number), 0);
    *table_.flag_of(number) = 1;
    table_.clear_each([](Owner& owner) { ++owner.seen; });
    EXPECT_EQ(first.seen, 0u);
    EXPECT_EQ(second.seen, 0u);
    EXPECT_EQ(third.seen, 1u);
}

TEST_F(Flags, WithoutMemoryThereIsNone) {
    TestSystem::start(4096, 1 << 19); // for the list of chunks, and no chunk
    FlagTable<TestSystem, Owner> table;
    Owner owner;
    EXPECT_EQ(table.take(&owner), 0u);
    TestSystem::bytes_left = SIZE_MAX;
    EXPECT_EQ(table.take(&owner), 1u);
}

} // namespace
} // namespace cg::memory
