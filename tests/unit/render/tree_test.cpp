// SPDX-License-Identifier: GPL-2.0-or-later
// Renderers of a profile with a tree of calls.
#include "error/error.hpp"
#include "made_call_profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

Profile with_calls() {
    return profile_of_calls({"Ir"}, {{{"main"}, 1, {10}},
                                     {{"main", "f"}, 2, {30}},
                                     {{"main", "f", "g"}, 4, {40}},
                                     {{"main", "g"}, 1, {20}},
                                     {{"main", "f", "tiny"}, 1, {1}}});
}

render::Options of_calls(render::TreeOf what) {
    render::Options options;
    options.tree_of = what;
    options.min = 5;
    return options;
}

TEST(CallTreeText, FromTheTopDown) {
    EXPECT_EQ(rendered(render::tree, with_calls(), of_calls(render::TreeOf::calls)),
              "101   100.0%  total\n"
              "101   100.0%  └─ main (1x)\n"
              " 71    70.3%     ├─ f (2x)\n"
              " 40    39.6%     │  ├─ g (4x)\n"
              "                 │  └─ … 1 more\n"
              " 20    19.8%     └─ g (1x)\n");
}

TEST(CallTreeText, FromTheBottomUp) {
    EXPECT_EQ(rendered(render::tree, with_calls(), of_calls(render::TreeOf::callers)),
              "101   100.0%  total\n"
              " 60    59.4%  ├─ g (5x)\n"
              " 40    39.6%  │  ├─ f (4x)\n"
              " 40    39.6%  │  │  └─ main (4x)\n"
              " 20    19.8%  │  └─ main (1x)\n"
              " 30    29.7%  ├─ f (2x)\n"
              " 30    29.7%  │  └─ main (2x)\n"
              " 10     9.9%  ├─ main (1x)\n"
              "              └─ … 1 more\n");
}

TEST(CallTreeText, NeedsATree) {
    EXPECT_THROW(rendered(render::tree, make_profile({"Ir"}, {{"a", "f", 1, {1}}}),
                          of_calls(render::TreeOf::calls)),
                 Error);
}

TEST(CallTreeText, ADeepTreeIsWalkedWithoutRecursion) {
    const Profile profile = deep_profile(100000);
    render::Options options = of_calls(render::TreeOf::callers);
    options.min = 50;
    EXPECT_EQ(rendered(render::tree, profile, options).substr(0, 26),
              "100,000   100.0%  total\n10");
}

TEST(FoldedCalls, AreStacks) {
    EXPECT_EQ(rendered(render::folded, with_calls()), "main 10\n"
                                                      "main;f 30\n"
                                                      "main;f;g 40\n"
                                                      "main;f;tiny 1\n"
                                                      "main;g 20\n");
}

TEST(SpeedscopeCalls, AreStacks) {
    const std::string json = rendered(render::speedscope, with_calls());
    EXPECT_NE(json.find("\"samples\":[[5],\n[5,3],\n[5,3,4],\n[5,3,6],\n[5,4]]"), json.npos)
        << json;
    EXPECT_NE(json.find("\"weights\":[10,30,40,1,20]"), json.npos) << json;
    EXPECT_EQ(json.find("no call stacks"), json.npos);
}

} // namespace
} // namespace cg
