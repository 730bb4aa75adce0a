// SPDX-License-Identifier: GPL-2.0-or-later
// The little of protobuf's encoding that pprof's format needs: varints, and what has a length.
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cg {

// A message under construction. One that is used for many is cleared, not made anew: a large
// profile has some ten million.
class Protobuf {
  public:
    void clear() { encoded_.clear(); }
    std::string_view encoded() const { return encoded_; }

    // Zero is what a field that is not there reads as, so it is left out.
    void number(unsigned field, std::uint64_t value) {
        if (value == 0)
            return;
        varint(field << 3);
        varint(value);
    }
    // Of a message inside this one, or of a string.
    void bytes(unsigned field, std::string_view value) {
        varint(field << 3 | 2);
        varint(value.size());
        encoded_.append(value);
    }
    // An element of a packed list, or of nothing else: without a field's number.
    // Negative numbers take ten bytes, as int64 has it.
    void varint(std::uint64_t value) {
        char digits[10];
        std::size_t length = 0;
        for (; value >= 0x80; value >>= 7)
            digits[length++] = static_cast<char>(value | 0x80);
        digits[length++] = static_cast<char>(value);
        encoded_.append(digits, length);
    }
    // What was encoded elsewhere.
    void append(std::string_view encoded) { encoded_.append(encoded); }

  private:
    std::string encoded_;
};

} // namespace cg
