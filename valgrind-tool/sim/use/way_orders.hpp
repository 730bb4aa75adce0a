// SPDX-License-Identifier: GPL-2.0-or-later
// In which order the ways of each set were used.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::sim {

// With up to 16 ways, the order of a set is one word of digits: digit n, of four bits, is the n-th
// way, the most recently used one first. With more ways it is a list. Both are stored with the bits
// inverted that the first order has, so that sets which are not used are zeros, and take no memory.
class WayOrders {
  public:
    // The size of the memory for each set.
    static constexpr size_t set_bytes(uint32_t ways) {
        return ways <= most_digits ? sizeof(uint64_t) : (ways + 1) / 2 * sizeof(uint64_t);
    }

    // `zeroed` is memory of zeros for all sets, aligned to 8 bytes.
    void init(uint32_t ways, void* zeroed) {
        ways_ = ways;
        if (ways > most_digits) {
            lists_ = static_cast<uint32_t*>(zeroed);
            return;
        }
        words_ = static_cast<uint64_t*>(zeroed);
        last_shift_ = digit_bits * (ways - 1);
        used_ = ~uint64_t{0} >> digit_bits * (most_digits - ways);
    }

    // Functions have a parameter for the number of ways, which makes them shorter if it is 16. 0:
    // any number.
    static constexpr uint32_t most_digits = 16;

    uint32_t ways() const { return ways_; }

    template <uint32_t ways>
    [[gnu::always_inline]] uint32_t most_recent(size_t set) const {
        if (!in_words<ways>()) [[unlikely]]
            return *list(set);
        return static_cast<uint32_t>(words_[set] & digit); // the first one of first_order is 0
    }

    // Makes the way the most recent one of the set.
    template <uint32_t ways>
    [[gnu::always_inline]] void use(size_t set, uint32_t way) {
        if (!in_words<ways>()) [[unlikely]] {
            use_in_list(set, way);
            return;
        }
        const uint64_t order = words_[set] ^ first_order;
        const unsigned shift = shift_of(order, way);
        const uint64_t older = ~uint64_t{0} << shift << digit_bits;
        const uint64_t newer = order & ~(~uint64_t{0} << shift);
        words_[set] = ((order & older) | newer << digit_bits | way) ^ first_order;
    }

    // The same for the oldest one, which it returns.
    template <uint32_t ways>
    [[gnu::always_inline]] uint32_t use_oldest(size_t set) {
        if (ways == most_digits) {
            const uint64_t stored = words_[set];
            words_[set] = rotated(stored) ^ rotated(first_order) ^ first_order;
            return static_cast<uint32_t>((stored ^ first_order) >> last_digit);
        }
        if (!in_words<ways>()) [[unlikely]]
            return move_in_list(set, ways_ - 1);
        const uint64_t order = words_[set] ^ first_order;
        const uint64_t oldest = order >> last_shift_ & digit;
        words_[set] = ((order << digit_bits & used_) | oldest) ^ first_order;
        return static_cast<uint32_t>(oldest);
    }

  private:
    static constexpr unsigned digit_bits = 4;
    static constexpr unsigned last_digit = (most_digits - 1) * digit_bits;
    static constexpr uint64_t digit = 15;
    static constexpr uint64_t first_order = 0xfedcba9876543210;
    static constexpr uint64_t ones = 0x1111111111111111;

    template <uint32_t ways>
    bool in_words() const {
        return ways == most_digits || words_ != nullptr;
    }
    // Returns the digits with the last one before the first one.
    static constexpr uint64_t rotated(uint64_t order) {
        return order << digit_bits | order >> last_digit;
    }

    // Returns how far the digit of the way is from the lowest bit.
    static unsigned shift_of(uint64_t order, uint32_t way) {
        const uint64_t zero_there = order ^ way * ones;
        // The highest bits of the digits that are 0, of which the lowest one is right.
        const uint64_t zeros = (zero_there - ones) & ~zero_there & ones << (digit_bits - 1);
        return static_cast<unsigned>(__builtin_ctzll(zeros)) & ~(digit_bits - 1);
    }

    uint32_t* list(size_t set) const {
        return lists_ + set * (set_bytes(ways_) / sizeof(uint32_t));
    }

    [[gnu::noinline]] void use_in_list(size_t set, uint32_t way) {
        const uint32_t* const order = list(set);
        uint32_t place = 0;
        while ((order[place] ^ place) != way)
            ++place;
        move_in_list(set, place);
    }

    // Makes the way in this place of the order the most recent one, and returns it.
    [[gnu::noinline]] uint32_t move_in_list(size_t set, uint32_t place) {
        uint32_t* const order = list(set);
        const uint32_t way = order[place] ^ place;
        for (; place > 0; --place)
            order[place] = order[place - 1] ^ (place - 1) ^ place;
        order[0] = way;
        return way;
    }

    uint32_t ways_ = 0;
    unsigned last_shift_ = 0;
    uint64_t used_ = 0; // the digits that a word has
    uint64_t* words_ = nullptr;
    uint32_t* lists_ = nullptr;
};

} // namespace cg::sim
