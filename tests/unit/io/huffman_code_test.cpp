// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/huffman_code.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cg {
namespace {

using testing::ElementsAre;

std::vector<Codeword> code_for(const std::vector<std::uint32_t>& counts, unsigned limit) {
    std::vector<Codeword> code(counts.size(), Codeword{99, 99});
    make_huffman_code(counts, limit, code);
    return code;
}

// "01", in the order in which the bits are sent; "" for a symbol that does not occur.
std::vector<std::string> drawn(const std::vector<Codeword>& code) {
    std::vector<std::string> words;
    for (const Codeword& word : code) {
        std::string bits;
        for (unsigned i = 0; i < word.length; ++i)
            bits += word.bits >> i & 1 ? '1' : '0';
        words.push_back(bits);
    }
    return words;
}

// What readers ask of a code: no word begins another, and none is missing.
void expect_complete(const std::vector<Codeword>& code, unsigned limit) {
    const auto words = drawn(code);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        ASSERT_LE(words[i].size(), limit);
        sum += words[i].empty() ? 0 : std::uint64_t{1} << (limit - words[i].size());
        for (std::size_t j = 0; j < words.size(); ++j)
            ASSERT_FALSE(i != j && !words[i].empty() && words[j].starts_with(words[i]));
    }
    EXPECT_EQ(sum, std::uint64_t{1} << limit);
}

TEST(HuffmanCode, GivesFrequentSymbolsShortWords) {
    // The example of RFC 1951, 3.2.2: lengths 2, 1, 3, 3.
    EXPECT_THAT(drawn(code_for({3, 8, 1, 1}, 15)), ElementsAre("10", "0", "110", "111"));
    EXPECT_THAT(drawn(code_for({5, 0, 5, 5, 0, 5}, 15)),
                ElementsAre("00", "", "01", "10", "", "11"));
}

TEST(HuffmanCode, TakesFewSymbols) {
    EXPECT_THAT(drawn(code_for({0, 0}, 15)), ElementsAre("", ""));
    EXPECT_THAT(drawn(code_for({0, 7}, 15)), ElementsAre("", "0"));
    EXPECT_THAT(drawn(code_for({1, 1000000}, 15)), ElementsAre("0", "1"));
}

// Fibonacci's numbers make the deepest tree there is.
TEST(HuffmanCode, KeepsToTheLimit) {
    std::vector<std::uint32_t> counts{1, 1};
    while (counts.size() < 40)
        counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
    for (const unsigned limit : {6U, 7U, 10U, 15U}) {
        const auto code = code_for(counts, limit);
        expect_complete(code, limit);
        EXPECT_LE(code.back().length, 2u) << limit;
    }
}

TEST(HuffmanCode, IsCompleteForCountsOfAnyKind) {
    std::uint32_t random = 1;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::uint32_t> counts(2 + round % 100);
        for (std::uint32_t& count : counts) {
            random = random * 1664525 + 1013904223;
            count = 1 + (random >> (4 + random % 28)); // of all sizes
        }
        expect_complete(code_for(counts, 7), 7);
        expect_complete(code_for(counts, 15), 15);
    }
}

} // namespace
} // namespace cg
