// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/short_names.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(ShortNames, FoldTemplateArguments) {
    const auto shorter = without_template_arguments;
    EXPECT_EQ(shorter("std::vector<int, std::allocator<int> >::push_back(int)"),
              "std::vector<…>::push_back(int)");
    EXPECT_EQ(shorter("<T as core::iter::Iterator>::next"), "<…>::next");
    EXPECT_EQ(shorter("bool operator< <int>(A<int>, B)"), "bool operator< <…>(A<…>, B)");
    EXPECT_EQ(shorter("operator<<"), "operator<<");
    EXPECT_EQ(shorter("f<&A::operator-> >"), "f<…>");
    EXPECT_EQ(shorter("a<b"), "a<b");
    EXPECT_EQ(shorter("a>b"), "a>b");
    EXPECT_EQ(shorter("fn(a) -> b<c>"), "fn(a) -> b<…>");
}

} // namespace
} // namespace cg
