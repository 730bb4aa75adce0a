// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/inflate.hpp"

#include "made_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

HuffmanEntry number(unsigned symbol) {
    return HuffmanEntry::base(symbol, 0);
}

// Codes that fill this: the sum of 2^-length.
constexpr unsigned whole = 1U << 15;
unsigned filled_by(const Lengths& lengths) {
    unsigned filled = 0;
    for (const uint8_t length : lengths)
        filled += length != 0 ? whole >> length : 0;
    return filled;
}

// Looks up the code of each symbol, with zeros and with ones after it.
template <typename Table>
void expect_codes(const Table& table, const Lengths& lengths) {
    const std::vector<unsigned> codes = codes_of(lengths);
    for (unsigned symbol = 0; symbol < lengths.size(); ++symbol) {
        if (lengths[symbol] == 0)
            continue;
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < lengths[symbol]; ++bit)
            reversed |= (codes[symbol] >> bit & 1) << (lengths[symbol] - 1 - bit);
        for (const unsigned next : {0U, 0xffffU}) {
            const unsigned bits = reversed | next << lengths[symbol];
            const uint8_t bytes[] = {static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8)};
            BitReader in(bytes, sizeof bytes);
            in.refill();
            const unsigned before = in.bits();
            const HuffmanEntry entry = table.look_up(in);
            ASSERT_FALSE(entry.is_end_or_invalid());
            ASSERT_EQ(entry.value(), symbol) << testing::PrintToString(lengths);
            ASSERT_EQ(before - in.bits(), lengths[symbol]);
        }
    }
}

template <typename Table>
void expect_built(const Lengths& lengths) {
    const auto table = std::make_unique<Table>();
    ASSERT_TRUE(table->build(lengths.data(), static_cast<unsigned>(lengths.size()), number))
        << testing::PrintToString(lengths);
    expect_codes(*table, lengths);
}

// Returns the lengths of a random complete code.
Lengths complete_code(size_t symbols, std::mt19937& random) {
    Lengths lengths = {1, 1};
    while (lengths.size() < symbols) {
        uint8_t& split =
            lengths[random() % 3 == 0 ? lengths.size() - 1 : random() % lengths.size()];
        if (split < 15)
            lengths.push_back(++split);
    }
    std::shuffle(lengths.begin(), lengths.end(), random);
    return lengths;
}

TEST(HuffmanTable, OfRandomCompleteCodes) {
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i) {
        expect_built<HuffmanTable<11, 288>>(complete_code(2 + random() % 287, random));
        expect_built<HuffmanTable<8, 32>>(complete_code(2 + random() % 31, random));
        expect_built<HuffmanTable<2, 64>>(complete_code(2 + random() % 63, random));
    }
}

// Codes that fill the memory of the table: two in each secondary table, all of the longest.
TEST(HuffmanTable, OfTheMostSecondaryTables) {
    expect_built<HuffmanTable<14, 1 << 15>>(Lengths(1 << 15, 15));
}

// As many secondary tables as a code of literals can need, of the largest size.
TEST(HuffmanTable, OfLiteralsWithTheMostSecondaryTables) {
    constexpr unsigned pairs = 136, primary_bits = 11;
    Lengths lengths(2 * pairs, primary_bits + 1);
    for (const unsigned length : {12, 13, 14, 15, 15}) // one table more
        lengths.push_back(static_cast<uint8_t>(length));
    for (unsigned length = 1; length <= primary_bits; ++length) {
        if (((1U << primary_bits) - pairs - 1) >> (primary_bits - length) & 1)
            lengths.push_back(static_cast<uint8_t>(length));
    }
    ASSERT_EQ(filled_by(lengths), whole);
    ASSERT_EQ(lengths.size(), 286U);
    expect_built<HuffmanTable<primary_bits, 286>>(lengths);
}

// Each four lengths from 0 to 4, of which some make codes.
TEST(HuffmanTable, OfFourSymbolsOrFewer) {
    unsigned built = 0;
    for (unsigned numbered = 0; numbered < 5 * 5 * 5 * 5; ++numbered) {
        Lengths lengths;
        for (unsigned rest = numbered; lengths.size() < 4; rest /= 5)
            lengths.push_back(static_cast<uint8_t>(rest % 5));
        const auto used = 4 - std::count(lengths.begin(), lengths.end(), 0);
        const unsigned filled = filled_by(lengths);
        static const auto table = std::make_unique<HuffmanTable<2, 4>>();
        const bool expected = filled == whole || used == 0 || (used == 1 && filled == whole / 2);
        ASSERT_EQ(table->build(lengths.data(), 4, number), expected)
            << testing::PrintToString(lengths);
        if (expected) {
            expect_codes(*table, lengths);
            ++built;
        }
    }
    EXPECT_GT(built, 20U);
}

TEST(HuffmanTable, ReturnsNoneForBitsThatAreNoCode) {
    HuffmanTable<2, 4> table;
    const uint8_t ones[] = {0xff}, zeros[] = {0};
    const auto is_none = [&](const uint8_t* bytes) {
        BitReader in(bytes, 1);
        in.refill();
        return table.look_up(in).is_end_or_invalid();
    };
    const Lengths none(4);
    ASSERT_TRUE(table.build(none.data(), 4, number));
    EXPECT_TRUE(is_none(ones));
    EXPECT_TRUE(is_none(zeros));
    const Lengths one = {0, 0, 1, 0};
    ASSERT_TRUE(table.build(one.data(), 4, number));
    EXPECT_TRUE(is_none(ones));
    EXPECT_FALSE(is_none(zeros));
}

} // namespace
} // namespace cg::reading
