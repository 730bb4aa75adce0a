// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/json_text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

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

} // namespace
} // namespace cg
