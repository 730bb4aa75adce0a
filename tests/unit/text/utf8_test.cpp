// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/utf8.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Utf8, ReadsCharacters) {
    const std::string_view bytes = "a\u00e9\u20ac\U0001f600\xff\xc3";
    std::size_t at = 0;
    EXPECT_EQ(read_character(bytes, at), U'a');
    EXPECT_EQ(read_character(bytes, at), U'\u00e9');
    EXPECT_EQ(read_character(bytes, at), U'\u20ac');
    EXPECT_EQ(read_character(bytes, at), U'\U0001f600');
    EXPECT_EQ(at, 10);
    EXPECT_EQ(read_character(bytes, at), std::nullopt);
    EXPECT_EQ(read_character(bytes, at), std::nullopt); // incomplete
    EXPECT_EQ(at, bytes.size());
}

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

TEST(Utf8, ReplacesWhatBreaksOrTurnsALine) {
    for (const char* const control : {"\u2028", "\u2029", "\u202A", "\u202E", "\u2066", "\u2069"})
        EXPECT_EQ(to_utf8(control, Controls::replace), "\uFFFD");
    for (const char* const other : {"\u2027", "\u202F", "\u2065", "\u206A", "\u2010"})
        EXPECT_EQ(to_utf8(other, Controls::replace), other);
}

TEST(Utf8, EscapesWhatIsNotPrintable) {
    EXPECT_EQ(escape_unprintable("caf\xC3\xA9 \\ ~"), "caf\xC3\xA9 \\ ~");
    EXPECT_EQ(escape_unprintable("a\n\tb\x7F"), "a\\n\\x09b\\x7f");
    EXPECT_EQ(escape_unprintable("\xC2\x9B\xFF\xE2\x80\xAE"), "\\xc2\\x9b\\xff\\xe2\\x80\\xae");
}

TEST(Utf8, FindsABeginningAtTheEnd) {
    const std::string text = "a\xF0\x9F\x98\x80";
    for (const std::size_t length : std::vector<std::size_t>{1, 2, 3, 4, 5})
        EXPECT_EQ(unfinished_length(text.substr(0, length)), length == 5 ? 0 : length - 1);
    EXPECT_EQ(unfinished_length("\xE2\x82"), 2u);
    EXPECT_EQ(unfinished_length("\xC3"), 1u);
    for (const char* const none : {"", "a", "\x80", "\x80\x80\x80\x80",
                                   "\xFF"
                                   "a",
                                   "\xC3\xA9"})
        EXPECT_EQ(unfinished_length(none), 0u) << none;
}

// Good bytes are taken in pieces: a bad byte at each place of a longer name.
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
    EXPECT_EQ(fit("\xC3\xA9t\xC3\xA9s", 3, Cut::middle), "\xC3\xA9…s");
    EXPECT_EQ(fit("abcdef", 4, Cut::middle), "ab…f");
    EXPECT_EQ(fit("abc", 1, Cut::end), "…");
    EXPECT_EQ(fit("abc", 1, Cut::middle), "…");
    EXPECT_EQ(fit("abc", 0, Cut::end), "");
}

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
