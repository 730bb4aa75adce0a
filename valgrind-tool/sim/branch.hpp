// SPDX-License-Identifier: GPL-2.0-or-later
// The branch predictors: 16,384 two-bit counters for conditional branches, chosen by the
// address of the branch and the last seven outcomes, and 512 last targets for indirect
// jumps. Returns are not simulated.
//
// The data is laid out so that generated code needs only a few instructions for a branch,
// without a branch or a call in them.
#pragma once

#include "word.hpp"

namespace cg::sim {

// The number of low bits of an instruction's address that are always zero. They are not used
// to choose an entry. The shortest instruction has 4, 2 (arm: Thumb) or 1 bytes.
#if defined(__aarch64__) || defined(__powerpc__) || defined(__mips__)
inline constexpr unsigned zero_address_bits = 2;
#elif defined(__s390x__) || defined(__arm__) || defined(__riscv)
inline constexpr unsigned zero_address_bits = 1;
#else
inline constexpr unsigned zero_address_bits = 0;
#endif

// A two-bit saturating counter. Only a wrong prediction enters a weak state, and only a right
// one a strong state. So to count how often each state is entered is to count the
// mispredictions. The numbers are the offsets of the four 64-bit counts in Outcomes.
enum Counter : uint8_t { strong_not = 0, strong_taken = 8, weak_not = 16, weak_taken = 24 };

// The bit that tells a weak state.
inline constexpr unsigned weak_shift = 4;
static_assert(weak_not == 1u << weak_shift);

constexpr bool is_weak(uint8_t counter) {
    return (counter >> weak_shift & 1) != 0;
}

// The next state of a counter, by state + (taken ? taken_step : 0). Other indices are unused.
struct Successors {
    static constexpr unsigned taken_step = 4;
    static constexpr unsigned taken_shift = 2;
    uint8_t next[weak_taken + taken_step + 1] = {};

    constexpr Successors() {
        const uint8_t not_to_taken[] = {strong_not, weak_not, weak_taken, strong_taken};
        for (unsigned i = 0; i < 4; ++i) {
            next[not_to_taken[i]] = not_to_taken[i == 0 ? 0 : i - 1];
            next[not_to_taken[i] + taken_step] = not_to_taken[i == 3 ? 3 : i + 1];
        }
    }
};
inline constexpr Successors successors;

// The number of times that one branch entered each state. An indirect jump uses two of the
// counts: the first for right predictions, the count of weak_not for wrong ones.
struct Outcomes {
    uint64_t counts[4];

    constexpr uint64_t runs() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
    constexpr uint64_t misses() const { return counts[2] + counts[3]; }
};

struct BranchPredictor {
    static constexpr unsigned targets_count = 512;

    uint8_t counters[1u << 14] = {};
    // The last seven outcomes, the newest in bit 1. Bit 0 is clear. So the history is one
    // byte, and doubling it drops the oldest outcome.
    uint8_t history = 0;
    Word targets[targets_count] = {};

    // Returns the index of the first of the 128 counters of a branch; add the history. The
    // counters are every second one of 256, which are those of two branches. (Textbooks put
    // the history in the upper bits, which is the same table in another order.)
    static constexpr unsigned first_counter(Word address) {
        const auto low = static_cast<unsigned>((address >> zero_address_bits) & 127);
        return low >> 1 << 8 | (low & 1);
    }

    static constexpr unsigned target_index(Word address) {
        return static_cast<unsigned>((address >> zero_address_bits) & (targets_count - 1));
    }

    // Predicts and trains. Returns true if the prediction was wrong.
    constexpr bool conditional(Word address, bool taken) {
        return is_weak(train(first_counter(address), taken));
    }

    // Trains a branch with this first_counter(). Returns the state that is entered.
    constexpr uint8_t train(unsigned first, bool taken) {
        uint8_t& counter = counters[first + history];
        counter = successors.next[counter + (taken ? Successors::taken_step : 0)];
        const unsigned appended = history + (taken ? 1u : 0u);
        history = static_cast<uint8_t>(appended + appended);
        return counter;
    }

    // Predicts and trains. Returns true if the prediction was wrong.
    constexpr bool indirect(Word address, Word target) {
        Word& last = targets[target_index(address)];
        const bool miss = last != target;
        last = target;
        return miss;
    }
};

} // namespace cg::sim
