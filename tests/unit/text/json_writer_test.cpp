// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/json_writer.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace cg {
namespace {

template <typename Write>
std::string written(Write write) {
    std::string text;
    Writer out([&](std::string_view piece) { text += piece; });
    JsonWriter json(out);
    write(json);
    out.flush();
    return text;
}

TEST(JsonWriter, SeparatesMembersAndElements) {
    EXPECT_EQ(written([](JsonWriter& json) {
                  json.begin_object().key("a").number(-1).key("b").begin_array();
                  json.boolean(true).null().string("x").begin_array().end_array().raw("{}");
                  json.end_array().key("c").numbers(std::vector{1, 2}).end_object();
              }),
              R"({"a":-1,"b":[true,null,"x",[],{}],"c":[1,2]})");
}

TEST(JsonWriter, BeginsLinesAfterTheComma) {
    EXPECT_EQ(written([](JsonWriter& json) {
                  json.begin_array().new_line().number(1).new_line(2).number(2).end_array();
              }),
              "[\n1,\n  2]");
}

TEST(JsonWriter, BeginsNoRowBeforeTheFirstElement) {
    EXPECT_EQ(written([](JsonWriter& json) {
                  json.begin_array().new_row().number(1).new_row().number(2).end_array();
              }),
              "[1,\n2]");
}

TEST(JsonWriter, KeepsBytesThatAreNotText) {
    EXPECT_EQ(written([](JsonWriter& json) { json.begin_array().bytes("\xE9").end_array(); }),
              "[{\"text\":\"\xEF\xBF\xBD\",\"hex\":\"e9\"}]");
}

} // namespace
} // namespace cg
