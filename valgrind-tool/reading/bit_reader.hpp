// SPDX-License-Identifier: GPL-2.0-or-later
// Reads bits from memory, the lowest ones of each byte first.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "little_endian.hpp"

namespace cg::reading {

class BitReader {
  public:
    BitReader() = default;
    BitReader(const uint8_t* bytes, size_t count) : next_(bytes), end_(bytes + count) {}

    // Makes at least 56 bits available. After the end of the input they are 0; see overrun().
    void refill() {
        if (static_cast<size_t>(end_ - next_) >= sizeof(uint64_t)) [[likely]] {
            buffer_ |= load_word(next_) << count_;
            next_ += (63 - count_) / 8;
            count_ |= 56;
            return;
        }
        for (; count_ < 56; count_ += 8) {
            if (next_ != end_) {
                buffer_ |= uint64_t{*next_++} << count_;
            } else {
                missing_ += 8;
            }
        }
    }

    unsigned bits() const { return count_; }
    // Returns the next bits, of those that are available, without taking them.
    unsigned peek() const { return static_cast<unsigned>(buffer_); }
    void skip(unsigned bits) {
        buffer_ >>= bits;
        count_ -= bits;
    }
    // Takes at most 16 bits, of those that are available.
    unsigned take_refilled(unsigned bits) {
        const unsigned value = peek() & ((1u << bits) - 1);
        skip(bits);
        return value;
    }
    unsigned take(unsigned bits) {
        refill();
        return take_refilled(bits);
    }

    // Returns true if bits were taken that the input does not have.
    bool overrun() const { return missing_ > count_; }

    // Skips the rest of a byte.
    void align() { skip(count_ % 8); }

    // Copies whole bytes, after align(). Returns false if the input has fewer than `count`.
    bool copy(uint8_t* to, size_t count) {
        for (; count > 0 && count_ > missing_; --count)
            *to++ = static_cast<uint8_t>(take_refilled(8));
        if (count == 0)
            return true;
        buffer_ = 0; // refill() left bits there of the bytes that are copied now
        if (count > static_cast<size_t>(end_ - next_))
            return false;
        for (; count > 0; --count)
            *to++ = *next_++;
        return true;
    }

  private:
    const uint8_t* next_ = nullptr;
    const uint8_t* end_ = nullptr;
    uint64_t buffer_ = 0;
    unsigned count_ = 0;   // of bits in `buffer_`
    unsigned missing_ = 0; // of them, those after the end of the input
};

} // namespace cg::reading
