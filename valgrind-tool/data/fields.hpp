// SPDX-License-Identifier: GPL-2.0-or-later
// Which parts of an object's elements were loaded, used and missed: counts for each word, by its
// offset modulo the period of the object. The period is the greatest common divisor of the sizes
// of its blocks, so that of a growing vector is the size of its elements.
#pragma once

#include "memory.hpp"

namespace cg::data {

inline constexpr unsigned word_bytes = 4;
// The offsets that have fields are below this one.
inline constexpr unsigned most_field_bytes = 1u << 16;

// The counts of a word.
struct Field {
    uint64_t loaded;  // bytes of it that were loaded into D1
    uint64_t touched; // of these, bytes that were used before the line left
    uint64_t missed;  // references with their first byte in it that missed
};

constexpr uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

class Fields {
  public:
    bool exist() const { return missed_ != nullptr; }
    // The number of fields of this period, which is not 0.
    static uint32_t count_for(uint64_t period) {
        return static_cast<uint32_t>((period < most_field_bytes ? period : most_field_bytes) /
                                     word_bytes);
    }
    // Returns the size of the memory that begin() needs.
    static size_t bytes_for(uint64_t period) { return count_for(period) * sizeof(Field); }
    Field operator[](uint32_t word) const {
        return {loads_[word].loaded, loads_[word].touched, missed_[word]};
    }

    // `memory` is of zeros, or null.
    void begin(void* memory, uint64_t period) {
        missed_ = static_cast<uint64_t*>(memory);
        loads_ = reinterpret_cast<Load*>(missed_ + count_for(period));
        period_ = period;
    }
    // The period becomes one of its divisors, a multiple of a word.
    void fold(uint64_t period) {
        const uint32_t old_count = count_for(period_);
        const uint32_t count = count_for(period);
        for (uint32_t i = count; i < old_count; ++i) {
            missed_[i % count] += missed_[i];
            loads_[i % count].loaded += loads_[i].loaded;
            loads_[i % count].touched += loads_[i].touched;
        }
        period_ = period;
    }
    void drop() { missed_ = nullptr; }
    // Sets all counts to 0.
    void zero() const {
        for (uint32_t i = 0; exist() && i < count_for(period_); ++i) {
            missed_[i] = 0;
            loads_[i] = {};
        }
    }

    [[gnu::always_inline]] void add_miss(uint64_t offset) {
        offset = in_period(offset);
        if (offset < most_field_bytes)
            ++missed_[offset / word_bytes];
    }

    // Adds `count` bytes, at most 64, that were loaded from this offset on. Bit n of `used` is the
    // n-th of them.
    void add_load(uint64_t offset, unsigned count, uint64_t used) {
        offset = in_period(offset);
        while (count != 0) {
            const uint64_t rest = period_ - offset;
            const unsigned here = rest < count ? static_cast<unsigned>(rest) : count;
            if (offset < most_field_bytes)
                add_in_element(static_cast<uint32_t>(offset), here, used);
            if (here == count)
                return;
            used >>= here;
            count -= here;
            offset = 0;
        }
    }

  private:
    struct Load {
        uint64_t loaded, touched;
    };

    // The bytes are in one element. A piece that is larger than the fields ends with a word, since
    // lines begin with one.
    [[gnu::always_inline]] void add_in_element(uint32_t offset, unsigned count, uint64_t used) {
        const unsigned in_word = offset % word_bytes;
        if (in_word != 0) [[unlikely]] {
            const unsigned here = word_bytes - in_word < count ? word_bytes - in_word : count;
            add_words(offset / word_bytes, here, used);
            if (here == count)
                return;
            offset += here;
            count -= here;
            used >>= here;
        }
        const uint32_t most = most_field_bytes - offset;
        add_words(offset / word_bytes, count < most ? count : most, used);
    }
    // Adds bytes from the beginning of a word on, or within one.
    [[gnu::always_inline]] void add_words(uint32_t word, unsigned count, uint64_t used) {
        if (count < 64)
            used &= (uint64_t{1} << count) - 1;
        // Four bits, for each word, become their number.
        used -= used >> 1 & 0x5555555555555555;
        used = (used & 0x3333333333333333) + (used >> 2 & 0x3333333333333333);
        Load* load = loads_ + word;
        for (; count >= word_bytes; count -= word_bytes, used >>= word_bytes, ++load) {
            load->loaded += word_bytes;
            load->touched += used & (2 * word_bytes - 1);
        }
        if (count != 0) {
            load->loaded += count;
            load->touched += used & (2 * word_bytes - 1);
        }
    }

    [[gnu::always_inline]] uint64_t in_period(uint64_t offset) const {
        if (offset < period_)
            return offset;
        if (offset <= UINT32_MAX) // whose division is faster
            return static_cast<uint32_t>(offset) % static_cast<uint32_t>(period_);
        return offset % period_;
    }

    uint64_t* missed_ = nullptr; // before the loads, which need cache use
    Load* loads_ = nullptr;
    uint64_t period_ = 0;
};

} // namespace cg::data
