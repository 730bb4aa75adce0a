// SPDX-License-Identifier: GPL-2.0-or-later
// Which parts of an object's elements were loaded, used and missed: counts for each word, by its
// offset modulo the period of the object. The period is the greatest common divisor of the sizes
// of its blocks, so that of a growing vector is the size of its elements.
#pragma once

#include "memory.hpp"
#include "sim/word.hpp"

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
    static size_t bytes_for(uint64_t period) {
        return (3 * size_t{count_for(period)} + 1) * sizeof(uint64_t);
    }
    // Calls visit(word, field) for each word, in order.
    template <typename Visit>
    void for_each(Visit visit) const {
        uint64_t loaded = 0;
        for (uint32_t i = 0; i < count(); ++i) {
            loaded += loaded_more_[i];
            visit(i, Field{loaded, touched_[i], missed_[i]});
        }
    }

    // `memory` is of zeros, or null.
    void begin(void* memory, uint64_t period) {
        period_ = period;
        missed_ = static_cast<uint64_t*>(memory);
        touched_ = missed_ + count_for(period);
        loaded_more_ = touched_ + count_for(period);
    }
    // The period becomes one of its divisors, a multiple of a word.
    void fold(uint64_t period) {
        const uint32_t old_count = count();
        uint64_t loaded = 0;
        for (uint32_t i = 0; i < old_count; ++i)
            loaded_more_[i] = loaded += loaded_more_[i];
        period_ = period;
        for (uint32_t i = count(); i < old_count; ++i) {
            missed_[i % count()] += missed_[i];
            touched_[i % count()] += touched_[i];
            loaded_more_[i % count()] += loaded_more_[i];
        }
        for (uint32_t i = count(); --i > 0;)
            loaded_more_[i] -= loaded_more_[i - 1];
        loaded_more_[count()] = 0;
    }
    void drop() { missed_ = nullptr; }
    // Sets all counts to 0.
    void zero() const {
        for (uint32_t i = 0; exist() && i < count(); ++i)
            missed_[i] = touched_[i] = loaded_more_[i] = 0;
        if (exist())
            loaded_more_[count()] = 0;
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
        if (offset == 0 && are_elements_together(count)) {
            add_elements(count, used);
            return;
        }
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
    uint32_t count() const { return exist() ? count_for(period_) : 0; }

    // Arrays of numbers have many elements in a line. One by one, bzip2 would take half as long
    // again.
    bool are_elements_together(unsigned count) const {
        return period_ < count && (period_ & (period_ - 1)) == 0 &&
               count % static_cast<unsigned>(period_) == 0;
    }
    void add_elements(unsigned count, uint64_t used) {
        const auto period = static_cast<unsigned>(period_);
        loaded_more_[0] += count / period * word_bytes;
        loaded_more_[period / word_bytes] -= count / period * word_bytes;
        if (count < 64)
            used &= (uint64_t{1} << count) - 1;
        uint64_t first_word = 15; // of each element
        for (unsigned bits = period; bits < 64; bits *= 2)
            first_word |= first_word << bits;
        for (unsigned word = 0; word < period / word_bytes; ++word)
            touched_[word] += sim::bits_set(used & first_word << word * word_bytes);
    }
    // The bytes are in one element.
    [[gnu::always_inline]] void add_in_element(uint32_t offset, unsigned count, uint64_t used) {
        const uint32_t most = most_field_bytes - offset;
        if (count > most)
            count = most;
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
        add_words(offset / word_bytes, count, used);
    }
    // Adds bytes from the beginning of a word on, or within one.
    [[gnu::always_inline]] void add_words(uint32_t word, unsigned count, uint64_t used) {
        const uint32_t end = word + count / word_bytes;
        loaded_more_[word] += word_bytes;
        loaded_more_[end] -= word_bytes;
        if (const unsigned rest = count % word_bytes; rest != 0) {
            loaded_more_[end] += rest;
            loaded_more_[end + 1] -= rest;
        }
        if (count < 64)
            used &= (uint64_t{1} << count) - 1;
        // Four bits, for each word, become their number.
        used -= used >> 1 & 0x5555555555555555;
        used = (used & 0x3333333333333333) + (used >> 2 & 0x3333333333333333);
        while (used != 0) {
            const auto at = static_cast<unsigned>(__builtin_ctzll(used)) & ~(word_bytes - 1);
            touched_[word + at / word_bytes] += used >> at & 15;
            used &= ~(uint64_t{15} << at);
        }
    }

    [[gnu::always_inline]] uint64_t in_period(uint64_t offset) const {
        if (offset < period_)
            return offset;
        if (offset <= UINT32_MAX) // whose division is faster
            return static_cast<uint32_t>(offset) % static_cast<uint32_t>(period_);
        return offset % period_;
    }

    uint64_t* missed_ = nullptr;
    uint64_t* touched_ = nullptr;
    // How much more was loaded of a word than of the one before it, modulo 2^64: of a line, of
    // which often few words are touched, only the ends are written.
    uint64_t* loaded_more_ = nullptr;
    uint64_t period_ = 0;
};

} // namespace cg::data
