// SPDX-License-Identifier: GPL-2.0-or-later
// Decompresses the zlib format (RFC 1950, RFC 1951), from memory to memory.
//
// For the debug information that distributions compress, which Valgrind decompresses at the start
// of each process. Libraries that do this fast (libdeflate, zlib-ng) cannot be linked with a tool:
// their objects use a C library, or the stack protector, which needs the thread's memory that a C
// library sets up.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::reading {

// Words at any address.

// Loads eight bytes, the first one as the lowest.
inline uint64_t load_word(const uint8_t* from) {
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

// Copies eight bytes.
inline void copy_word(uint8_t* to, const uint8_t* from) {
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
    __builtin_memcpy(to, &word, sizeof word);
}

// The check sum Adler-32 (RFC 1950).

inline uint32_t adler32(const uint8_t* bytes, size_t count) {
    constexpr uint32_t modulus = 65521;
    constexpr size_t at_once = 5552; // so that the sums do not overflow
    // Every second byte of a word, as four numbers of 16 bits. A product with one of the other
    // constants has the sum of all four, times their weights, in its highest 16 bits.
    constexpr uint64_t every_second = 0x00ff'00ff'00ff'00ff, once = 0x0001'0001'0001'0001;
    constexpr uint64_t even_weights = 0x0008'0006'0004'0002, odd_weights = 0x0007'0005'0003'0001;
    constexpr unsigned to_highest = 48;
    uint32_t a = 1, b = 0;
    while (count > 0) {
        size_t n = count < at_once ? count : at_once;
        count -= n;
        for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t), bytes += sizeof(uint64_t)) {
            const uint64_t word = load_word(bytes);
            const uint64_t even = word & every_second, odd = word >> 8 & every_second;
            b += 8 * a + static_cast<uint32_t>((even * even_weights >> to_highest) +
                                               (odd * odd_weights >> to_highest));
            a += static_cast<uint32_t>((even + odd) * once >> to_highest);
        }
        for (; n > 0; --n) {
            a += *bytes++;
            b += a;
        }
        a %= modulus;
        b %= modulus;
    }
    return b << 16 | a;
}

// Reads bits from memory, the lowest ones of each byte first.

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

// Decodes one symbol of a Huffman code at a time, by one look-up, or two if its code is long.

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

class Inflater {
  public:
    // Decompresses a whole stream, which must fit into the `out_size` bytes at `out`. Returns the
    // number of bytes written, or `failed`: the stream is cut short or damaged, or does not fit.
    size_t run(uint8_t* out, size_t out_size, const uint8_t* in, size_t in_size) {
        out_ = begin_ = out;
        end_ = out + out_size;
        in_ = BitReader(in, in_size);
        if (!read_header() || !read_blocks() || !check_sum())
            return failed;
        return static_cast<size_t>(out_ - begin_);
    }

    static constexpr size_t failed = ~size_t{0};

  private:
    static constexpr unsigned max_literals = 288, max_distances = 32, max_code_lengths = 19;

    bool read_header() {
        const unsigned method = in_.take(8), flags = in_.take(8);
        constexpr unsigned deflate = 8, dictionary = 0x20;
        return (method & 15) == deflate && (method >> 4) <= 7 && (flags & dictionary) == 0 &&
               (method << 8 | flags) % 31 == 0;
    }

    bool read_blocks() {
        for (bool last = false; !last;) {
            last = in_.take(1) != 0;
            bool read = false;
            switch (in_.take(2)) {
            case 0:
                read = read_stored();
                break;
            case 1:
                use_fixed_codes();
                read = read_compressed();
                break;
            case 2:
                read = read_codes() && read_compressed();
                break;
            default:
                break;
            }
            if (!read || in_.overrun())
                return false;
        }
        return true;
    }

    bool read_stored() {
        in_.align();
        const unsigned length = in_.take(16), complement = in_.take(16);
        if (length != (complement ^ 0xffff) || length > static_cast<size_t>(end_ - out_))
            return false;
        const bool copied = in_.copy(out_, length);
        out_ += length;
        return copied;
    }

    void use_fixed_codes() {
        uint8_t lengths[max_literals];
        for (unsigned i = 0; i < max_literals; ++i)
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        literals_.build(lengths, max_literals, literal_entry);
        for (unsigned i = 0; i < max_distances; ++i)
            lengths[i] = 5;
        distances_.build(lengths, max_distances, distance_entry);
    }

    // Reads the lengths of the codes of a block, which are compressed themselves.
    bool read_codes() {
        static constexpr uint8_t order[max_code_lengths] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
        const unsigned literals = in_.take(5) + 257, distances = in_.take(5) + 1;
        const unsigned given = in_.take(4) + 4;
        uint8_t lengths[max_literals + max_distances] = {};
        for (unsigned i = 0; i < given; ++i)
            lengths[order[i]] = static_cast<uint8_t>(in_.take(3));
        if (literals > 286 || distances > 30 ||
            !lengths_.build(lengths, max_code_lengths, plain_entry))
            return false;
        const unsigned count = literals + distances;
        for (unsigned i = 0; i < count;) {
            in_.refill();
            const HuffmanEntry entry = lengths_.look_up(in_);
            if (entry.is_end_or_invalid())
                return false;
            const unsigned symbol = entry.value();
            if (symbol < 16) {
                lengths[i++] = static_cast<uint8_t>(symbol);
                continue;
            }
            if (symbol == 16 && i == 0)
                return false;
            const uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
            unsigned times = symbol == 16   ? 3 + in_.take(2)
                             : symbol == 17 ? 3 + in_.take(3)
                                            : 11 + in_.take(7);
            if (times > count - i)
                return false;
            for (; times > 0; --times)
                lengths[i++] = repeated;
        }
        return lengths[end_of_block] != 0 && literals_.build(lengths, literals, literal_entry) &&
               distances_.build(lengths + literals, distances, distance_entry);
    }

    bool read_compressed() {
        // Copies, because a byte that is written could be one of the members, as far as the
        // compiler knows: it would load them again each time.
        BitReader in = in_;
        uint8_t* out = out_;
        const bool complete = read_symbols(in, out);
        in_ = in;
        out_ = out;
        return complete;
    }

    // Reads zeros after the end of the input, until the end of the block or of the output: a check
    // for each symbol would cost more than a damaged stream is worth.
    [[gnu::always_inline]] bool read_symbols(BitReader& in, uint8_t*& out) const {
        uint8_t* const begin = begin_;
        uint8_t* const end = end_;
        for (;;) {
            // A refill has 56 bits: enough for two literals (30), or a length and distance (48).
            in.refill();
            HuffmanEntry entry = literals_.look_up(in);
            if (entry.is_literal()) {
                if (out == end)
                    return false;
                *out++ = static_cast<uint8_t>(entry.value());
                entry = literals_.look_up(in);
                if (entry.is_literal()) {
                    if (out == end)
                        return false;
                    *out++ = static_cast<uint8_t>(entry.value());
                    continue;
                }
                in.refill();
            }
            if (entry.is_end_or_invalid()) [[unlikely]]
                return entry.is_end();
            const size_t length = entry.value() + in.take_refilled(entry.extra_bits());
            const HuffmanEntry distance = distances_.look_up(in);
            const size_t back = distance.value() + in.take_refilled(distance.extra_bits());
            if (distance.is_end_or_invalid() || back > static_cast<size_t>(out - begin) ||
                length > static_cast<size_t>(end - out)) [[unlikely]]
                return false;
            copy_match(out, back, length, static_cast<size_t>(end - out));
            out += length;
        }
    }

    // Copies bytes from `back` bytes before; the areas may overlap. `room`: bytes that may be
    // written.
    [[gnu::always_inline]] static void copy_match(uint8_t* to, size_t back, size_t length,
                                                  size_t room) {
        const uint8_t* const from = to - back;
        constexpr size_t step = sizeof(uint64_t);
        if (back < step || room < length + 2 * step) [[unlikely]] {
            for (size_t i = 0; i < length; ++i)
                to[i] = from[i];
            return;
        }
        // Most matches are short. What is written after them is overwritten later.
        copy_word(to, from);
        copy_word(to + step, from + step);
        for (size_t i = 2 * step; i < length; i += step)
            copy_word(to + i, from + i);
    }

    // Compares the Adler-32 check sum at the end of the stream.
    bool check_sum() {
        in_.align();
        uint32_t expected = 0;
        for (unsigned i = 0; i < 4; ++i)
            expected = expected << 8 | in_.take(8);
        return !in_.overrun() && adler32(begin_, static_cast<size_t>(out_ - begin_)) == expected;
    }

    static constexpr unsigned end_of_block = 256;

    static HuffmanEntry plain_entry(unsigned symbol) { return HuffmanEntry::base(symbol, 0); }
    static HuffmanEntry literal_entry(unsigned symbol) {
        if (symbol < end_of_block)
            return HuffmanEntry::literal(symbol);
        if (symbol == end_of_block)
            return HuffmanEntry::end();
        const unsigned i = symbol - end_of_block - 1;
        if (i >= 29)
            return HuffmanEntry::none();
        if (i == 28)
            return HuffmanEntry::base(258, 0);
        const unsigned extra = i < 8 ? 0 : i / 4 - 1;
        return HuffmanEntry::base(i < 8 ? 3 + i : 3 + ((4 + i % 4) << extra), extra);
    }
    static HuffmanEntry distance_entry(unsigned symbol) {
        if (symbol >= 30)
            return HuffmanEntry::none();
        const unsigned extra = symbol < 4 ? 0 : symbol / 2 - 1;
        return HuffmanEntry::base(symbol < 4 ? 1 + symbol : 1 + ((2 + symbol % 2) << extra), extra);
    }

    BitReader in_;
    uint8_t* out_ = nullptr;
    uint8_t* begin_ = nullptr;
    uint8_t* end_ = nullptr;
    HuffmanTable<11, max_literals> literals_;
    HuffmanTable<8, max_distances> distances_;
    HuffmanTable<7, max_code_lengths> lengths_;
};

} // namespace cg::reading
