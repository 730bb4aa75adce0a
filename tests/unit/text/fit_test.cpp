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
    EXPECT_EQ(fit(3, {"abcd\nab\nabc\n"}), "abc\nab\nabc\n");
    EXPECT_EQ(fit(3, {"ab", "cd", "\nx"}), "abc\nx");
}

TEST(Fit, KnowsTabsAndCharacters) {
    EXPECT_EQ(fit(8, {"a\tb"}), "a\t");
    EXPECT_EQ(fit(7, {"a\tb"}), "a");
    EXPECT_EQ(fit(2, {"\xc3\xa4\xe2\x82\xac\xc3\xb6"}), "\xc3\xa4\xe2\x82\xac");
}

TEST(Fit, KeepsEscapeSequences) {
    EXPECT_EQ(fit(2, {"\x1b[1;31mabc\x1b[0md\n"}), "\x1b[1;31mab\x1b[0m\n");
}

} // namespace
} // namespace cg
