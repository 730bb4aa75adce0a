// SPDX-License-Identifier: GPL-2.0-or-later
#include "source/line_matching.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>

namespace cg {
namespace {

std::vector<std::uint32_t> match(std::string_view first, std::string_view second) {
    return match_lines(SourceLines(first), SourceLines(second));
}

using Lines = std::vector<std::uint32_t>;

TEST(LineMatching, MatchesEqualTexts) {
    EXPECT_EQ(match("a\nb\n", "a\nb\n"), (Lines{0, 1, 2}));
    EXPECT_EQ(match("", ""), (Lines{0}));
}

TEST(LineMatching, FindsWhatWasAddedAndRemoved) {
    EXPECT_EQ(match("a\nb\nc\n", "a\nx\nb\nc\n"), (Lines{0, 1, 0, 2, 3}));
    EXPECT_EQ(match("a\nb\nc\n", "a\nc\n"), (Lines{0, 1, 3}));
    EXPECT_EQ(match("a\nb\nc\n", "x\nb\ny\n"), (Lines{0, 0, 2, 0}));
    EXPECT_EQ(match("a\n", ""), (Lines{0}));
    EXPECT_EQ(match("", "a\n"), (Lines{0, 0}));
    EXPECT_EQ(match("a\nb\n", "b\na\nb\n"), (Lines{0, 0, 1, 2}));
}

TEST(LineMatching, PassesOverHowLinesEnd) {
    EXPECT_EQ(match("a\r\nb\r\n", "a\nb"), (Lines{0, 1, 2}));
}

// The length of a longest common subsequence, the slow and certain way.
std::size_t common_length(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j)
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1
                                              : std::max(best[i - 1][j], best[i][j - 1]);
    return best[a.size()][b.size()];
}

TEST(LineMatching, IsALongestCommonSubsequence) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string letters[2], text[2];
        for (int i = 0; i < 2; ++i)
            for (auto left = random() % 30; left > 0; --left) {
                letters[i] += static_cast<char>('a' + random() % 4);
                text[i] += std::string(1, letters[i].back()) + '\n';
            }
        const Lines lines = match(text[0], text[1]);
        ASSERT_EQ(lines.size(), letters[1].size() + 1);
        std::size_t matched = 0;
        std::uint32_t last = 0;
        for (std::size_t i = 1; i < lines.size(); ++i) {
            if (lines[i] == 0)
                continue;
            ++matched;
            ASSERT_GT(lines[i], last);
            last = lines[i];
            ASSERT_EQ(letters[0][lines[i] - 1], letters[1][i - 1]);
        }
        ASSERT_EQ(matched, common_length(letters[0], letters[1]))
            << letters[0] << ' ' << letters[1];
    }
}

TEST(LineMatching, MatchesTextsThatHaveLittleInCommonByUniqueLines) {
    std::string first, second;
    for (int i = 0; i < 20000; ++i) {
        first += i % 10 == 0 ? "same " + std::to_string(i) : "first " + std::to_string(i);
        second += i % 10 == 0 ? "same " + std::to_string(i) : "second " + std::to_string(i);
        first += '\n';
        second += '\n';
    }
    const Lines lines = match(first, second);
    for (std::size_t i = 1; i <= 20000; ++i)
        ASSERT_EQ(lines[i], (i - 1) % 10 == 0 ? i : 0) << i;
}

TEST(LineMatching, PassesOverIndentation) {
    EXPECT_EQ(match("a\nb c\n\n", "\ta \n    b c\nbc\n   \n"), (Lines{0, 1, 2, 0, 3}));
}

TEST(LineMatching, FindsLinesThatMoved) {
    const auto moved = [](std::string_view first, std::string_view second) {
        return lines_in_second(SourceLines(first), SourceLines(second));
    };
    // With a bracket, which is matched as the neighbour of a line with a word.
    EXPECT_EQ(moved("f (\n)\ng {\n1\n2\n}\n", "g {\n1\n2\n}\n  f (\n  )\n"),
              (Lines{0, 5, 6, 1, 2, 3, 4}));
    // A line that either text has twice, and brackets alone, could be any other.
    EXPECT_EQ(moved("x\nx\nsame\n}\n", "{\nsame\nx\n"), (Lines{0, 0, 0, 2, 0}));
    EXPECT_EQ(moved("}\nsame\n", "same\n}\n"), (Lines{0, 0, 1}));
}

TEST(LineMatching, SaysWhereLinesOfTheFirstTextAreInTheSecond) {
    EXPECT_EQ(lines_in_second(SourceLines("a\nb\nc\n"), SourceLines("x\na\nc\n")),
              (Lines{0, 2, 0, 3}));
    EXPECT_EQ(lines_in_second(SourceLines("a\n"), SourceLines("")), (Lines{0, 0}));
}

std::vector<std::string> lines_of(std::string_view bytes) {
    const SourceLines source(bytes);
    std::vector<std::string> lines;
    for (std::size_t line = 1; line <= source.size(); ++line)
        lines.emplace_back(source[line]);
    return lines;
}

using Texts = std::vector<std::string>;

TEST(SourceLines, EndInLineFeed) {
    EXPECT_EQ(lines_of("a\n\nb\n"), (Texts{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\nb"), (Texts{"a", "b"}));
    EXPECT_EQ(lines_of("\n"), (Texts{""}));
    EXPECT_EQ(lines_of(""), (Texts{}));
}

TEST(SourceLines, EndInCarriageReturnLineFeed) {
    EXPECT_EQ(lines_of("a\r\n\r\nb\r\n"), (Texts{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\r\nb"), (Texts{"a", "b"}));
    EXPECT_EQ(lines_of("a\rb\r\r\n"), (Texts{"a\rb\r"}));
}

TEST(SourceLines, HoldAnyBytes) {
    const std::string bytes("a\0b\n\xff\t", 6);
    EXPECT_EQ(lines_of(bytes), (Texts{std::string("a\0b", 3), "\xff\t"}));
}

} // namespace

} // namespace cg
