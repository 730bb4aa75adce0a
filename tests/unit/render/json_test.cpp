// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Json, HoldsTheWholeProfile) {
    Profile profile = make_profile({"Ir", "Dr"}, {{"a.c", "main", 1, {10, 5}},
                                                  {"a.c", "main", 2, {20, 0}},
                                                  {"a.c", "", 0, {1, -1}},
                                                  {"b\xE9.c", "<b>", 3, {5, 1}}});
    profile.header.desc = {"I1 cache: 1"};
    EXPECT_EQ(rendered(render::json, profile),
              "{\"format\":\"cgtools-profile\",\"version\":1,\n"
              "\"desc\":[\"I1 cache: 1\"],\n"
              "\"cmd\":\"./prog\",\n"
              "\"events\":[\"Ir\",\"Dr\"],\n"
              "\"totals\":[36,5],\n"
              "\"files\":[\n"
              " {\"name\":\"a.c\",\"totals\":[31,4],\"functions\":[\n"
              "  {\"name\":\"main\",\"totals\":[30,5],\"lines\":[[1,10,5],[2,20,0]]},\n"
              "  {\"name\":null,\"totals\":[1,-1],\"lines\":[[0,1,-1]]}]},\n"
              " {\"name\":{\"text\":\"b\xEF\xBF\xBD.c\",\"hex\":\"62e92e63\"},"
              "\"totals\":[5,1],\"functions\":[\n"
              "  {\"name\":\"\\u003cb\\u003e\",\"totals\":[5,1],\"lines\":[[3,5,1]]}]}]}\n");
}

TEST(Json, AnEmptyProfile) {
    EXPECT_EQ(rendered(render::json, make_profile({"Ir"}, {})),
              "{\"format\":\"cgtools-profile\",\"version\":1,\n"
              "\"desc\":[],\n\"cmd\":\"./prog\",\n\"events\":[\"Ir\"],\n\"totals\":[0],\n"
              "\"files\":[]}\n");
}

} // namespace
} // namespace cg
