// SPDX-License-Identifier: GPL-2.0-or-later
// Decodes one symbol of a Huffman code at a time, by one look-up, or two if its code is long.
#pragma once

#include "bit_reader.hpp"

namespace cg::reading {

// What a code stands for, and its length.
class HuffmanEntry {
  public:
    constexpr HuffmanEntry() = default;
    static constexpr HuffmanEntry literal(unsigned byte) {
        return HuffmanEntry(byte << 16 | is_literal_);
    }
    static constexpr HuffmanEntry none() { return HuffmanEntry(is_invalid_); }
    static constexpr HuffmanEntry end() { return HuffmanEntry(is_end_); }
    // The value is this one plus that of the next `extra` bits of the input.
    static constexpr HuffmanEntry base(unsigned value, unsigned extra) {
        return HuffmanEntry(value << 16 | extra << 8);
    }
    // Codes that begin like this one are in a table at this index, which the next bits choose from.
    static constexpr HuffmanEntry longer(unsigned index, unsigned bits) {
        return HuffmanEntry(index << 16 | bits << 8 | is_longer_);
    }
    constexpr HuffmanEntry with_length(unsigned bits) const { return HuffmanEntry(word_ | bits); }

    constexpr bool is_literal() const { return (word_ & is_literal_) != 0; }
    constexpr bool is_end() const { return (word_ & is_end_) != 0; }
    constexpr bool is_end_or_invalid() const { return (word_ & (is_end_ | is_invalid_)) != 0; }
    constexpr bool is_longer() const { return (word_ & is_longer_) != 0; }
    constexpr unsigned length() const { return word_ & 31; }
    constexpr unsigned extra_bits() const { return word_ >> 8 & 15; }
    constexpr unsigned value() const { return word_ >> 16; }

  private:
    static constexpr uint32_t is_literal_ = 1u << 5, is_end_ = 1u << 6, is_longer_ = 1u << 7,
                              is_invalid_ = 1u << 12;

    constexpr explicit HuffmanEntry(uint32_t word) : word_(word) {}

    uint32_t word_ = 0;
};

// `primary_bits`: longer codes take a second look-up.
template <unsigned primary_bits, unsigned max_symbols>
class HuffmanTable {
  public:
    static constexpr unsigned max_length = 15;

    // Makes the table for codes of these lengths, 0 for a symbol without a code, else at most
    // max_length. `entry_of(symbol)` returns the entry of a symbol, without its length. Returns
    // false if no code has these lengths, or if some bits are no code. Only a code of one symbol
    // and one bit, or of no symbol, may be incomplete: compressors write these for distances that
    // are all equal, or absent.
    template <typename EntryOf>
    bool build(const uint8_t* lengths, unsigned symbols, EntryOf entry_of) {
        unsigned counts[max_length + 1] = {};
        for (unsigned i = 0; i < symbols; ++i)
            ++counts[lengths[i]];
        const unsigned used = symbols - counts[0];
        counts[0] = 0;
        unsigned longest = 0;
        unsigned next_codes[max_length + 2] = {};
        for (unsigned length = 1; length <= max_length; ++length) {
            next_codes[length + 1] = (next_codes[length] + counts[length]) << 1;
            if (counts[length] != 0)
                longest = length;
        }
        // If there are too many codes of any length, the code after the longest is greater.
        const bool complete = next_codes[longest + 1] == 2u << longest;
        if (!complete && (used > 1 || longest > 1))
            return false;
        clear(longest);
        for (unsigned symbol = 0; symbol < symbols; ++symbol) {
            const unsigned length = lengths[symbol];
            if (length != 0)
                add(reversed(next_codes[length]++, length), length, longest, entry_of(symbol));
        }
        return true;
    }

    // Takes the code of a symbol, for which the reader was refilled. Returns none() if the bits are
    // no code.
    HuffmanEntry look_up(BitReader& in) const {
        HuffmanEntry entry = entries_[in.peek() & (primary_size - 1)];
        if (entry.is_longer()) [[unlikely]] {
            const unsigned index = in.peek() >> primary_bits & ((1u << entry.extra_bits()) - 1);
            entry = entries_[entry.value() + index];
        }
        in.skip(entry.length());
        return entry;
    }

  private:
    static constexpr unsigned primary_size = 1u << primary_bits;
    static constexpr unsigned max_secondary_bits =
        max_length > primary_bits ? max_length - primary_bits : 0;

    static unsigned reversed(unsigned code, unsigned length) {
        unsigned result = 0;
        for (; length > 0; --length, code >>= 1)
            result = result << 1 | (code & 1);
        return result;
    }

    void clear(unsigned longest) {
        for (unsigned i = 0; i < primary_size; ++i)
            entries_[i] = HuffmanEntry::none();
        used_ = primary_size;
        secondary_bits_ = longest > primary_bits ? longest - primary_bits : 0;
    }

    void add(unsigned code, unsigned length, unsigned longest, HuffmanEntry entry) {
        const HuffmanEntry complete = entry.with_length(length);
        if (length <= primary_bits) {
            for (unsigned i = code; i < primary_size; i += 1u << length)
                entries_[i] = complete;
            return;
        }
        HuffmanEntry& primary = entries_[code & (primary_size - 1)];
        if (!primary.is_longer()) {
            primary = HuffmanEntry::longer(used_, longest - primary_bits);
            for (unsigned i = 0; i < 1u << secondary_bits_; ++i)
                entries_[used_++] = HuffmanEntry::none();
        }
        for (unsigned i = code >> primary_bits; i < 1u << secondary_bits_;
             i += 1u << (length - primary_bits))
            entries_[primary.value() + i] = complete;
    }

    // A code with long symbols is complete. So at least two long symbols begin with the bits that
    // lead to a secondary table, and there is at most one table for two symbols.
    HuffmanEntry entries_[primary_size + max_symbols / 2 * (1u << max_secondary_bits)];
    unsigned used_ = 0;
    unsigned secondary_bits_ = 0;
};

} // namespace cg::reading
