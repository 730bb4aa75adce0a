// SPDX-License-Identifier: GPL-2.0-or-later
// Streams in the zlib format, from libdeflate and bit by bit, and two ways to decompress them.
#pragma once

#include "reading/inflate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <libdeflate.h>

namespace cg::reading {

using Bytes = std::vector<uint8_t>;

inline Bytes bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

// Returns what our Inflater makes of `stream`, or nothing if it fails. The output has memory of
// exactly `room` bytes, so that the address sanitizer finds a byte that is written after them.
inline std::optional<Bytes> inflated(const Bytes& stream, size_t room) {
    static const auto inflater = std::make_unique<Inflater>();
    Bytes out(room);
    const size_t written = inflater->run(out.data(), room, stream.data(), stream.size());
    if (written == Inflater::failed)
        return std::nullopt;
    out.resize(written);
    return out;
}

// Returns what libdeflate makes of `stream`.
inline std::optional<Bytes> judged(const Bytes& stream, size_t room) {
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> judge(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    Bytes out(room);
    size_t written = 0;
    if (libdeflate_zlib_decompress(judge.get(), stream.data(), stream.size(), out.data(), room,
                                   &written) != LIBDEFLATE_SUCCESS)
        return std::nullopt;
    out.resize(written);
    return out;
}

inline Bytes compressed(const Bytes& data, int level) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(level), libdeflate_free_compressor);
    Bytes out(libdeflate_zlib_compress_bound(compressor.get(), data.size()));
    out.resize(libdeflate_zlib_compress(compressor.get(), data.data(), data.size(), out.data(),
                                        out.size()));
    return out;
}

// Returns `deflated` with the header of the zlib format and the check sum of `data`.
inline Bytes as_zlib(const Bytes& deflated, const Bytes& data) {
    Bytes stream = {0x78, 0x01};
    stream.insert(stream.end(), deflated.begin(), deflated.end());
    const uint32_t sum = libdeflate_adler32(1, data.data(), data.size());
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        stream.push_back(static_cast<uint8_t>(sum >> shift));
    return stream;
}

// The lengths of the codes of symbols 0, 1 and so on; 0 for those without one.
using Lengths = std::vector<uint8_t>;

// Returns the canonical codes (RFC 1951, 3.2.2).
inline std::vector<unsigned> codes_of(const Lengths& lengths) {
    std::vector<unsigned> codes(lengths.size());
    unsigned code = 0;
    for (unsigned length = 1; length <= 15; ++length, code <<= 1) {
        for (size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            if (lengths[symbol] == length)
                codes[symbol] = code++;
        }
    }
    return codes;
}

class BitWriter {
  public:
    // Appends a number, its lowest bit first.
    BitWriter& bits(unsigned value, unsigned count) {
        for (; count > 0; --count, value >>= 1) {
            if (bit_count_++ % 8 == 0)
                bytes_.push_back(0);
            bytes_.back() |= static_cast<uint8_t>((value & 1) << (bit_count_ - 1) % 8);
        }
        return *this;
    }
    // Appends a Huffman code, its highest bit first.
    BitWriter& code(unsigned value, unsigned length) {
        for (; length > 0; --length)
            bits(value >> (length - 1) & 1, 1);
        return *this;
    }
    // Appends the code of a symbol.
    BitWriter& symbol(const Lengths& lengths, unsigned symbol) {
        return code(codes_of(lengths).at(symbol), lengths.at(symbol));
    }
    BitWriter& stored(const Bytes& data, bool last) {
        bits(last ? 1 : 0, 3).bits(0, (8 - bit_count_ % 8) % 8);
        const auto length = static_cast<unsigned>(data.size());
        bits(length, 16).bits(~length & 0xffff, 16);
        for (const uint8_t byte : data)
            bits(byte, 8);
        return *this;
    }
    // Begins a last block with fixed codes, or with these.
    BitWriter& fixed() { return bits(1, 1).bits(1, 2); }
    BitWriter& dynamic(const Lengths& literals, const Lengths& distances) {
        bits(1, 1).bits(2, 2);
        bits(static_cast<unsigned>(literals.size() - 257), 5);
        bits(static_cast<unsigned>(distances.size() - 1), 5);
        // The code of a length is the length itself, in four bits; repetitions have no code.
        bits(19 - 4, 4);
        for (unsigned i = 0; i < 19; ++i)
            bits(i < 3 ? 0 : 4, 3);
        for (const Lengths* lengths : {&literals, &distances}) {
            for (const uint8_t length : *lengths)
                code(length, 4);
        }
        return *this;
    }

    const Bytes& bytes() const { return bytes_; }

  private:
    Bytes bytes_;
    size_t bit_count_ = 0;
};

// The fixed codes (RFC 1951, 3.2.6).
inline Lengths fixed_literals() {
    Lengths lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, uint8_t{9});
    std::fill(lengths.begin() + 256, lengths.begin() + 280, uint8_t{7});
    return lengths;
}
inline Lengths fixed_distances() {
    return Lengths(32, 5);
}

} // namespace cg::reading
