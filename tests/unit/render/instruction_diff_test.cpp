// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_code.hpp"
#include "../made_profiles.hpp"
#include "../thrown.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using Branches = MadeDisassembler::Branches;

Profile profile_of(const std::vector<MadeRange>& made) {
    Profile profile = make_profile({"Ir"}, {{"a.c", "f", 1, {1000}}});
    profile.addresses = make_ranges(made);
    return profile;
}

// The rows between the rules, of all functions.
std::string difference(const Profile& first, const Profile& second, MadeDisassembler disassembler,
                       render::Options options = {}) {
    options.disassembler = &disassembler;
    options.width = 80;
    std::string text = rendered(
        render::instructions,
        {make_profile_view(first, "old", ""), make_profile_view(second, "new", "")}, options);
    std::string rule;
    for (std::size_t i = 0; i < options.width; ++i)
        rule += "─";
    for (std::size_t at = 0; (at = text.find(rule + "\n")) != text.npos;)
        text.replace(at, rule.size() + 1, "--\n");
    return text;
}

TEST(InstructionDiff, MatchesInstructionsThatMoved) {
    // The second begins at another address, jumps to another, and has a call more.
    const Profile first = profile_of({{"f", 1, 0x10, 3, {30}}});
    const Profile second = profile_of({{"f", 1, 0x20, 4, {48}}});
    EXPECT_EQ(difference(
                  first, second,
                  MadeDisassembler(Branches{{0x14, {0x10}}, {0x24, {0x99, true}}, {0x26, {0x20}}})),
              "f  /bin/prog\n"
              "before   after  change  Ir\n"
              "--\n"
              "                            a.c:1\n"
              "    10      12      +2    ╭>  20  op\n"
              "    10      12      +2    │   22  op\n"
              "            12     +12  + │   24  call   0x99\n"
              "    10      12      +2    ╰─  26  jump   0x20\n"
              "--\n"
              "    30      48     +18    total; 3 and 4 instructions ran: 0 removed, 1 added\n");
}

TEST(InstructionDiff, ShowsRemovedInstructionsBeforeAddedOnes) {
    const Profile first = profile_of({{"f", 1, 0x10, 2, {20}}});
    const Profile second = profile_of({{"f", 1, 0x10, 2, {20}}});
    // The instruction at 0x12 is a call in both, but of another function.
    Profile other = second;
    other.addresses = make_ranges({{"f", 1, 0x20, 2, {20}}});
    const std::string text =
        difference(first, other, MadeDisassembler(Branches{{0x12, {0x50}}, {0x22, {0x50, true}}}));
    EXPECT_NE(text.find("    10             -10  -   12  jump   0x50\n"
                        "            10     +10  +   22  call   0x50\n"),
              text.npos)
        << text;
}

TEST(InstructionDiff, HasFunctionsOfOneBuildOnly) {
    const Profile first = profile_of({{"gone", 1, 0x10, 1, {5}}, {"same", 2, 0x20, 1, {7}}});
    const Profile second = profile_of({{"same", 2, 0x30, 1, {7}}, {"come", 3, 0x40, 1, {9}}});
    const std::string text = difference(first, second, MadeDisassembler());
    EXPECT_LT(text.find("come  "), text.find("gone  "));
    EXPECT_LT(text.find("gone  "), text.find("same  "));
    EXPECT_NE(text.find("     9      +9    total; 0 and 1 instructions ran: 0 removed, 1 added"),
              text.npos)
        << text;
    EXPECT_NE(
        text.find("     7       7            total; 1 and 1 instructions ran: 0 removed, 0 added"),
        text.npos)
        << text;
}

TEST(InstructionDiff, PairsCopiesThatACompilerMade) {
    const Profile first = profile_of({{"f.constprop.0", 1, 0x10, 1, {5}}, {"g", 1, 0x20, 1, {1}}});
    const Profile second = profile_of({{"f.isra.0", 1, 0x10, 1, {9}},
                                       {"g.part.0", 1, 0x20, 1, {1}},
                                       {"g.cold", 1, 0x30, 1, {1}}});
    const std::string text = difference(first, second, MadeDisassembler());
    EXPECT_TRUE(text.starts_with("f.constprop.0 → f.isra.0  /bin/prog\n")) << text;
    EXPECT_NE(text.find("\ng  /bin/prog\n"), text.npos); // which of the two is it?
    EXPECT_NE(text.find("\ng.part.0  /bin/prog\n"), text.npos);
}

TEST(InstructionDiff, ComparesWithTheReference) {
    const Profile first = profile_of({{"f", 1, 0x10, 1, {5}}});
    const Profile second = profile_of({{"f", 1, 0x10, 1, {9}}});
    render::Options options;
    options.reference = 1;
    const std::string text = difference(first, second, MadeDisassembler(), options);
    EXPECT_NE(text.find("     9       5      -4      10  op\n"), text.npos) << text;
}

TEST(InstructionDiff, NeedsAFunction) {
    const Profile profile = profile_of({{"f", 1, 0x10, 1, {5}}});
    render::Options options;
    options.shows_function = [](std::string_view) { return false; };
    EXPECT_EQ(
        thrown_by<Error>([&] { difference(profile, profile, MadeDisassembler(), options); }),
        "old: has no function with costs by instruction that matches --function, nor has new");
}

} // namespace
} // namespace cg
