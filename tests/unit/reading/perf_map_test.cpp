// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/perf_map.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

// Returns "BEGIN LENGTH NAME", in decimal.
std::optional<std::string> text_of(std::string_view line) {
    NamedCode code;
    if (!read_perf_map_line(line.data(), line.data() + line.size(), code))
        return std::nullopt;
    return std::to_string(code.begin) + ' ' + std::to_string(code.length) + ' ' +
           std::string(code.name, code.name_length);
}

TEST(PerfMap, ALine) {
    EXPECT_EQ(text_of("1f4 20 main"), "500 32 main");
}

TEST(PerfMap, NumbersMayBeginWith0xAndHaveLargeDigits) {
    EXPECT_EQ(text_of("0x1F4 0XA0 f"), "500 160 f");
}

TEST(PerfMap, ANameMayHaveAnyBytes) {
    EXPECT_EQ(text_of("1 2 JS:*f a.js:1\t\xff "), "1 2 JS:*f a.js:1\t\xff ");
}

TEST(PerfMap, ANameEndsBeforeAZeroByte) {
    EXPECT_EQ(text_of(std::string_view("1 2 ab\0c", 8)), "1 2 ab");
    EXPECT_EQ(text_of(std::string_view("1 2 \0c", 6)), std::nullopt);
}

TEST(PerfMap, TheLastByteOfMemory) {
    EXPECT_EQ(text_of("ffffffffffffffff 1 f"), "18446744073709551615 1 f");
    EXPECT_EQ(text_of("1 ffffffffffffffff f"), "1 18446744073709551615 f");
    EXPECT_EQ(text_of("ffffffffffffffff 2 f"), std::nullopt);
    EXPECT_EQ(text_of("2 ffffffffffffffff f"), std::nullopt);
}

TEST(PerfMap, LinesThatNameNoCode) {
    for (const char* const line :
         {"", " ", "1", "1 ", "1 2", "1 2 ", "1 0 f", " 1 2 f", "g 2 f", "1 g f", "0x 2 f", "1  f",
          "10000000000000000 1 f", "1 10000000000000000 f", "-1 2 f"}) {
        EXPECT_EQ(text_of(line), std::nullopt) << line;
    }
}

} // namespace
} // namespace cg::reading
