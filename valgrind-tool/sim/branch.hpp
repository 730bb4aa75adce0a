// SPDX-License-Identifier: GPL-2.0-or-later
// The branch predictors: 16,384 two-bit counters for conditional branches,
// chosen by the branch's address and the last seven outcomes, and 512 last
// targets for indirect jumps. Returns are not simulated.
//
// All is laid out so that generated code can do the whole of it in a few
// instructions, without a branch or a call of its own.
#pragma once

#include "word.hpp"

namespace cg::sim {

// Bits of an instruction's address that are always zero, dropped before it
// chooses an entry.
#if defined(__aarch64__) || defined(__powerpc__)
inline constexpr unsigned zero_address_bits = 2;
#elif defined(__s390x__)
inline constexpr unsigned zero_address_bits = 1;
#else
inline constexpr unsigned zero_address_bits = 0;
#endif

// A two-bit saturating counter. The weak states are entered by a wrong
// prediction only, and the strong ones by a right one only: so counting which
// state is entered counts the mispredictions. The numbers are the offsets of
// four 64-bit counts, which generated code adds to (Outcomes).
enum Counter : uint8_t { strong_not = 0, strong_taken = 8, weak_not = 16, weak_taken = 24 };

// The bit that tells a weak state.
inline constexpr unsigned weak_shift = 4;
static_assert(weak_not == 1u << weak_shift);

constexpr bool is_weak(uint8_t counter) {
    return (counter >> weak_shift & 1) != 0;
}

// Index: a counter and, at `taken_step`, the outcome. Other indices are unused.
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

// What one branch did, by the state that its counter entered. An indirect jump
// uses two of them: 0 for right, weak_not for wrong.
struct Outcomes {
    uint64_t counts[4];

    constexpr uint64_t runs() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
    constexpr uint64_t misses() const { return counts[2] + counts[3]; }
};

struct BranchPredictor {
    static constexpr unsigned targets_count = 512;

    uint8_t counters[1u << 14] = {};
    // The last seven outcomes, newest in bit 1; bit 0 is clear. So one byte holds
    // it, and doubling drops the oldest.
    uint8_t history = 0;
    Word targets[targets_count] = {};

    // The first of a branch's 128 counters: add the history. They are every second
    // byte of 256, which two branches share. (The textbook puts the history on top,
    // which is the same table in another order.)
    static constexpr unsigned first_counter(Word address) {
        const auto low = static_cast<unsigned>((address >> zero_address_bits) & 127);
        return low >> 1 << 8 | (low & 1);
    }

    static constexpr unsigned target_index(Word address) {
        return static_cast<unsigned>((address >> zero_address_bits) & (targets_count - 1));
    }

    // True if mispredicted.
    constexpr bool conditional(Word address, bool taken) {
        uint8_t& counter = counters[first_counter(address) + history];
        counter = successors.next[counter + (taken ? Successors::taken_step : 0)];
        const unsigned appended = history + (taken ? 1u : 0u);
        history = static_cast<uint8_t>(appended + appended);
        return is_weak(counter);
    }

    // True if mispredicted.
    constexpr bool indirect(Word address, Word target) {
        Word& last = targets[target_index(address)];
        const bool miss = last != target;
        last = target;
        return miss;
    }
};

} // namespace cg::sim
