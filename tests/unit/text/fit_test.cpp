// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/fit.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

std::string fit(std::size_t width, std::initializer_list<std::string_view> pieces) {
    std::string out;
    const Sink sink = fitted([&out](std::string_view bytes) { out += bytes; }, width);
    for (const std::string_view piece : pieces)
        sink(piece);
    return out;
}

TEST(Fit, CutsLines) {
    EXPECT_EQ(fit(3, {"abcd\nab\nabc\n"}), "ab…\nab\nabc\n");
    EXPECT_EQ(fit(3, {"ab", "cd", "\nx"}), "ab…\nx");
    EXPECT_EQ(fit(3, {"abc", "  \nab  d\n"}), "abc\nab…\n");
}

TEST(Fit, KnowsTabsAndCharacters) {
    EXPECT_EQ(fit(9, {"a\tb\n"}), "a\tb\n");
    EXPECT_EQ(fit(8, {"a\tb\n"}), "a…\n");
    EXPECT_EQ(fit(7, {"a\tb\n"}), "a…\n");
    EXPECT_EQ(fit(2, {"ä€\n"}), "ä€\n");
    EXPECT_EQ(fit(2, {"ä€ö\n"}), "ä…\n");
}

TEST(Fit, KeepsEscapeSequences) {
    EXPECT_EQ(fit(2, {"\x1b[1;31mabc\x1b[0md\n"}), "\x1b[1;31ma…\x1b[0m\n");
    EXPECT_EQ(fit(2, {"\x1b[1;31mab\x1b[0m\n"}), "\x1b[1;31mab\x1b[0m\n");
}

TEST(Fit, TakesTheBeginningOfAPath) {
    EXPECT_EQ(fit_path("src/lib/a.c", 0, 7), "…ib/a.c");
    EXPECT_EQ(fit_path("src/lib/a.c", 3, 14), "src/lib/a.c");
    EXPECT_EQ(fit_path("src/lib/a.c", 3, 0), "src/lib/a.c");
    EXPECT_EQ(fit_path("src/lib/a.c", 9, 3), "…");
}

} // namespace
} // namespace cg
