// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/escaping.hpp"

#include <climits>
#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string hostile = "a\n\x1B[2J\xC2\x9B\xFF\xC3\xA9";

TEST(EscapingContext, AMessageShowsWhichBytesTheyAre) {
    EXPECT_EQ(text_for(EscapingContext::message, hostile), "a\\n\\x1b[2J\\xc2\\x9b\\xff\xC3\xA9");
    EXPECT_EQ(in_quotes("a\n"), "'a\\n'");
}

TEST(EscapingContext, AMessageHasAHundredBytesOfAName) {
    EXPECT_EQ(text_for(EscapingContext::message, std::string(100, 'x')), std::string(100, 'x'));
    EXPECT_EQ(text_for(EscapingContext::message, std::string(101, 'x')),
              std::string(100, 'x') + "…");
    EXPECT_EQ(text_for(EscapingContext::message, std::string(99, 'x') + "\xC3\xA9"),
              std::string(99, 'x') + "…");
    EXPECT_EQ(text_for(EscapingContext::message, std::string(98, 'x') + "\xC3\xA9y"),
              std::string(98, 'x') + "\xC3\xA9…");
    EXPECT_EQ(in_quotes(std::string(5000000, 'x')).size(), 100 + std::string("''…").size());
}

TEST(EscapingContext, AMessageHasAWholePathIfItIsOne) {
    const std::string longest(PATH_MAX - 1, 'x');
    EXPECT_EQ(path_for_message(longest), longest);
    EXPECT_EQ(path_for_message(longest + "x"), std::string(100, 'x') + "…");
}

TEST(EscapingContext, APageHoldsNothingThatSteersATerminal) {
    EXPECT_EQ(text_for(EscapingContext::page, hostile), "a\uFFFD\uFFFD[2J\uFFFD\uFFFD\xC3\xA9");
}

TEST(EscapingContext, AProgramGetsUtf8) {
    EXPECT_EQ(text_for(EscapingContext::program, hostile), "a\n\x1B[2J\xC2\x9B\uFFFD\xC3\xA9");
}

TEST(EscapingContext, ALineIsOne) {
    EXPECT_EQ(text_for(EscapingContext::line, hostile), "a\\n\x1B[2J\xC2\x9B\xFF\xC3\xA9");
}

std::string written(void (*write)(Writer&, std::string_view), std::string_view bytes) {
    std::string text;
    Writer out([&](std::string_view piece) { text += piece; });
    write(out, bytes);
    out.flush();
    return text;
}

TEST(JsonText, EscapesWhatJsonWants) {
    EXPECT_EQ(written(write_json_string, "a\"b\\c\td\x01"), R"("a\"b\\c\td\u0001")");
}

TEST(JsonText, EscapesWhatWouldEndAScript) {
    EXPECT_EQ(written(write_json_string, "</script>&"), R"("\u003c/script\u003e\u0026")");
}

TEST(JsonText, LosesNoByte) {
    EXPECT_EQ(written(write_json_bytes, "caf\xC3\xA9"), "\"caf\xC3\xA9\"");
    EXPECT_EQ(written(write_json_bytes, "caf\xE9"),
              "{\"text\":\"caf\xEF\xBF\xBD\",\"hex\":\"636166e9\"}");
}

TEST(XmlText, EscapesMarkup) {
    EXPECT_EQ(xml_text("<a href=\"x\" id='y'>&amp;</a>"),
              "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;");
}

TEST(XmlText, ReplacesWhatXmlCannotHold) {
    const std::string bad = "\xEF\xBF\xBD";
    EXPECT_EQ(xml_text(std::string("a\0b\x1B\x7F\xFF", 6)), "a" + bad + "b" + bad + bad + bad);
    EXPECT_EQ(xml_text("\xEF\xBF\xBE|\xEF\xBF\xBF"), bad + "|" + bad);
}

} // namespace

} // namespace cg
