// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/known_event.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

std::string name_of(std::string_view event) {
    const KnownEvent* const known = known_event(event);
    return known == nullptr ? "none" : known->name;
}

TEST(KnownEvent, IsFoundInOtherLetters) {
    EXPECT_EQ(name_of("DLmr"), "DLmr");
    EXPECT_EQ(name_of("dlmr"), "DLmr");
    EXPECT_EQ(name_of("Unused1"), "none");
    EXPECT_EQ(name_of(""), "none");
}

TEST(KnownEvent, OfAnotherCacheHasItsSize) {
    EXPECT_EQ(name_of("D1mr@16K"), "D1mr@");
    EXPECT_EQ(name_of("DLmw@4Mx16x64"), "DLmw@");
    EXPECT_EQ(name_of("D1mr@base"), "none");
    EXPECT_EQ(name_of("Bc@16K"), "none");
}

TEST(KnownEvent, CommandHasEachOptionOnce) {
    EXPECT_EQ(command_to_count({"Ir", "Cycles"}), "");
    EXPECT_EQ(command_to_count({"bcm"}), "valgrind --tool=cachegrind --branch-sim=yes");
    EXPECT_EQ(command_to_count({"AcCost1", "D1mr", "Bc"}),
              "valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes --cache-use=yes");
    EXPECT_EQ(command_to_count({"Ge"}), "valgrind --tool=cachegrind --calls=yes --collect-bus=yes");
}

} // namespace
} // namespace cg
