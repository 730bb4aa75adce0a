// SPDX-License-Identifier: GPL-2.0-or-later
#include "data/pending.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {
namespace {

constexpr Address stack = 0x1ffe'f000;
const int allocate = 0, construct = 0; // stand for functions

class PendingTest : public testing::Test {
  protected:
    bool enter(Address stack_pointer, Address return_address, const int& function = allocate) {
        return pending.enter({stack_pointer, return_address, &function, {24}, nullptr});
    }

    PendingCall pending;
};

TEST_F(PendingTest, IsOverWhenItReturns) {
    ASSERT_TRUE(enter(stack, 0x400));
    ASSERT_TRUE(pending.is_pending());
    EXPECT_EQ(pending.leave(0x404, stack), nullptr);
    const AllocationCall* const call = pending.leave(0x400, stack + 8);
    ASSERT_NE(call, nullptr);
    EXPECT_EQ(call->arguments[0], 24U);
    EXPECT_FALSE(pending.is_pending());
    EXPECT_EQ(pending.leave(0x400, stack + 8), nullptr);
}

TEST_F(PendingTest, ReturnsWithTheStackPointerOfTheEntryIfALinkRegisterHasTheAddress) {
    enter(stack, 0x400);
    EXPECT_NE(pending.leave(0x400, stack), nullptr);
}

TEST_F(PendingTest, TheOutermostOneCounts) {
    enter(stack, 0x400, construct);
    EXPECT_FALSE(enter(stack - 32, 0x500));
    EXPECT_EQ(pending.leave(0x500, stack - 24), nullptr);
    EXPECT_EQ(pending.leave(0x400, stack + 8)->function, &construct);
}

TEST_F(PendingTest, AJumpToAnotherAllocatorIsWithinTheCall) {
    enter(stack, 0x400, construct);
    EXPECT_FALSE(enter(stack, 0x400, allocate));
    EXPECT_EQ(pending.leave(0x400, stack + 8)->function, &construct);
}

TEST_F(PendingTest, TheSameCallAgainMeansThatTheFirstOneIsDead) {
    enter(stack, 0x400);
    EXPECT_TRUE(enter(stack, 0x400));
    EXPECT_TRUE(enter(stack, 0x600)); // another call from the same frame
}

TEST_F(PendingTest, ACallBelowTheStackPointerIsDead) {
    enter(stack, 0x400);
    EXPECT_EQ(pending.leave(0x700, stack + 64), nullptr); // an exception came here
    EXPECT_FALSE(pending.is_pending());
    enter(stack, 0x400);
    EXPECT_TRUE(enter(stack + 16, 0x500));
    EXPECT_EQ(pending.call().return_address, 0x500U);
    pending.drop_dead(stack + 16);
    EXPECT_TRUE(pending.is_pending());
    pending.drop_dead(stack + 17);
    EXPECT_FALSE(pending.is_pending());
}

// A program that calls, returns, allocates in allocators and jumps out of them, against a list of
// its frames.
TEST_F(PendingTest, IsTheOutermostFrameOfARandomProgram) {
    struct Frame {
        Address stack_pointer, return_address;
        bool is_allocator;
    };
    std::vector<Frame> frames = {{stack, 1, false}};
    std::mt19937_64 random(1);
    int returned = 0, jumped = 0;
    const auto outermost = [&]() -> const Frame* {
        for (const Frame& f : frames) {
            if (f.is_allocator)
                return &f;
        }
        return nullptr;
    };
    for (int i = 0; i < 100'000; ++i) {
        const uint64_t r = random();
        if (frames.size() == 1 || (r % 8 < 4 && frames.size() < 12)) {
            const Address pointer = frames.back().stack_pointer - 16 - r / 64 % 5 * 8;
            const Frame made = {pointer, 0x1000 + r / 1024 % 50, r / 8 % 2 == 0};
            const bool is_outermost = made.is_allocator && outermost() == nullptr;
            if (made.is_allocator) {
                ASSERT_EQ(enter(pointer, made.return_address, i % 2 == 0 ? allocate : construct),
                          is_outermost);
            }
            frames.push_back(made);
        } else if (r % 8 < 7) {
            const Frame* const outer = outermost();
            const bool is_seen = outer == &frames.back();
            const Frame left = frames.back();
            frames.pop_back();
            ASSERT_EQ(pending.leave(left.return_address, left.stack_pointer + 8) != nullptr,
                      is_seen)
                << i;
            returned += is_seen;
        } else { // jumps out of some frames, to code that is observed
            const size_t depth = 1 + r / 8 % (frames.size() - 1);
            frames.resize(depth);
            ASSERT_EQ(pending.leave(0x9000, frames.back().stack_pointer - 4), nullptr);
            ++jumped;
        }
        ASSERT_EQ(pending.is_pending(), outermost() != nullptr) << i;
        if (const Frame* const f = outermost(); f != nullptr) {
            ASSERT_EQ(pending.call().stack_pointer, f->stack_pointer) << i;
        }
    }
    EXPECT_GT(returned, 1000);
    EXPECT_GT(jumped, 1000);
}

} // namespace
} // namespace cg::data
