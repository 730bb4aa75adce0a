// SPDX-License-Identifier: GPL-2.0-or-later
#include "sim/geometry.hpp"

#include "hierarchy.hpp"

#include <cstring>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace cg::sim {

// For Google Test's messages.
static void PrintTo(GeometryFault fault, std::ostream* out) {
    *out << (fault == GeometryFault::none ? "no fault" : describe(fault));
}

namespace {

using enum GeometryFault;

struct Case {
    const char* text;
    GeometryFault fault;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << '"' << c.text << '"';
}

class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, SaysWhyAndLeavesTheOldValue) {
    const Geometry before{1024, 2, 32};
    Geometry g = before;
    EXPECT_EQ(parse(GetParam().text, g), GetParam().fault) << GetParam().text;
    EXPECT_EQ(g, before);
    EXPECT_GT(std::strlen(describe(GetParam().fault)), 0U);
}

INSTANTIATE_TEST_SUITE_P(Syntax, Refused,
                         testing::Values(Case{"", syntax}, Case{"32768", syntax},
                                         Case{"32768,8", syntax}, Case{"32768,8,", syntax},
                                         Case{"32768,,64", syntax}, Case{",8,64", syntax},
                                         Case{"32768,8,64,1", syntax}, Case{"32768,8,64 ", syntax},
                                         Case{" 32768,8,64", syntax}, Case{"32768, 8,64", syntax},
                                         Case{"32768,8,64x", syntax}, Case{"32768;8;64", syntax},
                                         Case{"0x8000,8,64", syntax}, Case{"-32768,8,64", syntax},
                                         Case{"+32768,8,64", syntax}, Case{"a,b,c", syntax}));

INSTANTIATE_TEST_SUITE_P(TooLarge, Refused,
                         testing::Values(Case{"2147483648,8,64", overflow},
                                         Case{"32768,4294967304,64", overflow},
                                         Case{"32768,8,4294967360", overflow},
                                         Case{"18446744073709584384,8,64", overflow},
                                         Case{"99999999999999999999999999999999,8,64", overflow}));

INSTANTIATE_TEST_SUITE_P(Zero, Refused,
                         testing::Values(Case{"32768,0,64", zero}, Case{"32768,8,0", zero},
                                         Case{"0,0,0", zero}));

// too_associative is shadowed: more ways than lines are no sets at all.
// Sets are counted first, as in Valgrind's tool: a line that is no power of two
// mostly shows as a wrong number of sets, and a cache that is too small as none.
INSTANTIATE_TEST_SUITE_P(Shape, Refused,
                         testing::Values(Case{"0,8,64", set_count}, Case{"96,1,64", set_count},
                                         Case{"32769,8,64", set_count},
                                         Case{"32768,3,64", set_count},
                                         Case{"32768,8,48", set_count}, Case{"256,8,64", set_count},
                                         Case{"64,2,64", set_count}, Case{"384,8,48", line_power},
                                         Case{"64,8,8", line_too_small},
                                         Case{"64,1,1", line_too_small},
                                         Case{"64,1,64", size_not_above_line}));

TEST(Geometry, TakesWhatTheReferenceTakes) {
    for (const char* text :
         {"32768,8,64", "65536,2,64", "262144,8,64", "1024,1,16", "512,1,32", "34603008,33,64",
          "128,2,64", "8192,2,4096", "2147483584,33554431,64", "08192,02,064"}) {
        Geometry g;
        EXPECT_EQ(parse(text, g), none) << text;
        EXPECT_EQ(validate(g), none) << text;
    }
}

TEST(Geometry, ReadsTheNumbersInOrder) {
    Geometry g;
    ASSERT_EQ(parse("34603008,33,64", g), none);
    EXPECT_EQ(g, (Geometry{34603008, 33, 64}));
    EXPECT_EQ(g.sets(), 16384U);
    EXPECT_EQ(g.line_shift(), 6U);
}

TEST(Geometry, ChecksInTheReferencesOrder) {
    EXPECT_EQ(validate({0, 0, 64}), zero);          // before set_count
    EXPECT_EQ(validate({32768, 3, 8}), set_count);  // before line_too_small
    EXPECT_EQ(validate({8, 1, 8}), line_too_small); // before size_not_above_line
}

TEST(Geometry, EachFaultHasItsOwnWords) {
    const GeometryFault all[] = {
        syntax,         overflow, zero, set_count, line_power, line_too_small, size_not_above_line,
        too_associative};
    for (const GeometryFault a : all) {
        for (const GeometryFault b : all) {
            if (a != b) {
                EXPECT_STRNE(describe(a), describe(b));
            }
        }
    }
}

struct Fit {
    Geometry reported, simulated;
};

void PrintTo(const Fit& fit, std::ostream* out) {
    PrintTo(fit.reported, out);
}

class CutLastLevel : public testing::TestWithParam<Fit> {};

TEST_P(CutLastLevel, HasAPowerOfTwoOfSets) {
    const auto& [reported, simulated] = GetParam();
    const Geometry g = fit_last_level(reported);
    EXPECT_EQ(g, simulated);
    EXPECT_EQ(validate(g), none);
    EXPECT_EQ(g.size, g.sets() * g.associativity * g.line_size);
}

INSTANTIATE_TEST_SUITE_P(Processors, CutLastLevel,
                         testing::Values(
                             // a power of two of sets stays
                             Fit{{8388608, 16, 64}, {8388608, 16, 64}},
                             // 24,576 sets: factor 1.5
                             Fit{{31457280, 20, 64}, {31457280, 30, 64}},
                             Fit{{34603008, 22, 64}, {34603008, 33, 64}},
                             // 491,520 sets, factor 1.875; seen on a server of 2024
                             Fit{{503316480, 16, 64}, {503316480, 30, 64}},
                             // 57,344 sets, 11 ways: 1.75 * 11 = 19.25, rounded down, so it shrinks
                             Fit{{40370176, 11, 64}, {39845888, 19, 64}},
                             // 1.5 * 11 = 16.5, rounded up, so it grows
                             Fit{{17301504, 11, 64}, {17825792, 17, 64}},
                             Fit{{192, 1, 64}, {256, 2, 64}}));

TEST(LastLevelFit, LeavesWhatHasNoSetsForTheCheck) {
    EXPECT_EQ(fit_last_level({64, 4, 64}), (Geometry{64, 4, 64}));
}

} // namespace
} // namespace cg::sim
