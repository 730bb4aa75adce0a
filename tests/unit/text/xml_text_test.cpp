// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/xml_text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

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
