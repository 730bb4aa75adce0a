// SPDX-License-Identifier: GPL-2.0-or-later
#include "source/source_lines.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

std::vector<std::string> lines_of(std::string_view bytes) {
    const SourceLines source(bytes);
    std::vector<std::string> lines;
    for (std::size_t line = 1; line <= source.size(); ++line)
        lines.emplace_back(source[line]);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(SourceLines, EndInLineFeed) {
    EXPECT_EQ(lines_of("a\n\nb\n"), (Lines{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\nb"), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of("\n"), (Lines{""}));
    EXPECT_EQ(lines_of(""), (Lines{}));
}

TEST(SourceLines, EndInCarriageReturnLineFeed) {
    EXPECT_EQ(lines_of("a\r\n\r\nb\r\n"), (Lines{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\r\nb"), (Lines{"a", "b"}));
    EXPECT_EQ(lines_of("a\rb\r\r\n"), (Lines{"a\rb\r"}));
}

TEST(SourceLines, HoldAnyBytes) {
    const std::string bytes("a\0b\n\xff\t", 6);
    EXPECT_EQ(lines_of(bytes), (Lines{std::string("a\0b", 3), "\xff\t"}));
}

} // namespace
} // namespace cg
