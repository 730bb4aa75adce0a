// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/destination.hpp"

#include <climits>
#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string hostile = "a\n\x1B[2J\xC2\x9B\xFF\xC3\xA9";

TEST(Destination, AMessageShowsWhichBytesTheyAre) {
    EXPECT_EQ(text_for(Destination::message, hostile), "a\\n\\x1b[2J\\xc2\\x9b\\xff\xC3\xA9");
    EXPECT_EQ(in_quotes("a\n"), "'a\\n'");
}

TEST(Destination, AMessageHasAHundredBytesOfAName) {
    EXPECT_EQ(text_for(Destination::message, std::string(100, 'x')), std::string(100, 'x'));
    EXPECT_EQ(text_for(Destination::message, std::string(101, 'x')), std::string(100, 'x') + "…");
    EXPECT_EQ(text_for(Destination::message, std::string(99, 'x') + "\xC3\xA9"),
              std::string(99, 'x') + "…");
    EXPECT_EQ(text_for(Destination::message, std::string(98, 'x') + "\xC3\xA9y"),
              std::string(98, 'x') + "\xC3\xA9…");
    EXPECT_EQ(in_quotes(std::string(5000000, 'x')).size(), 100 + std::string("''…").size());
}

TEST(Destination, AMessageHasAWholePathIfItIsOne) {
    const std::string longest(PATH_MAX - 1, 'x');
    EXPECT_EQ(path_for_message(longest), longest);
    EXPECT_EQ(path_for_message(longest + "x"), std::string(100, 'x') + "…");
}

TEST(Destination, APageHoldsNothingThatSteersATerminal) {
    EXPECT_EQ(text_for(Destination::page, hostile), "a\uFFFD\uFFFD[2J\uFFFD\uFFFD\xC3\xA9");
}

TEST(Destination, AProgramGetsUtf8) {
    EXPECT_EQ(text_for(Destination::program, hostile), "a\n\x1B[2J\xC2\x9B\uFFFD\xC3\xA9");
}

TEST(Destination, ALineIsOne) {
    EXPECT_EQ(text_for(Destination::line, hostile), "a\\n\x1B[2J\xC2\x9B\xFF\xC3\xA9");
}

} // namespace
} // namespace cg
