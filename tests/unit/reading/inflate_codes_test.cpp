// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks with codes that compressors seldom write, or never.
#include "reading/inflate.hpp"

#include "made_data.hpp"
#include "made_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

constexpr unsigned end_of_block = 256;

std::optional<Bytes> inflated_block(const BitWriter& block, const Bytes& data) {
    return inflated(as_zlib(block.bytes(), data), data.size());
}

// Returns `count` lengths, of which these symbols have a code.
Lengths lengths_of(size_t count, std::vector<std::pair<unsigned, unsigned>> symbols) {
    Lengths lengths(count);
    for (const auto& [symbol, length] : symbols)
        lengths.at(symbol) = static_cast<uint8_t>(length);
    return lengths;
}

// Lengths from 1 to 15, the longest twice, for these 16 symbols.
Lengths lengths_to_15(size_t count, const std::vector<unsigned>& symbols) {
    Lengths lengths(count);
    for (size_t i = 0; i < symbols.size(); ++i)
        lengths.at(symbols[i]) = static_cast<uint8_t>(std::min<size_t>(i + 1, 15));
    return lengths;
}

const std::vector<unsigned> some_symbols = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
                                            'i', 'j', 'k', 285, 'm', 284, 'o', end_of_block};
const Lengths ends_only = lengths_of(257, {{end_of_block, 1}});
const Lengths no_distance = {0};

TEST(InflateCodes, OfEachLength) {
    const Lengths literals = lengths_to_15(286, some_symbols);
    BitWriter out;
    out.dynamic(literals, no_distance);
    Bytes data;
    for (int round = 0; round < 5; ++round) {
        for (const unsigned symbol : some_symbols) {
            if (symbol < end_of_block) {
                out.symbol(literals, symbol);
                data.push_back(static_cast<uint8_t>(symbol));
            }
        }
    }
    out.symbol(literals, end_of_block);
    EXPECT_EQ(inflated_block(out, data), data);
}

// A literal of 15 bits, then a length, a distance and their extra bits: 63 bits.
TEST(InflateCodes, AReferenceOfTheMostBits) {
    const Lengths literals = lengths_to_15(286, some_symbols); // 284: 14 bits and 5; 'o': 15 bits
    const Lengths distances =
        lengths_to_15(30, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 28, 29});
    BitWriter out;
    out.dynamic(literals, distances);
    Bytes data = {'a', 'b', 'o'};
    for (const uint8_t byte : data)
        out.symbol(literals, byte);
    for (int i = 0; i < 128; ++i) {
        out.symbol(literals, 285).symbol(distances, 2); // 258 bytes
        data.resize(data.size() + 258);
        for (size_t at = data.size() - 258; at < data.size(); ++at)
            data[at] = data[at - 3];
    }
    for (unsigned i = 0; i < 16; ++i) {
        out.symbol(literals, 'o').symbol(literals, 284).bits(i, 5);
        data.push_back('o');
        const unsigned symbol = 28 + i % 2, extra = 0x1fff - i * 37;
        out.symbol(distances, symbol).bits(extra, 13);
        const size_t back = (symbol == 28 ? 16385 : 24577) + extra, length = 227 + i;
        for (size_t k = 0; k < length; ++k)
            data.push_back(data[data.size() - back]);
    }
    out.symbol(literals, end_of_block);
    const Bytes stream = as_zlib(out.bytes(), data);
    EXPECT_EQ(judged(stream, data.size()), data);
    EXPECT_EQ(inflated_block(out, data), data);
}

TEST(InflateCodes, OfNoDistance) {
    const Lengths literals = lengths_of(258, {{'x', 1}, {end_of_block, 2}, {257, 2}});
    BitWriter out;
    out.dynamic(literals, no_distance).symbol(literals, 'x').symbol(literals, end_of_block);
    EXPECT_EQ(inflated_block(out, {'x'}), Bytes{'x'});
    for (const unsigned bits : {0, 1}) {
        BitWriter match;
        match.dynamic(literals, no_distance).symbol(literals, 'x').symbol(literals, 257);
        match.bits(0, bits).symbol(literals, end_of_block);
        // Zeros are in the memory before anything is written.
        for (const uint8_t copied : {'x', '\0'})
            EXPECT_EQ(inflated_block(match, {'x', copied, copied, copied}), std::nullopt) << bits;
    }
}

TEST(InflateCodes, OfOneDistance) {
    const Lengths literals = lengths_of(258, {{'x', 1}, {end_of_block, 2}, {257, 2}});
    const Lengths one = {1};
    for (const unsigned bit : {0, 1}) {
        BitWriter out;
        out.dynamic(literals, one).symbol(literals, 'x').symbol(literals, 257);
        out.bits(bit, 1).symbol(literals, end_of_block);
        const Bytes data = {'x', 'x', 'x', 'x'};
        EXPECT_EQ(inflated_block(out, data), bit == 0 ? std::optional(data) : std::nullopt);
    }
}

// Of an empty block, in which only the codes can be wrong.
bool accepted(const Lengths& literals, const Lengths& distances) {
    BitWriter out;
    out.dynamic(literals, distances).symbol(literals, end_of_block);
    return inflated_block(out, {}).has_value();
}

TEST(InflateCodes, ThatAreIncompleteFail) {
    EXPECT_TRUE(accepted(ends_only, no_distance));
    EXPECT_TRUE(accepted(ends_only, {1, 1}));
    EXPECT_TRUE(accepted(ends_only, {0, 1}));
    EXPECT_FALSE(accepted(ends_only, {0, 2}));
    EXPECT_FALSE(accepted(ends_only, {15}));
    EXPECT_FALSE(accepted(ends_only, {1, 2}));
    EXPECT_FALSE(accepted(lengths_of(257, {{end_of_block, 2}}), no_distance));
    EXPECT_FALSE(accepted(lengths_of(257, {{'a', 1}, {end_of_block, 2}}), no_distance));
    EXPECT_TRUE(accepted(lengths_of(257, {{'a', 1}, {end_of_block, 1}}), no_distance));
}

TEST(InflateCodes, ThatAreTooManyFail) {
    EXPECT_FALSE(accepted(ends_only, {1, 1, 1}));
    EXPECT_FALSE(accepted(ends_only, {1, 2, 2, 15}));
    EXPECT_FALSE(accepted(lengths_of(257, {{'a', 1}, {'b', 1}, {end_of_block, 1}}), no_distance));
    EXPECT_FALSE(accepted(Lengths(257, 8), no_distance)); // one more than fit
}

TEST(InflateCodes, WithoutAnEndOfTheBlockFail) {
    BitWriter out;
    out.dynamic(lengths_of(257, {{'a', 1}, {'b', 1}}), no_distance).bits(0, 30);
    EXPECT_EQ(inflated_block(out, {}), std::nullopt);
}

TEST(InflateCodes, OfMoreSymbolsThanThereAreFail) {
    for (const size_t literals : {286, 287, 288}) {
        for (const size_t distances : {30, 31, 32})
            EXPECT_EQ(accepted(lengths_of(literals, {{end_of_block, 1}}), Lengths(distances)),
                      literals == 286 && distances == 30)
                << literals << ' ' << distances;
    }
}

// A block whose lengths are 0, `length` and repetitions.
class RepeatedLengths {
  public:
    RepeatedLengths(unsigned distances, unsigned length) : codes_(19), length_(length) {
        for (const auto& [symbol, bits] : {std::pair(16, 3), {17, 3}, {18, 2}, {0, 2}})
            codes_.at(static_cast<size_t>(symbol)) = static_cast<uint8_t>(bits);
        codes_.at(length) = 2;
        out.bits(1, 1).bits(2, 2).bits(0, 5).bits(distances - 1, 5).bits(19 - 4, 4);
        for (const unsigned symbol :
             {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15})
            out.bits(codes_.at(symbol), 3);
    }
    RepeatedLengths& zero() { return symbol(0); }
    RepeatedLengths& length() { return symbol(length_); }
    RepeatedLengths& last(unsigned times) { return symbol(16, times - 3, 2); }
    RepeatedLengths& zeros(unsigned times) {
        return times < 11 ? symbol(17, times - 3, 3) : symbol(18, times - 11, 7);
    }

    BitWriter out;

  private:
    RepeatedLengths& symbol(unsigned symbol, unsigned extra = 0, unsigned bits = 0) {
        out.symbol(codes_, symbol).bits(extra, bits);
        return *this;
    }

    Lengths codes_;
    unsigned length_;
};

TEST(InflateCodes, WhoseLengthsAreRepeated) {
    RepeatedLengths block(1, 1);
    block.zeros(138).zeros(11).zeros(93).zeros(10).zeros(3).length().length().zero();
    block.out.bits(0, 1).bits(1, 1); // the symbols 255 and 256
    EXPECT_EQ(inflated_block(block.out, {0xff}), Bytes{0xff});
}

TEST(InflateCodes, WhoseLengthsAreRepeatedFromLiteralsToDistances) {
    const Bytes data = {254, 255, 254, 255, 254, 255, 255};
    for (const unsigned distances : {3, 4, 5}) {
        RepeatedLengths block(distances, 2);
        // Two bits for each of the symbols 253 to 256, and for four distances.
        block.zeros(138).zeros(115).length().last(6).length();
        block.out.code(1, 2).code(2, 2).code(1, 2).code(2, 2).code(1, 2).code(2, 2).code(2, 2);
        block.out.code(3, 2);
        EXPECT_EQ(inflated_block(block.out, data),
                  distances == 4 ? std::optional(data) : std::nullopt)
            << distances;
    }
}

// Without the last repetitions, or with shorter ones, all of them would be right.
TEST(InflateCodes, WhoseLengthsAreRepeatedTooOftenFail) {
    for (const unsigned times : {3, 10, 11, 138}) {
        RepeatedLengths block(1, 1);
        block.zeros(138).zeros(117).length().length().zeros(times);
        EXPECT_EQ(inflated_block(block.out.bits(0, 1).bits(1, 1), {0xff}), std::nullopt) << times;
    }
    RepeatedLengths block(1, 1);
    block.zeros(138).zeros(117).length().last(3);
    EXPECT_EQ(inflated_block(block.out.bits(0, 1).bits(1, 1), {0xff}), std::nullopt);
}

TEST(InflateCodes, WhoseFirstLengthIsARepetitionFail) {
    RepeatedLengths block(1, 1);
    block.last(3).zeros(138).zeros(114).length().length().zero();
    EXPECT_EQ(inflated_block(block.out.bits(1, 1), {}), std::nullopt);
}

// Symbols 286 and 287 would be these lengths, if the rule of the shorter ones went on.
TEST(InflateCodes, OfReservedLengthsFail) {
    const Lengths literals = fixed_literals(), distances = fixed_distances();
    struct Case {
        unsigned symbol, extra_bits, length;
    };
    for (const auto& [symbol, extra_bits, length] :
         {Case{284, 5, 227}, {285, 0, 258}, {286, 0, 258}, {286, 6, 323}, {287, 6, 387}}) {
        BitWriter out;
        out.fixed().symbol(literals, 'x').symbol(literals, symbol).bits(0, extra_bits);
        out.symbol(distances, 0).symbol(literals, end_of_block);
        EXPECT_EQ(inflated_block(out, Bytes(1 + length, 'x')).has_value(), symbol < 286) << symbol;
    }
}

TEST(InflateCodes, OfReservedDistancesFail) {
    const Lengths literals = fixed_literals(), distances = fixed_distances();
    const Bytes before = random_bytes(1, 50'000);
    struct Case {
        unsigned symbol, extra_bits, distance;
    };
    for (const auto& [symbol, extra_bits, distance] :
         {Case{28, 13, 16385}, {29, 13, 24577}, {30, 14, 32769}, {31, 14, 49153}}) {
        BitWriter out;
        out.stored(before, false).fixed().symbol(literals, 257).symbol(distances, symbol);
        out.bits(0, extra_bits).symbol(literals, end_of_block);
        Bytes data = before;
        for (int i = 0; i < 3; ++i)
            data.push_back(data[data.size() - distance]);
        EXPECT_EQ(inflated_block(out, data).has_value(), symbol < 30) << symbol;
    }
}

TEST(InflateCodes, OfDistancesBeforeTheBeginningFail) {
    const Lengths literals = fixed_literals(), distances = fixed_distances();
    for (const unsigned distance : {1, 2, 3, 4}) {
        BitWriter out;
        out.fixed().symbol(literals, 'x').symbol(literals, 'x').symbol(literals, 257);
        out.symbol(distances, distance - 1).symbol(literals, end_of_block);
        EXPECT_EQ(inflated_block(out, Bytes(5, 'x')).has_value(), distance <= 2) << distance;
    }
}

} // namespace
} // namespace cg::reading
