// SPDX-License-Identifier: GPL-2.0-or-later
// The part of protobuf's encoding that pprof's format needs: varints and fields with a length.
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cg {

// Encodes a message. Call clear() to reuse the object for the next message, because a large
// profile has about ten million messages.
class Protobuf {
  public:
    void clear() { encoded_.clear(); }
    std::string_view encoded() const { return encoded_; }

    // Adds a number, unless it is 0: readers take a missing field for 0.
    void number(unsigned field, std::uint64_t value) {
        if (value == 0)
            return;
        varint(field << 3);
        varint(value);
    }
    // Adds a string or an encoded message.
    void bytes(unsigned field, std::string_view value) {
        varint(field << 3 | 2);
        varint(value.size());
        encoded_.append(value);
    }
    // Adds a number without a field number, as in a packed list. Negative numbers take ten bytes,
    // as for int64.
    void varint(std::uint64_t value) {
        char digits[10];
        std::size_t length = 0;
        for (; value >= 0x80; value >>= 7)
            digits[length++] = static_cast<char>(value | 0x80);
        digits[length++] = static_cast<char>(value);
        encoded_.append(digits, length);
    }
    // Adds bytes that are encoded already.
    void append(std::string_view encoded) { encoded_.append(encoded); }

  private:
    std::string encoded_;
};

} // namespace cg
