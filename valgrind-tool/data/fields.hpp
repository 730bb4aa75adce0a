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
    bool exist() const { return fields_ != nullptr; }
    // The number of fields of this period, which is not 0.
    static uint32_t count_for(uint64_t period) {
        return static_cast<uint32_t>((period < most_field_bytes ? period : most_field_bytes) /
                                     word_bytes);
    }
    const Field& operator[](uint32_t word) const { return fields_[word]; }

    // `fields` is memory of zeros for count_for(period), or null.
    void begin(Field* fields, uint64_t period) {
        fields_ = fields;
        period_ = period;
    }
    // The period becomes one of its divisors, a multiple of a word.
    void fold(uint64_t period) {
        const uint32_t old_count = count_for(period_);
        const uint32_t count = count_for(period);
        for (uint32_t i = count; i < old_count; ++i) {
            Field& to = fields_[i % count];
            to.loaded += fields_[i].loaded;
            to.touched += fields_[i].touched;
            to.missed += fields_[i].missed;
            fields_[i] = {};
        }
        period_ = period;
    }
    void drop() { fields_ = nullptr; }
    // Sets all counts to 0.
    void zero() {
        for (uint32_t i = 0; exist() && i < count_for(period_); ++i)
            fields_[i] = {};
    }

    void add_miss(uint64_t offset) {
        offset = in_period(offset);
        if (offset < most_field_bytes)
            ++fields_[offset / word_bytes].missed;
    }

    // Adds `count` bytes, at most 64, that were loaded from this offset on. Bit n of `used` is the
    // n-th of them.
    void add_load(uint64_t offset, unsigned count, uint64_t used) {
        offset = in_period(offset);
        while (count != 0) {
            if (offset >= period_)
                offset -= period_;
            const unsigned in_word = offset % word_bytes;
            const unsigned here = word_bytes - in_word < count ? word_bytes - in_word : count;
            if (offset < most_field_bytes) {
                Field& field = fields_[offset / word_bytes];
                field.loaded += here;
                field.touched += bits_of_word[used & ((1u << here) - 1)];
            }
            used >>= here;
            count -= here;
            offset += here;
        }
    }

  private:
    static constexpr uint8_t bits_of_word[1u << word_bytes] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                               1, 2, 2, 3, 2, 3, 3, 4};

    uint64_t in_period(uint64_t offset) const {
        return offset < period_ ? offset : offset % period_;
    }

    Field* fields_ = nullptr;
    uint64_t period_ = 0;
};

} // namespace cg::data
