// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/columns.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string two = "cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 1 10\n2 2 20\nsummary: 3 30\n";

TEST(Columns, AreProjected) {
    EXPECT_EQ(text(project(profile(two), EventSet({"Dr", "Dw"}))),
              "cmd: c\nevents: Dr Dw\nfl=a\nfn=f\n1 10 0\n2 20 0\nsummary: 30 0\n");
}

TEST(Columns, AreReordered) {
    EXPECT_EQ(text(reorder(profile(two), EventSet({"Dr", "Ir"}))),
              "cmd: c\nevents: Dr Ir\nfl=a\nfn=f\n1 10 1\n2 20 2\nsummary: 30 3\n");
    EXPECT_EQ(thrown_by<Error>([&] {
                  reorder(profile(two), EventSet({"Ir", "Dw"}));
              }),
              "the events differ: only the profile before has Dw, only this one has Dr");
}

TEST(Columns, BringTheirBases) {
    const EventSet given({"Ir", "Dr", "Dr@base", "Ir@base", "X@base"});
    EXPECT_EQ(with_bases({"Dr", "Ir"}, given),
              (std::vector<std::string>{"Dr", "Ir", "Dr@base", "Ir@base"}));
    EXPECT_EQ(with_bases({"Ir@base", "Ir", "X@base"}, given),
              (std::vector<std::string>{"Ir@base", "Ir", "X@base"}));
}

TEST(Columns, AreThoseOfBothOrOfEither) {
    const EventSet ab({"A", "B"}), cb({"C", "B"});
    EXPECT_EQ(common_events(ab, cb), EventSet({"B"}));
    EXPECT_EQ(united_events(ab, cb), EventSet({"A", "B", "C"}));
}

} // namespace
} // namespace cg
