// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/scan.hpp"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cg {
namespace {

std::vector<std::string> lines_of(std::string_view text, bool end_in_cr_lf) {
    std::vector<std::string> lines;
    const char* at = text.data();
    while (at != text.data() + text.size())
        lines.emplace_back(take_line(at, text.data() + text.size(), end_in_cr_lf));
    return lines;
}

TEST(Line, EndsBeforeItsNewlineOrTheFile) {
    EXPECT_EQ(lines_of("a\n\nb", false), (std::vector<std::string>{"a", "", "b"}));
    EXPECT_EQ(lines_of("", false), std::vector<std::string>());
}

TEST(Line, KeepsACrUnlessLinesEndInOne) {
    EXPECT_EQ(lines_of("a\r\n\r\nb\r", true), (std::vector<std::string>{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\r\nb", false), (std::vector<std::string>{"a\r", "b"}));
}

TEST(Line, SkipsBlanksUpToTheEnd) {
    const std::string_view text = " \t\r1 ";
    EXPECT_EQ(skip_blanks(text.data(), text.data() + text.size()), text.data() + 3);
    EXPECT_EQ(skip_blanks(text.data(), text.data() + 2), text.data() + 2);
}

// Bytes as a profile has them, and now and then any.
std::array<char, 64> some_bytes(std::mt19937& random) {
    constexpr char frequent[] = "0123456789 \n/:";
    std::array<char, 64> bytes;
    for (char& byte : bytes) {
        const auto number = random();
        byte = number % 8 == 0 ? static_cast<char>(number >> 8)
                               : frequent[(number >> 8) % (sizeof frequent - 1)];
    }
    return bytes;
}

std::uint64_t others_one_by_one(const std::array<char, 64>& bytes) {
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        others |= static_cast<std::uint64_t>(bytes[i] < '0' || bytes[i] > '9') << i;
    return others;
}

TEST(Digits, AreCountedUpToTheFirstOtherByte) {
    std::mt19937 random(2);
    for (int i = 0; i < 20'000; ++i) {
        const std::array<char, 64> bytes = some_bytes(random);
        const std::string_view eight(bytes.data(), 8);
        const std::size_t other = eight.find_first_not_of("0123456789");
        ASSERT_EQ(digits::count_at(eight.data()), other == eight.npos ? 8 : other);
    }
}

TEST(Digits, AreFoundAmong64Bytes) {
    std::mt19937 random(1);
    for (int i = 0; i < 10000; ++i) {
        const auto bytes = some_bytes(random);
        ASSERT_EQ(digits::others_among_64(bytes.data()), others_one_by_one(bytes));
        ASSERT_EQ(digits::others_among_64_portable(bytes.data()), others_one_by_one(bytes));
    }
}

TEST(Digits, AreTheSameReadAndWritten) {
    std::mt19937 random(2);
    for (std::uint64_t limit = 10; limit <= digits::below; limit *= 10) {
        for (int i = 0; i < 1000; ++i) {
            const std::uint64_t number = i == 0 ? limit - 1 : random() % limit;
            char written[8];
            const std::size_t length = digits::write(written, number);
            ASSERT_EQ(std::string(written, length), std::to_string(number));
            ASSERT_EQ(digits::number_at(written, length), number);
        }
    }
}

// The number that a processor of either kind loads from the bytes 1 to 8.
TEST(Digits, HaveTheFirstByteLowestOnAnyProcessor) {
    constexpr std::uint64_t expected = 0x0807060504030201;
    EXPECT_EQ(digits::first_lowest<std::endian::little>(0x0807060504030201), expected);
    EXPECT_EQ(digits::first_lowest<std::endian::big>(0x0102030405060708), expected);
    EXPECT_EQ(digits::load("\1\2\3\4\5\6\7\10"), expected);
}

} // namespace

} // namespace cg
