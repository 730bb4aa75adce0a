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

#include "adler.hpp"
#include "bit_reader.hpp"
#include "huffman_table.hpp"

namespace cg::reading {

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
