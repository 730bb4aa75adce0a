// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_code.hpp"
#include "../made_profiles.hpp"
#include "../thrown.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// The functions f, of two lines and with a loop, and g.
Profile profile_with_addresses() {
    Profile profile =
        make_profile({"Ir"}, {{"a.c", "f", 1, {10}}, {"a.c", "f", 2, {80}}, {"a.c", "g", 9, {10}}});
    profile.addresses =
        make_ranges({{"f", 1, 0x10, 1, {10}}, {"f", 2, 0x12, 2, {80}}, {"g", 9, 0x20, 2, {10}}});
    return profile;
}

std::string rendered_code(const Profile& profile, MadeDisassembler disassembler,
                          render::Options options = {}) {
    options.disassembler = &disassembler;
    options.width = options.width == 0 ? 45 : options.width;
    return rendered(render::instructions, profile, options);
}

TEST(Instructions, AreShownByFunctionTheHottestFirst) {
    EXPECT_EQ(rendered_code(profile_with_addresses(),
                            MadeDisassembler(MadeDisassembler::Branches{{0x14, {0x12}}})),
              "f  /bin/prog\n"
              " Ir       %\n"
              "─────────────────────────────────────────────\n"
              "               a.c:1\n"
              " 10   10.0%      10  op\n"
              "               a.c:2\n"
              " 40   40.0%  ╭>  12  op\n"
              " 40   40.0%  ╰─  14  jump   0x12\n"
              "─────────────────────────────────────────────\n"
              " 90   90.0%  total of the function\n"
              "\n"
              "g  /bin/prog\n"
              " Ir       %\n"
              "─────────────────────────────────────────────\n"
              "             a.c:9\n"
              "  5    5.0%    20  op\n"
              "  5    5.0%    22  op\n"
              "─────────────────────────────────────────────\n"
              " 10   10.0%  total of the function\n");
}

TEST(Instructions, WithoutABinaryAreAddresses) {
    render::Options options;
    options.top = 1;
    EXPECT_EQ(rendered_code(profile_with_addresses(), MadeDisassembler({}, false), options),
              "f  /bin/prog\n"
              " Ir       %\n"
              "─────────────────────────────────────────────\n"
              "             a.c:1\n"
              " 10   10.0%    10  1 instruction, 2 bytes\n"
              "             a.c:2\n"
              " 80   80.0%    12  2 instructions, 4 bytes\n"
              "─────────────────────────────────────────────\n"
              " 90   90.0%  total of the function\n");
}

TEST(Instructions, AreThoseOfTheFunctionsThatWereAskedFor) {
    render::Options options;
    options.shows_function = [](std::string_view name) { return name == "g"; };
    const std::string text = rendered_code(profile_with_addresses(), MadeDisassembler(), options);
    EXPECT_TRUE(text.starts_with("g  /bin/prog\n")) << text;
    EXPECT_EQ(text.find("f  /bin/prog"), text.npos);
    options.shows_function = [](std::string_view) { return false; };
    EXPECT_EQ(thrown_by<Error>(
                  [&] { rendered_code(profile_with_addresses(), MadeDisassembler(), options); }),
              "small.out: has no function with costs by instruction that matches --function");
}

TEST(Instructions, NeedCostsByAddress) {
    EXPECT_EQ(thrown_by<Error>([] { rendered_code(small_profile(), MadeDisassembler()); }),
              "small.out: has no costs by instruction (valgrind --tool=cachegrind --addresses=yes "
              "writes them)");
}

TEST(Instructions, OfLongNamesAreCutButNotTheirCounts) {
    const MadeDisassembler disassembler(MadeDisassembler::Branches{{0x14, {0x1234567890, true}}});
    Profile profile = profile_with_addresses();
    render::Options options;
    options.width = 30;
    options.top = 1;
    const std::string text = rendered_code(profile, disassembler, options);
    EXPECT_NE(text.find("\n 40   40.0%    14  call   0x1…\n"), text.npos) << text;
}

TEST(Instructions, HaveTheHeadsOfAllColumns) {
    Profile profile = make_profile({"Ir", "D1mr", "DLmr"}, {{"a.c", "f", 1, {10, 5, 1}}});
    profile.addresses = make_ranges({{"f", 1, 0x10, 1, {10, 5, 1}}}, 3);
    render::Options options;
    options.width = 80;
    const std::string text = rendered_code(profile, MadeDisassembler(), options);
    EXPECT_NE(text.find("\nIr       %  D1mr       %  DLmr       %\n"), text.npos) << text;
    EXPECT_NE(text.find("\n10  100.0%     5  100.0%     1  100.0%    10  op\n"), text.npos) << text;
    options.width = 70;
    EXPECT_NE(rendered_code(profile, MadeDisassembler(), options)
                  .find("\nnot shown: D1mr; --width or --show"),
              text.npos);
}

TEST(Instructions, OfADifferenceHaveSigns) {
    Profile profile = make_profile({"Ir", "Ir@base"}, {{"a.c", "f", 1, {-10, 1000}}});
    profile.addresses =
        make_ranges({{"f", 1, 0x10, 1, {2000, 500}}, {"f", 1, 0x12, 1, {-2010, 500}}}, 2);
    const std::string text = rendered_code(profile, MadeDisassembler());
    EXPECT_NE(text.find("\n+2,000  +200.0%    10  op\n-2,010  -201.0%    12  op\n"), text.npos)
        << text;
}

} // namespace
} // namespace cg
