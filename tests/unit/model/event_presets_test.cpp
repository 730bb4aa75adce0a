// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event_presets.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

std::optional<Count> size(const std::string& desc, std::string_view name) {
    return line_size({{"Invocation: x", desc}, "cmd", EventSet({"Ir"})}, name);
}

TEST(EventPresets, TakeSizesOfLinesFromTheDescription) {
    const std::string d1 = "D1 cache:         32768 B, 64 B, 8-way associative";
    EXPECT_EQ(size(d1, "D1.line"), 64);
    EXPECT_EQ(size("LL cache: 268435456 B, 128 B, direct-mapped", "LL.line"), 128);
    EXPECT_EQ(size(d1, "I1.line"), std::nullopt);
    EXPECT_EQ(size(d1, "D1"), std::nullopt);
    EXPECT_EQ(size(d1, "D1mr"), std::nullopt);
    EXPECT_EQ(size("L2 cache: 1 B, 64 B, 1-way", "L2.line"), std::nullopt);
    for (const char* odd :
         {"D1 cache:", "D1 cache: 32768 B, ", "D1 cache: 32768 B, 0 B, 8-way",
          "D1 cache: 32768 B, -64 B", "D1 cache: 32768 B, 64", "D1 cache: 1 B, x"})
        EXPECT_EQ(size(odd, "D1.line"), std::nullopt) << odd;
}

} // namespace
} // namespace cg
