// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/deflate.hpp"

#include "io/huffman_code.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace cg {
namespace {

// ---- the format's numbers -----------------------------------------------------------------

constexpr std::size_t end_of_block = 256, first_length = 257; // below them: literal bytes
constexpr std::size_t literal_symbols = 286, distance_symbols = 30, length_symbols = 19;
constexpr std::uint32_t farthest = 32768;
constexpr std::size_t longest = 258;

// What a symbol for lengths or distances stands for: from here on, by so many bits behind it.
struct Span {
    std::uint16_t from;
    std::uint8_t bits;
};
template <std::size_t size>
constexpr std::array<Span, size> spans(unsigned from, std::size_t symbols_a_bit) {
    std::array<Span, size> table{};
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t group = i / symbols_a_bit;
        const std::size_t bits = group < 2 ? 0 : group - 1;
        table[i] = {static_cast<std::uint16_t>(from), static_cast<std::uint8_t>(bits)};
        from += 1U << bits;
    }
    return table;
}
constexpr auto lengths = [] {
    auto table = spans<29>(3, 4);
    table[28] = {longest, 0}; // the longest has a symbol of its own
    return table;
}();
constexpr auto distances = spans<distance_symbols>(1, 2);

constexpr auto symbol_of_length = [] {
    std::array<std::uint8_t, longest + 1> table{};
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
        for (std::size_t length = lengths[symbol].from; length <= longest; ++length)
            table[length] = static_cast<std::uint8_t>(symbol);
    return table;
}();

// Two symbols for each power of two: the highest bits of the distance less one.
unsigned symbol_of_distance(std::uint32_t distance) {
    const std::uint32_t less = distance - 1;
    if (less < 4)
        return less;
    const auto below = static_cast<unsigned>(std::bit_width(less)) - 2;
    return 2 * below + (less >> below);
}

// ---- bits ---------------------------------------------------------------------------------

class BitWriter {
  public:
    // Room for 8 bytes more than are written.
    explicit BitWriter(char* at) : at_(at) {}

    // At most 56 bits between two flushes.
    void put(std::uint64_t bits, unsigned count) {
        pending_ |= bits << count_;
        count_ += count;
    }
    void put(Codeword word) { put(word.bits, word.length); }
    void flush() {
        static_assert(std::endian::native == std::endian::little);
        std::memcpy(at_, &pending_, sizeof pending_);
        at_ += count_ / 8;
        pending_ >>= count_ & ~7U;
        count_ &= 7;
    }
    void flush_to_byte() {
        count_ = (count_ + 7) & ~7U;
        flush();
    }
    const char* end() const { return at_; }

  private:
    char* at_;
    std::uint64_t pending_ = 0;
    unsigned count_ = 0;
};

// ---- a block ------------------------------------------------------------------------------

// Literals and matches, and how often each symbol occurs among them.
class Block {
  public:
    // Codes that fit each part of the data, whose description (290 bytes) is small beside it.
    static constexpr std::size_t most_tokens = 1 << 15;

    Block() : tokens_(new std::uint32_t[most_tokens]) {}
    bool is_full() const { return size_ == most_tokens; }
    void add_literal(std::uint8_t byte) {
        tokens_[size_++] = byte;
        ++literal_counts_[byte];
    }
    void add_match(std::size_t length, std::uint32_t distance) {
        tokens_[size_++] = is_match | static_cast<std::uint32_t>(length) << 16 | (distance - 1);
        ++literal_counts_[first_length + symbol_of_length[length]];
        ++distance_counts_[symbol_of_distance(distance)];
    }
    // Empties it.
    void write(BitWriter& out, bool is_last) {
        make_codes();
        write_codes(out, is_last);
        for (std::size_t i = 0; i < size_; ++i)
            write_token(out, tokens_[i]);
        out.put(literal_code_[end_of_block]);
        out.flush();
        size_ = 0;
        literal_counts_ = {};
        distance_counts_ = {};
    }

  private:
    // A token is a byte, or this with the length and the distance less one.
    static constexpr std::uint32_t is_match = std::uint32_t{1} << 31;

    void make_codes() {
        ++literal_counts_[end_of_block];
        // Not every reader takes a code of a single word.
        for (std::uint32_t* const counts : {literal_counts_.data(), distance_counts_.data()})
            for (std::size_t symbol = 0; symbol < 2; ++symbol)
                counts[symbol] += counts[symbol] == 0 ? 1 : 0;
        make_huffman_code(literal_counts_, 15, literal_code_);
        make_huffman_code(distance_counts_, 15, distance_code_);
    }

    // The lengths of the codewords, in a code of their own. Runs of equal lengths are not
    // shortened: that would save 100 bytes of a block of 30,000.
    void write_codes(BitWriter& out, bool is_last) const {
        std::array<std::uint32_t, length_symbols> counts{};
        const auto for_each_length = [&](auto&& use) {
            for (const Codeword& word : literal_code_)
                use(word.length);
            for (const Codeword& word : distance_code_)
                use(word.length);
        };
        for_each_length([&](std::uint8_t length) { ++counts[length]; });
        std::array<Codeword, length_symbols> code;
        make_huffman_code(counts, 7, code);
        constexpr std::uint64_t with_own_codes = 2;
        out.put(is_last ? 1 : 0, 1);
        out.put(with_own_codes, 2);
        out.put(literal_symbols - 257, 5);
        out.put(distance_symbols - 1, 5);
        out.put(length_symbols - 4, 4);
        for (const std::size_t length :
             {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}) {
            out.put(code[length].length, 3);
            out.flush();
        }
        for_each_length([&](std::uint8_t length) {
            out.put(code[length]);
            out.flush();
        });
    }

    void write_token(BitWriter& out, std::uint32_t token) const {
        if (token & is_match) {
            const std::uint32_t length = token >> 16 & 0x1FF, distance = (token & 0x7FFF) + 1;
            const unsigned length_symbol = symbol_of_length[length];
            const unsigned distance_symbol = symbol_of_distance(distance);
            out.put(literal_code_[first_length + length_symbol]);
            out.put(length - lengths[length_symbol].from, lengths[length_symbol].bits);
            out.put(distance_code_[distance_symbol]);
            out.put(distance - distances[distance_symbol].from, distances[distance_symbol].bits);
        } else {
            out.put(literal_code_[token]);
        }
        out.flush();
    }

    std::unique_ptr<std::uint32_t[]> tokens_;
    std::size_t size_ = 0;
    std::array<std::uint32_t, literal_symbols> literal_counts_{};
    std::array<std::uint32_t, distance_symbols> distance_counts_{};
    std::array<Codeword, literal_symbols> literal_code_;
    std::array<Codeword, distance_symbols> distance_code_;
};

// ---- matches ------------------------------------------------------------------------------

template <typename Number>
Number load(const char* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
}

// Finds where the next four bytes stood before: the last place whose hash was the same.
class Matcher {
  public:
    explicit Matcher(std::string_view bytes)
        : begin_(bytes.data()), end_(begin_ + bytes.size()), places_(new std::uint32_t[slots]()) {}

    struct Match {
        std::size_t length; // 0: none
        std::uint32_t distance;
    };
    Match find(const char* at) {
        if (end_ - at < 4)
            return {0, 0};
        std::uint32_t& slot = slot_of(at);
        const std::uint32_t here = place(at), before = slot;
        slot = here;
        const std::uint32_t distance = here - before;
        if (before == 0 || distance > farthest ||
            load<std::uint32_t>(at - distance) != load<std::uint32_t>(at))
            return {0, 0};
        return {common_length(at - distance, at), distance};
    }
    // The last byte of a match is remembered too, those amid it are not: that would take twice
    // the time for 2 % of the length.
    void skip_to(const char* at) {
        if (end_ - at >= 3)
            slot_of(at - 1) = place(at - 1);
    }

  private:
    static constexpr unsigned slot_bits = 14;
    static constexpr std::size_t slots = std::size_t{1} << slot_bits;

    std::uint32_t& slot_of(const char* at) {
        constexpr std::uint32_t golden_ratio = 0x9E3779B1;
        return places_[load<std::uint32_t>(at) * golden_ratio >> (32 - slot_bits)];
    }
    std::uint32_t place(const char* at) const {
        return static_cast<std::uint32_t>(at - begin_) + 1;
    }
    std::size_t common_length(const char* before, const char* at) const {
        const std::size_t most = std::min(longest, static_cast<std::size_t>(end_ - at));
        std::size_t length = 4;
        for (; length + 8 <= most; length += 8)
            if (const auto differs =
                    load<std::uint64_t>(before + length) ^ load<std::uint64_t>(at + length))
                return length + static_cast<std::size_t>(std::countr_zero(differs)) / 8;
        while (length < most && before[length] == at[length])
            ++length;
        return length;
    }

    const char* begin_;
    const char* end_;
    std::unique_ptr<std::uint32_t[]> places_; // from 1; 0: none
};

// A literal takes two bytes at most; a block's codes 290 for most_tokens literals at least.
std::size_t most_output(std::size_t size) {
    return 2 * size + size / 64 + 1024;
}

} // namespace

std::string deflate(std::string_view bytes, bool is_last) {
    const std::unique_ptr<char[]> output(new char[most_output(bytes.size())]);
    BitWriter out(output.get());
    Block block;
    Matcher matcher(bytes);
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    do {
        while (at < end && !block.is_full()) {
            const Matcher::Match match = matcher.find(at);
            if (match.length == 0) {
                block.add_literal(static_cast<std::uint8_t>(*at++));
            } else {
                block.add_match(match.length, match.distance);
                at += match.length;
                matcher.skip_to(at);
            }
        }
        block.write(out, is_last && at == end);
    } while (at < end);
    if (!is_last) { // a stored block without bytes ends at a byte
        out.put(0, 3);
        out.flush_to_byte();
        out.put(0xFFFF0000, 32);
        out.flush();
    }
    out.flush_to_byte();
    return {output.get(), static_cast<std::size_t>(out.end() - output.get())};
}

} // namespace cg
