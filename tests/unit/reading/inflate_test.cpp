// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/inflate.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <libdeflate.h>

namespace cg::reading {
namespace {

using Bytes = std::vector<uint8_t>;

// `level`: 0 stores, 12 takes longest.
Bytes compress(const Bytes& text, int level) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(level), libdeflate_free_compressor);
    Bytes stream(libdeflate_zlib_compress_bound(compressor.get(), text.size()));
    stream.resize(libdeflate_zlib_compress(compressor.get(), text.data(), text.size(),
                                           stream.data(), stream.size()));
    return stream;
}

// The input and the output have memory of exactly their sizes, so that a sanitizer sees each step
// beyond them.
std::optional<Bytes> inflate(const Bytes& stream, size_t size) {
    static const auto inflater = std::make_unique<Inflater>();
    const auto in = std::make_unique<uint8_t[]>(stream.size());
    std::copy(stream.begin(), stream.end(), in.get());
    const auto out = std::make_unique<uint8_t[]>(size);
    if (!inflater->run(in.get(), stream.size(), out.get(), size))
        return std::nullopt;
    return Bytes(out.get(), out.get() + size);
}

// Words from a list, so that there are copies of all lengths and distances, among random bytes.
Bytes text_of(size_t size, unsigned seed) {
    std::mt19937 random(seed);
    Bytes text;
    while (text.size() < size) {
        const size_t length = random() % 300;
        if (random() % 3 != 0 && text.size() > length) {
            const size_t from = random() % (text.size() - length);
            for (size_t i = 0; i < length; ++i)
                text.push_back(text[from + i]);
        } else if (random() % 3 == 0) {
            text.insert(text.end(), length, static_cast<uint8_t>(random()));
        } else {
            for (size_t i = 0; i < length / 8; ++i)
                text.push_back(static_cast<uint8_t>(random() % (1U << (1 + seed % 8))));
        }
    }
    text.resize(size);
    return text;
}

TEST(Inflater, GivesWhatWasCompressed) {
    unsigned seed = 0;
    for (const size_t size : {0U, 1U, 2U, 7U, 8U, 9U, 40U, 300U, 5000U, 70'000U, 400'000U}) {
        for (const int level : {0, 1, 3, 6, 9, 12}) {
            const Bytes text = text_of(size, ++seed);
            EXPECT_EQ(inflate(compress(text, level), size), text) << size << " at " << level;
        }
    }
}

// Symbols as rare as 1 of 2^15 have codes that are longer than the entries of the table.
TEST(Inflater, KnowsLongCodes) {
    Bytes text;
    for (unsigned symbol = 0; symbol < 16; ++symbol)
        text.insert(text.end(), size_t{1} << symbol, static_cast<uint8_t>(17 * symbol));
    std::shuffle(text.begin(), text.end(), std::mt19937(1));
    for (const int level : {1, 12})
        EXPECT_EQ(inflate(compress(text, level), text.size()), text);
}

TEST(Inflater, RefusesAnotherSize) {
    const Bytes text = text_of(5000, 1);
    for (const int level : {0, 1, 9}) {
        const Bytes stream = compress(text, level);
        for (const size_t size : {0U, 4000U, 4999U, 5001U, 9000U})
            EXPECT_FALSE(inflate(stream, size)) << size << " at " << level;
    }
}

TEST(Inflater, RefusesWhatIsCut) {
    for (const int level : {0, 1, 9}) {
        const Bytes stream = compress(text_of(600, 2), level);
        for (size_t size = 0; size < stream.size(); ++size)
            EXPECT_FALSE(
                inflate(Bytes(stream.begin(), stream.begin() + static_cast<long>(size)), 600))
                << size << " at " << level;
    }
}

// The checksum tells, at the latest, except for the few bits that fill a byte, which have no
// meaning.
TEST(Inflater, RefusesWhatIsDamaged) {
    const Bytes text = text_of(600, 3);
    for (const int level : {0, 1, 9, 12}) {
        const Bytes stream = compress(text, level);
        unsigned without_meaning = 0;
        for (size_t bit = 0; bit < 8 * stream.size(); ++bit) {
            Bytes damaged = stream;
            damaged[bit / 8] ^= static_cast<uint8_t>(1U << bit % 8);
            const auto result = inflate(damaged, text.size());
            EXPECT_TRUE(!result || *result == text) << bit << " at " << level;
            without_meaning += result.has_value();
        }
        EXPECT_LT(without_meaning, 8U);
    }
}

TEST(Inflater, SurvivesRandomBytes) {
    std::mt19937 random(4);
    for (int i = 0; i < 20'000; ++i) {
        Bytes stream = {0x78, 0x9c};
        for (size_t length = random() % 80; length != 0; --length)
            stream.push_back(static_cast<uint8_t>(random()));
        EXPECT_FALSE(inflate(stream, random() % 400)) << i;
    }
}

} // namespace
} // namespace cg::reading
