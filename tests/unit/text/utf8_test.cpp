// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/utf8.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Utf8, KnowsWellFormedText) {
    EXPECT_TRUE(is_utf8(""));
    EXPECT_TRUE(is_utf8("plain"));
    EXPECT_TRUE(is_utf8("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"));
}

TEST(Utf8, KnowsWhatIsNot) {
    EXPECT_FALSE(is_utf8("\x80"));             // a tail alone
    EXPECT_FALSE(is_utf8("\xC3"));             // cut off
    EXPECT_FALSE(is_utf8("\xC0\xAF"));         // overlong
    EXPECT_FALSE(is_utf8("\xE0\x80\xAF"));     // overlong
    EXPECT_FALSE(is_utf8("\xED\xA0\x80"));     // a surrogate
    EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80")); // past U+10FFFF
    EXPECT_FALSE(is_utf8("\xFF"));
}

TEST(Utf8, ReplacesEachBadByte) {
    EXPECT_EQ(to_utf8("caf\xE9!"), "caf\xEF\xBF\xBD!");
    EXPECT_EQ(to_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(to_utf8("a\tb"), "a\tb");
}

TEST(Utf8, ReplacesWhatWouldSteerATerminal) {
    EXPECT_EQ(to_utf8("\x1B[31m", Controls::replace), "\xEF\xBF\xBD[31m");
    EXPECT_EQ(to_utf8("\xC2\x9B", Controls::replace), "\xEF\xBF\xBD"); // CSI in one code point
    EXPECT_EQ(to_utf8("\xC2\xA0", Controls::replace), "\xC2\xA0");
}

// What is good is taken in pieces: a bad byte at each place of a longer name.
TEST(Utf8, FindsWhatIsBadAtEachPlace) {
    for (std::size_t place = 0; place < 20; ++place) {
        std::string name(20, 'x'), expected = name;
        name[place] = '\xFF';
        expected.replace(place, 1, "\xEF\xBF\xBD");
        EXPECT_FALSE(is_utf8(name)) << place;
        EXPECT_EQ(to_utf8(name), expected) << place;
        for (const char control : {'\0', '\t', '\x1F', '\x7F'}) {
            name[place] = control;
            EXPECT_TRUE(is_utf8(name)) << place;
            EXPECT_EQ(to_utf8(name), name) << place;
            EXPECT_EQ(to_utf8(name, Controls::replace), expected) << place;
        }
    }
    EXPECT_EQ(to_utf8(" ~", Controls::replace), " ~");
}

TEST(Utf8, FitsIntoColumns) {
    EXPECT_EQ(width_of("caf\xC3\xA9"), 4u);
    EXPECT_EQ(fit("caf\xC3\xA9", 4, Cut::end), "caf\xC3\xA9");
    EXPECT_EQ(fit("caf\xC3\xA9s", 4, Cut::end), "caf…");
    EXPECT_EQ(fit("\xC3\xA9t\xC3\xA9s", 3, Cut::beginning), "…\xC3\xA9s");
    EXPECT_EQ(fit("abc", 1, Cut::end), "…");
    EXPECT_EQ(fit("abc", 0, Cut::end), "");
}

} // namespace
} // namespace cg
