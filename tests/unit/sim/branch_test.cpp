// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/branch.hpp"

#include "naive.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::sim {
namespace {

// Addresses in these tests count instructions of the shortest size, so that all their bits count on
// each processor.
class Branch : public testing::Test {
  protected:
    // 20 KiB: not for the stack.
    std::unique_ptr<BranchPredictor> predictor = std::make_unique<BranchPredictor>();

    bool conditional(Word address, bool taken) {
        return predictor->conditional(address << zero_address_bits, taken);
    }
    bool indirect(Word address, Word target) {
        return predictor->indirect(address << zero_address_bits, target);
    }
    unsigned conditional_misses(Word address, const char* outcomes) {
        unsigned misses = 0;
        for (; *outcomes != '\0'; ++outcomes)
            misses += conditional(address, *outcomes == 'T') ? 1U : 0U;
        return misses;
    }
};

TEST_F(Branch, StartsWithNotTaken) {
    EXPECT_FALSE(conditional(0x1000, false));
    EXPECT_TRUE(conditional(0x1001, true));
}

// Each of the first seven outcomes changes the history, so another counter is
// asked, which is still 0; with history 1111111 the counter is trained: two
// misses, then right for ever.
TEST_F(Branch, AlwaysTakenIsLearntAfterNineMisses) {
    EXPECT_EQ(conditional_misses(0x400123, "TTTTTTT"), 7U);
    EXPECT_EQ(conditional_misses(0x400123, "TT"), 2U);
    EXPECT_EQ(conditional_misses(0x400123, "TTTTTTTTTTTTTTTT"), 0U);
}

TEST_F(Branch, NeverTakenIsNeverMissed) {
    EXPECT_EQ(conditional_misses(0x400123, "NNNNNNNNNNNNNNNN"), 0U);
}

// A pattern within seven outcomes is told by its history alone.
TEST_F(Branch, APeriodicPatternIsLearnt) {
    for (int i = 0; i < 8; ++i)
        conditional_misses(0x400123, "TTN");
    EXPECT_EQ(conditional_misses(0x400123, "TTNTTNTTNTTN"), 0U);
}

TEST_F(Branch, CountersSaturateAtTwoBits) {
    conditional_misses(0x40, "TTTTTTTTTTTTTTTTTTTT"); // the counter of 1111111 is at 3
    EXPECT_TRUE(conditional(0x40, false));            // 2: still predicts taken
    // Back to history 1111111 by another address, which does not share the counter.
    conditional_misses(0x41, "TTTTTTT");
    EXPECT_FALSE(conditional(0x40, true)); // 3 again
    EXPECT_TRUE(conditional(0x40, false)); // 2
    conditional_misses(0x41, "TTTTTTT");
    EXPECT_TRUE(conditional(0x40, false)); // 1
    conditional_misses(0x41, "TTTTTTT");
    EXPECT_FALSE(conditional(0x40, false)); // 0
}

TEST_F(Branch, AddressesThatAgreeInSevenBitsShareACounter) {
    conditional_misses(0x10'0005, "TTTTTTTTTTTT");
    EXPECT_FALSE(conditional(0x20'0005, true)) << "alias: same low seven bits";
    EXPECT_TRUE(conditional(0x20'0006, true)) << "no alias";
    EXPECT_FALSE(conditional(0x20'0085, true)) << "bit 7 does not count";
}

TEST_F(Branch, TheHistoryIsSharedByAllBranches) {
    conditional_misses(0x1, "TTTTTTT");
    EXPECT_TRUE(conditional(0x2, true)); // counter (1111111, 2): 0 to 1
    conditional_misses(0x1, "NNNNNNN");  // history 0
    EXPECT_TRUE(conditional(0x2, true)); // counter (0, 2): 0 to 1
    conditional_misses(0x1, "TTTTTTT");
    EXPECT_TRUE(conditional(0x2, true));  // (1111111, 2): 1 to 2
    EXPECT_FALSE(conditional(0x2, true)); // 2 to 3
}

TEST_F(Branch, AnIndirectJumpIsPredictedToGoWhereItWentLast) {
    EXPECT_TRUE(indirect(0x400000, 0x500000));
    EXPECT_FALSE(indirect(0x400000, 0x500000));
    EXPECT_TRUE(indirect(0x400000, 0x600000));
    EXPECT_TRUE(indirect(0x400000, 0x500000));
    EXPECT_FALSE(indirect(0x400200, 0x500000)) << "alias: same low nine bits";
    EXPECT_TRUE(indirect(0x400100, 0x500000)) << "bit 8 counts";
    EXPECT_FALSE(indirect(0x400001, 0)) << "entries start at 0";
}

// The textbook's 0..3, as our numbers.
constexpr uint8_t numbers[] = {strong_not, weak_not, weak_taken, strong_taken};

TEST(BranchCounter, IsATwoBitCounterInAnotherNumbering) {
    for (int state = 0; state < 4; ++state) {
        EXPECT_EQ(successors.next[numbers[state]], numbers[std::max(state - 1, 0)]) << state;
        EXPECT_EQ(successors.next[numbers[state] + Successors::taken_step],
                  numbers[std::min(state + 1, 3)])
            << state;
    }
}

// BranchCounter counts the states that are entered, which rests on this.
TEST(BranchCounter, AWeakStateIsEnteredByAWrongPredictionOnly) {
    for (int state = 0; state < 4; ++state) {
        for (const bool taken : {false, true}) {
            const bool wrong = (state >= 2) != taken;
            const uint8_t entered =
                successors.next[numbers[state] + (taken ? Successors::taken_step : 0)];
            EXPECT_EQ(is_weak(entered), wrong) << state << taken;
        }
    }
}

TEST(BranchOutcomes, AddUpByTheStatesEntered) {
    Outcomes outcomes = {};
    for (const uint8_t entered : {strong_not, strong_taken, strong_taken, weak_not, weak_taken})
        ++outcomes.counts[entered / sizeof outcomes.counts[0]];
    EXPECT_EQ(outcomes.runs(), 5U);
    EXPECT_EQ(outcomes.misses(), 2U);
}

TEST_F(Branch, EachCounterIsOfOneAddressAndOneHistory) {
    std::vector<unsigned> uses(std::size(predictor->counters));
    for (Word address = 0; address < 128; ++address) {
        for (unsigned history = 0; history < 256; history += 2)
            ++uses.at(BranchPredictor::first_counter(address << zero_address_bits) + history);
    }
    EXPECT_EQ(uses, std::vector<unsigned>(uses.size(), 1));
}

TEST_F(Branch, AgreesWithTheNaivePredictorsOnMillions) {
    naive::ConditionalPredictor branches;
    naive::IndirectPredictor jumps;
    std::mt19937_64 random(20260601);
    uint64_t misses = 0;
    for (int i = 0; i < 3'000'000; ++i) {
        const uint64_t r = random();
        // A few hundred branches with a bias each, so that counters saturate.
        const Word site = r % 700;
        const Word address = 0x400000 + site * site;
        if (r >> 60 == 0) {
            const Word target = 0x500000 + (r >> 20) % 3;
            const bool miss = indirect(address, target);
            ASSERT_EQ(miss, jumps.jump(address, target)) << "jump " << i;
            misses += miss ? 1 : 0;
        } else {
            const bool taken = (r >> 32) % 16 < site % 17;
            const bool miss = conditional(address, taken);
            ASSERT_EQ(miss, branches.branch(address, taken)) << "branch " << i;
            misses += miss ? 1 : 0;
        }
    }
    EXPECT_GT(misses, 100'000U) << "the references were too easy to prove anything";
}

} // namespace
} // namespace cg::sim
