// SPDX-License-Identifier: GPL-2.0-or-later
// Decompresses the zlib format, which debugging information is compressed with.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::reading {

// A word of a stream, whose first byte is the lowest one on each host.
inline uint64_t little_endian(const uint8_t* bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

// Bits of a stream, of each byte the lowest first. Behind the end are zeros.
class BitReader {
  public:
    BitReader() = default;
    BitReader(const uint8_t* first, const uint8_t* end) : next_(first), end_(end) {}

    // Makes at least 56 bits known.
    [[gnu::always_inline]] void refill() {
        if (end_ - next_ >= 8) [[likely]] {
            bits_ |= little_endian(next_) << count_;
            next_ += (63 - count_) / 8;
            count_ |= 56;
            return;
        }
        for (; count_ <= 56; count_ += 8) {
            if (next_ != end_)
                bits_ |= uint64_t{*next_++} << count_;
            else
                ++missing_;
        }
    }

    unsigned known() const { return count_; }
    uint32_t peek(unsigned count) const {
        return static_cast<uint32_t>(bits_) & ((uint32_t{1} << count) - 1);
    }
    void skip(unsigned count) {
        bits_ >>= count;
        count_ -= count;
    }
    // Returns at most 31 of the known bits.
    uint32_t take(unsigned count) {
        const uint32_t bits = peek(count);
        skip(count);
        return bits;
    }

    // Returns the first byte of which no bit was taken. Null: bits behind the end were taken.
    const uint8_t* rest() const {
        return missing_ > count_ / 8 ? nullptr : next_ - (count_ / 8 - missing_);
    }
    const uint8_t* end() const { return end_; }

  private:
    uint64_t bits_ = 0;
    unsigned count_ = 0;   // of known bits. Higher ones may be set, but are those that follow.
    unsigned missing_ = 0; // bytes that were known without being there
    const uint8_t* next_ = nullptr;
    const uint8_t* end_ = nullptr;
};

// What a code stands for: a value, to which the bits that follow the code are added.
class Entry {
  public:
    enum Kind : uint8_t { number, byte, end, invalid };

    constexpr Entry() = default;
    constexpr explicit Entry(unsigned value, Kind kind = number, unsigned more_bits = 0)
        : word_(value << 16 | kind << 12 | more_bits) {}
    // The entry of a code of this length.
    constexpr Entry with_code(unsigned length) const {
        Entry entry = *this;
        entry.word_ += length << 8 | length;
        return entry;
    }

    bool is_known() const { return word_ != 0; }
    unsigned value() const { return word_ >> 16; }
    Kind kind() const { return static_cast<Kind>(word_ >> 12 & 3); }
    // The length of the code, and with the bits that follow it.
    unsigned code_bits() const { return word_ >> 8 & 15; }
    unsigned bits() const { return word_ & 63; }

    // Takes its bits, which come next. Returns the value with what is added to it.
    uint32_t take(BitReader& from) const {
        const uint32_t taken = from.take(bits());
        return value() + (taken >> code_bits());
    }

  private:
    uint32_t word_ = 0;
};

// A Huffman code of at most 288 symbols and 15 bits.
class HuffmanCode {
  public:
    static constexpr unsigned max_symbols = 288, longest = 15;

    // `lengths`: of the codes of symbols, in bits; 0: it has none. `meanings`: what the symbols
    // stand for. Returns false if there are more codes than bits tell apart; fewer are no error, as
    // long as none of those comes that are missing.
    bool init(const uint8_t* lengths, unsigned symbols, const Entry* meanings) {
        meanings_ = meanings;
        unsigned first_code[longest + 2] = {};
        count_all(lengths, symbols);
        for (unsigned length = 1; length <= longest; ++length) {
            first_code[length + 1] = (first_code[length] + counts_[length]) << 1;
            if (first_code[length] + counts_[length] > 1u << length)
                return false;
        }
        uint16_t first_of[longest + 1] = {}; // in sorted_
        for (unsigned length = 1; length < longest; ++length)
            first_of[length + 1] = static_cast<uint16_t>(first_of[length] + counts_[length]);
        for (Entry& entry : entries_)
            entry = Entry();
        for (unsigned symbol = 0; symbol < symbols; ++symbol) {
            if (const unsigned length = lengths[symbol]; length != 0) {
                sorted_[first_of[length]++] = static_cast<uint16_t>(symbol);
                enter(first_code[length]++, length, symbol);
            }
        }
        return true;
    }

    // Returns the entry of the code that comes next, of which all bits must be known.
    [[gnu::always_inline]] Entry next(const BitReader& bits) const {
        const Entry entry = entries_[bits.peek(entry_bits)];
        return entry.is_known() ? entry : find_long(bits.peek(longest));
    }

  private:
    static constexpr unsigned entry_bits = 11;

    void count_all(const uint8_t* lengths, unsigned symbols) {
        for (uint16_t& count : counts_)
            count = 0;
        for (unsigned symbol = 0; symbol < symbols; ++symbol)
            ++counts_[lengths[symbol]];
    }

    // Enters a code wherever its bits, the highest of which comes first, begin an index.
    void enter(unsigned code, unsigned length, unsigned symbol) {
        if (length > entry_bits)
            return;
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < length; ++bit)
            reversed |= (code >> bit & 1) << (length - 1 - bit);
        for (unsigned i = reversed; i < 1u << entry_bits; i += 1u << length)
            entries_[i] = meanings_[symbol].with_code(length);
    }

    // Returns the entry of a code. Codes of a length are consecutive numbers, those of the next one
    // follow them.
    [[gnu::noinline]] Entry find_long(unsigned bits) const {
        unsigned code = 0, first = 0, index = 0;
        for (unsigned length = 1; length <= longest; ++length, bits >>= 1) {
            code = code << 1 | (bits & 1);
            first <<= 1;
            if (code - first < counts_[length])
                return meanings_[sorted_[index + (code - first)]].with_code(length);
            index += counts_[length];
            first += counts_[length];
        }
        return Entry(0, Entry::invalid);
    }

    Entry entries_[1u << entry_bits] = {}; // not known: the code is longer
    const Entry* meanings_ = nullptr;
    uint16_t counts_[longest + 1] = {}; // of codes by length
    uint16_t sorted_[max_symbols] = {}; // symbols by code
};

// What the symbols of a code stand for; if nothing else is said, each for its own number.
template <unsigned count>
struct Meanings {
    Entry of[count];

    constexpr Meanings() {
        for (unsigned i = 0; i < count; ++i)
            of[i] = Entry(i);
    }

    // Symbols from `first` on stand for the values from `smallest` on. Those of one number of bits
    // come in groups; the first two groups have none.
    constexpr void set_values(unsigned first, unsigned last, unsigned smallest, unsigned group) {
        for (unsigned i = first; i <= last; ++i) {
            const unsigned n = i - first, more = n < 2 * group ? 0 : n / group - 1;
            of[i] = Entry(smallest, Entry::number, more);
            smallest += 1u << more;
        }
    }
};

// RFC 1950 and 1951. An object is large.
class Inflater {
  public:
    // Returns whether `in` is a stream of the zlib format that becomes `size` bytes, which `out`
    // has then.
    bool run(const uint8_t* in, size_t in_size, uint8_t* out, size_t size) {
        constexpr size_t header = 2, checksum = 4;
        if (in_size < header || (in[0] & 15) != 8 || (in[0] << 8 | in[1]) % 31 != 0 ||
            (in[1] & 32) != 0)
            return false;
        bits_ = BitReader(in + header, in + in_size);
        begin_ = out_ = out;
        end_ = out + size;
        bool is_last = false;
        while (!is_last) {
            bits_.refill();
            is_last = bits_.take(1) != 0;
            if (!read_block(bits_.take(2)) || bits_.rest() == nullptr)
                return false;
        }
        const uint8_t* const sum = bits_.rest();
        return out_ == end_ && in + in_size - sum >= static_cast<ptrdiff_t>(checksum) &&
               (uint32_t{sum[0]} << 24 | sum[1] << 16 | sum[2] << 8 | sum[3]) == adler(out, size);
    }

  private:
    static constexpr unsigned end_of_block = 256, distance_codes = 32, kinds = 19;

    static constexpr auto symbols_mean = [] {
        Meanings<HuffmanCode::max_symbols> meanings;
        for (unsigned i = 0; i < end_of_block; ++i)
            meanings.of[i] = Entry(i, Entry::byte);
        meanings.of[end_of_block] = Entry(0, Entry::end);
        meanings.set_values(end_of_block + 1, 284, 3, 4);
        meanings.of[285] = Entry(258); // the longest copy has a symbol of its own
        meanings.of[286] = meanings.of[287] = Entry(0, Entry::invalid);
        return meanings;
    }();
    static constexpr auto distances_mean = [] {
        Meanings<distance_codes> meanings;
        meanings.set_values(0, 29, 1, 2);
        meanings.of[30] = meanings.of[31] = Entry(0); // no copy has this distance
        return meanings;
    }();
    static constexpr Meanings<kinds> kinds_mean{};

    bool read_block(unsigned kind) {
        if (kind == 0)
            return copy_stored();
        return (kind == 1 && make_fixed_codes()) || (kind == 2 && read_codes()) ? read_symbols()
                                                                                : false;
    }

    bool copy_stored() {
        bits_.skip(bits_.known() % 8);
        const uint32_t size = bits_.take(16), inverted = bits_.take(16);
        const uint8_t* const from = bits_.rest();
        if (from == nullptr || (size ^ inverted) != 0xffff ||
            static_cast<size_t>(bits_.end() - from) < size ||
            static_cast<size_t>(end_ - out_) < size)
            return false;
        __builtin_memcpy(out_, from, size);
        out_ += size;
        bits_ = BitReader(from + size, bits_.end());
        return true;
    }

    bool make_fixed_codes() {
        uint8_t lengths[HuffmanCode::max_symbols];
        for (unsigned i = 0; i < HuffmanCode::max_symbols; ++i)
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        symbols_.init(lengths, HuffmanCode::max_symbols, symbols_mean.of);
        __builtin_memset(lengths, 5, distance_codes);
        return distances_.init(lengths, distance_codes, distances_mean.of);
    }

    // The codes' lengths are coded, too, by a code whose lengths come first.
    bool read_codes() {
        constexpr uint8_t order[kinds] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
        const unsigned symbols = 257 + bits_.take(5), all = symbols + 1 + bits_.take(5);
        const unsigned given = 4 + bits_.take(4);
        uint8_t lengths[HuffmanCode::max_symbols + 32] = {};
        bits_.refill();
        for (unsigned i = 0; i < given; ++i) {
            if (bits_.known() < 3)
                bits_.refill();
            lengths[order[i]] = static_cast<uint8_t>(bits_.take(3));
        }
        if (!symbols_.init(lengths, kinds, kinds_mean.of))
            return false;
        for (unsigned i = 0; i < all;) {
            bits_.refill();
            const Entry entry = symbols_.next(bits_);
            const unsigned kind = entry.take(bits_);
            if (entry.kind() != Entry::number)
                return false;
            if (kind < 16) {
                lengths[i++] = static_cast<uint8_t>(kind);
                continue;
            }
            // 16: the one before again, 17 and 18: 0
            const unsigned times = kind == 16   ? 3 + bits_.take(2)
                                   : kind == 17 ? 3 + bits_.take(3)
                                                : 11 + bits_.take(7);
            if ((kind == 16 && i == 0) || all - i < times)
                return false;
            __builtin_memset(lengths + i, kind == 16 ? lengths[i - 1] : 0, times);
            i += times;
        }
        return symbols <= HuffmanCode::max_symbols &&
               symbols_.init(lengths, symbols, symbols_mean.of) &&
               distances_.init(lengths + symbols, all - symbols, distances_mean.of);
    }

    // A copy's length and distance have at most 48 bits. The next entry is loaded before the copy,
    // so that the host need not wait for it. Variables are local because whatever is written
    // through `out` might be a member.
    bool read_symbols() {
        BitReader bits = bits_;
        uint8_t* out = out_;
        uint8_t* const end = end_;
        bits.refill();
        Entry entry = symbols_.next(bits);
        for (;;) {
            // The bits that are known are enough for two bytes and the code after them.
            for (unsigned i = 0; i < 2 && entry.kind() == Entry::byte && out != end; ++i) {
                *out++ = static_cast<uint8_t>(entry.value());
                bits.skip(entry.bits());
                entry = symbols_.next(bits);
            }
            bits.refill();
            if (entry.kind() == Entry::byte && out != end)
                continue;
            if (entry.kind() != Entry::number)
                break;
            const size_t length = entry.take(bits);
            const size_t distance = distances_.next(bits).take(bits);
            if (distance == 0 || static_cast<size_t>(out - begin_) < distance ||
                static_cast<size_t>(end - out) < length)
                return false;
            bits.refill();
            entry = symbols_.next(bits);
            out = copy(out, distance, length, end);
        }
        bits.skip(entry.bits());
        bits_ = bits;
        out_ = out;
        return entry.kind() == Entry::end;
    }

    // Copies from what is written, and to it, one byte after the other. Returns the end.
    [[gnu::always_inline]] static uint8_t* copy(uint8_t* to, size_t distance, size_t length,
                                                uint8_t* end) {
        constexpr ptrdiff_t step = 16; // most are not longer
        const uint8_t* from = to - distance;
        uint8_t* const last = to + length;
        if (distance < 8 || end - last < step) {
            while (to != last)
                *to++ = *from++;
            return last;
        }
        do { // writes up to a step more
            __builtin_memcpy(to, from, 8);
            __builtin_memcpy(to + 8, from + 8, 8);
            to += step;
            from += step;
        } while (to < last);
        return last;
    }

    // The checksum: the sum of the bytes, and that of all these sums, modulo 65,521.
    static uint32_t adler(const uint8_t* bytes, size_t size) {
        constexpr uint64_t modulus = 65'521, even = 0x00ff'00ff'00ff'00ff;
        constexpr size_t step = 4096; // few enough that 64 bits hold the sums
        uint64_t sum = 1, sums = 0;
        const uint8_t* const end = bytes + size;
        while (bytes != end) {
            const uint8_t* const stop = end - bytes > ptrdiff_t{step} ? bytes + step : end;
            for (; stop - bytes >= 8; bytes += 8) { // the highest 16 bits of a product are a sum
                const uint64_t word = little_endian(bytes);
                const uint64_t low = word & even, high = word >> 8 & even;
                sums += 8 * sum + (low * 0x0008'0006'0004'0002 >> 48) +
                        (high * 0x0007'0005'0003'0001 >> 48);
                sum += (low + high) * 0x0001'0001'0001'0001 >> 48;
            }
            for (; bytes != stop; ++bytes)
                sums += sum += *bytes;
            sum %= modulus;
            sums %= modulus;
        }
        return static_cast<uint32_t>(sums << 16 | sum);
    }

    HuffmanCode symbols_, distances_;
    BitReader bits_;
    const uint8_t* begin_ = nullptr;
    uint8_t* out_ = nullptr;
    uint8_t* end_ = nullptr;
};

} // namespace cg::reading
