// SPDX-License-Identifier: GPL-2.0-or-later
// The branch predictors: 16,384 two-bit counters for conditional branches,
// chosen by the branch's address and the last seven outcomes, and 512 last
// targets for indirect jumps. Returns are not simulated.
//
// The fields are public and of fixed layout, since the tool's generated code
// reads and writes them: a branch that is predicted right by a strong counter
// leaves the predictor as it is but for the history, so it needs no call.
#pragma once

#include "word.hpp"

namespace cg::sim {

/// Bits of an instruction's address that are always zero, dropped before it
/// chooses an entry.
#if defined(__aarch64__) || defined(__powerpc__)
inline constexpr unsigned zero_address_bits = 2;
#elif defined(__s390x__)
inline constexpr unsigned zero_address_bits = 1;
#else
inline constexpr unsigned zero_address_bits = 0;
#endif

/// A two-bit saturating counter. Numbered so that "strong, and right" is one
/// comparison with the outcome (0 or 1), and bit 0 is the prediction.
enum Counter : uint8_t { strong_not = 0, strong_taken = 1, weak_not = 2, weak_taken = 3 };

constexpr uint8_t next_counter(uint8_t counter, bool taken) {
    const uint8_t outcome = taken ? 1 : 0;
    if ((counter & 1) == outcome)
        return outcome;                      // right: becomes strong
    return counter < weak_not ? counter | 2  // wrong once: weak
                              : counter ^ 1; // wrong twice: the other side
}

struct BranchPredictor {
    static constexpr unsigned history_bits = 7;
    static constexpr unsigned address_bits = 7;
    static constexpr Word history_mask = (Word{1} << history_bits) - 1;
    static constexpr unsigned targets_count = 512;

    /// Counters of one address lie together (128 bytes); the textbook puts the
    /// history on top, which is the same table in another order.
    uint8_t counters[1u << (history_bits + address_bits)] = {};
    /// Outcomes, newest in bit 0. Bits above the seventh are older ones and mean
    /// nothing to the predictor.
    Word history = 0;
    Word targets[targets_count] = {};

    /// First counter of a branch's 128; add the history.
    static constexpr unsigned row(Word address) {
        return static_cast<unsigned>((address >> zero_address_bits) & 127) << history_bits;
    }

    static constexpr unsigned target_index(Word address) {
        return static_cast<unsigned>((address >> zero_address_bits) & (targets_count - 1));
    }

    /// True if mispredicted.
    constexpr bool conditional(Word address, bool taken) {
        uint8_t& counter = counters[row(address) + (history & history_mask)];
        const bool miss = ((counter & 1) != 0) != taken;
        counter = next_counter(counter, taken);
        history = history << 1 | (taken ? 1 : 0);
        return miss;
    }

    /// As conditional(), for a caller who has put the outcome into the history
    /// already.
    constexpr bool settle(Word address) {
        const bool taken = (history & 1) != 0;
        history >>= 1;
        return conditional(address, taken);
    }

    /// True if mispredicted.
    constexpr bool indirect(Word address, Word target) {
        Word& last = targets[target_index(address)];
        const bool miss = last != target;
        last = target;
        return miss;
    }
};

} // namespace cg::sim
