// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace cg {
namespace {

TEST(Writer, WritesTextAndNumbers) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    out << "a " << 'b' << ' ' << std::numeric_limits<std::int64_t>::min() << ' ' << 7u;
    EXPECT_EQ(bytes, "");
    out.flush();
    EXPECT_EQ(bytes, "a b -9223372036854775808 7");
}

TEST(Writer, HandsOnLargePieces) {
    std::vector<std::size_t> pieces;
    Writer out([&](std::string_view piece) { pieces.push_back(piece.size()); });
    for (int i = 0; i < 1000; ++i)
        out << std::string(200, 'x');
    out.flush();
    out.flush();
    EXPECT_EQ(pieces, (std::vector<std::size_t>{65400, 65400, 65400, 3800}));
}

TEST(Writer, KeepsTheOrderAroundPiecesOfAnySize) {
    std::string expected, bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    for (const std::size_t size :
         std::vector<std::size_t>{1, 65535, 65536, 65537, 200000, 0, 65530}) {
        const std::string text(size, static_cast<char>('a' + size % 26));
        out << text << 'Z' << -12345678 << text;
        expected += text + "Z-12345678" + text;
    }
    out.flush();
    EXPECT_EQ(bytes, expected);
}

} // namespace
} // namespace cg
