// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers of any length, at any place of a text that ends with the memory, against the standard
// library's.
#include "format/count_lines.hpp"

#include "error/error.hpp"
#include "text/scan.hpp"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace cg {
namespace {

class Numbers {
  public:
    explicit Numbers(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t n) { return random_() % n; }
    // Returns a count of at most `max_digits` digits, sometimes with a sign or zeros before them.
    Count count(std::size_t max_digits) {
        Count number = 0;
        for (std::size_t digits = 1 + below(max_digits); digits > 0; --digits)
            number = number * 10 + static_cast<Count>(below(10));
        return below(20) == 0 ? -number : number;
    }
    std::string spelling(Count number) {
        const std::string plain = std::to_string(number);
        return number >= 0 && below(30) == 0 ? "00" + plain : plain;
    }

  private:
    std::mt19937 random_;
};

class CountLinesOf : public testing::TestWithParam<unsigned> {};

TEST_P(CountLinesOf, AnyForm) {
    Numbers random(GetParam());
    const std::size_t events = 1 + random.below(12);
    const std::size_t size = 1 + random.below(1500);
    const std::size_t max_digits = 1 + random.below(18);
    std::vector<Line> lines;
    std::vector<Count> counts;
    std::string bytes;
    for (std::size_t row = 0; row < size; ++row) {
        lines.push_back(static_cast<Line>(random.below(4'000'000'000)));
        bytes += std::to_string(lines.back());
        const std::size_t given = random.below(20) == 0 ? random.below(events) : events;
        for (std::size_t i = 0; i < events; ++i) {
            counts.push_back(i < given ? random.count(max_digits) : 0);
            if (i < given)
                bytes += (random.below(50) == 0 ? "\t " : " ") + random.spelling(counts.back());
        }
        bytes += random.below(50) == 0 ? " \n" : "\n";
    }
    // in memory of its own, so that a sanitizer sees each byte that is read past the end
    const std::vector<char> text(bytes.begin(), bytes.end() - (random.below(2) ? 1 : 0));
    const CountBlock found = skip_count_lines(text.data(), text.data() + text.size());
    ASSERT_EQ(found.line_count, size);
    ASSERT_EQ(found.end, text.data() + text.size());

    std::vector<Line> read_lines(size);
    std::vector<Count> read_counts(size * events);
    CountLineParser parser(events, found.end);
    parser.parse(found, read_lines.data(), read_counts.data());
    EXPECT_EQ(read_lines, lines);
    EXPECT_EQ(read_counts, counts);
    for (std::size_t i = 0; i < events; ++i) {
        WideCount total = 0;
        for (std::size_t row = 0; row < size; ++row)
            total += counts[row * events + i];
        EXPECT_TRUE(parser.totals()[i] == total);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CountLinesOf, testing::Range(0U, 100U));

TEST(CountLines, EndBeforeWhatIsNoDigit) {
    for (const std::string next : {"fn=f", "\n", "#", " 1", "-1"})
        for (const std::size_t rows : std::vector<std::size_t>{1, 3, 700, 5000}) {
            std::string text;
            for (std::size_t i = 0; i < rows; ++i)
                text += std::to_string(i * i) + " 1\n";
            const std::size_t size = text.size();
            text += next;
            text += "\n1 1\n";
            const CountBlock found = skip_count_lines(text.data(), text.data() + text.size());
            EXPECT_EQ(found.line_count, rows);
            EXPECT_EQ(found.end, text.data() + size);
        }
}

TEST(CountLines, FillNoMoreThanWasFound) {
    std::string text(4096, '\n'); // as if the file had changed since
    std::array<Line, 4> lines{};
    std::array<Count, 4> counts{};
    for (const char* const now :
         {"1 1\n2 2\n3 3\n4 4\n5 5\n", "1 1\n2 2\n", "1 11 1 11 1 1111\n"}) {
        text.replace(0, 20, now);
        CountLineParser parser(1, text.data() + text.size());
        EXPECT_THROW(parser.parse({text.data(), text.data() + 16, 3}, lines.data(), counts.data()),
                     ParseError);
        EXPECT_EQ(lines[3], 0u);
    }
}

TEST(Digits, AreWrittenAsTheLibraryWritesThem) {
    Numbers random(1);
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t number = i < 20'000
                                         ? static_cast<std::uint64_t>(i)
                                         : static_cast<std::uint64_t>(std::abs(random.count(8)));
        std::array<char, 8> bytes;
        const std::size_t length = digits::write(bytes.data(), number);
        ASSERT_EQ(std::string(bytes.data(), length), std::to_string(number));
    }
    std::array<char, 8> bytes;
    EXPECT_EQ(std::string(bytes.data(), digits::write(bytes.data(), digits::below - 1)),
              "99999999");
}

} // namespace
} // namespace cg
