// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/terminal.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// The same, however the bytes come.
std::string filtered(std::string_view bytes) {
    TerminalFilter at_once;
    std::string text = at_once.filter(bytes);
    text += at_once.finish();
    for (std::size_t size = 1; size < 5; ++size) {
        TerminalFilter in_pieces;
        std::string same;
        for (std::size_t i = 0; i < bytes.size(); i += size)
            same += in_pieces.filter(bytes.substr(i, size));
        same += in_pieces.finish();
        EXPECT_EQ(same, text) << size;
    }
    return text;
}

TEST(TerminalFilter, LetsTextPass) {
    const std::string text = "a\tb\ncaf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n";
    EXPECT_EQ(filtered(text), text);
    EXPECT_EQ(filtered(""), "");
}

TEST(TerminalFilter, LetsOurColoursPassAndNoOther) {
    for (const std::string_view colour : all_colours)
        EXPECT_EQ(filtered(std::string(colour) + "x"), std::string(colour) + "x");
    EXPECT_EQ(filtered("\x1B[8mx"), "\uFFFD[8mx");
    EXPECT_EQ(filtered("\x1B[31"), "\uFFFD[31");
    EXPECT_EQ(filtered("\x1B\x1B[0m\x1B"), "\uFFFD\x1B[0m\uFFFD");
    EXPECT_EQ(filtered("\x1B]0;title\a"), "\uFFFD]0;title\uFFFD");
}

TEST(TerminalFilter, ReplacesWhatIsNotText) {
    EXPECT_EQ(filtered("\xC2\x9B\xFF\xC3"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(filtered("\xE2\x82\x1B[0m"), "\uFFFD\uFFFD\x1B[0m");
    EXPECT_EQ(filtered("\f\b\x7F"), "\uFFFD\uFFFD\uFFFD");
}

TEST(TerminalFilter, TakesLinesThatEndInCrLf) {
    EXPECT_EQ(filtered("a\r\nb\rc\r"), "a\nb\uFFFDc\uFFFD");
}

} // namespace
} // namespace cg
