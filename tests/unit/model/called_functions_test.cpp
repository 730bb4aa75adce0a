// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

FunctionId add(CalledFunctions& functions, std::string_view object, std::string_view file,
               std::string_view name) {
    return functions.insert(functions.intern(object), functions.intern(file),
                            functions.intern(name));
}

void match(CalledFunctions& functions, FunctionId before, FunctionId after) {
    functions.match(std::vector{std::pair(before, after)});
}

TEST(BareName, IsWithoutAnAdditionOfTheTool) {
    const auto parts = [](std::string_view name) {
        const BareName bare = bare_name(name);
        return std::pair(std::string(bare.name), std::string(bare.symbol));
    };
    EXPECT_THAT(parts("f [_ZN1fC2Ev]"), Pair("f", "_ZN1fC2Ev"));
    EXPECT_THAT(parts("f [0x1139]"), Pair("f", ""));
    EXPECT_THAT(parts("operator new[](unsigned long) [_Znam]"),
                Pair("operator new[](unsigned long)", "_Znam"));
    for (const char* const name :
         {"f", "f [clone .cold]", "operator[]", "a::operator []", "f[abi:cxx11]", "f [7]", "f []",
          " [x]", "-[NSString length]", "f(int [3])", "f [x] (y)", "0x1139"})
        EXPECT_THAT(parts(name), Pair(name, "")) << name;
}

TEST(CalledFunctions, OfOneObjectAndNameAreOneUnlessARunHadBoth) {
    CalledFunctions functions;
    const FunctionId a = add(functions, "p", "a.c", "f"), b = add(functions, "p", "b.c", "f"),
                     g = add(functions, "p", "a.c", "g"), other = add(functions, "q", "a.c", "f");
    EXPECT_THAT(functions.representatives(), ElementsAre(a, a, g, other));
    EXPECT_THAT(functions.alike(), ElementsAre(Pair(a, b)));
    functions.set_apart(b);
    EXPECT_THAT(functions.representatives(), ElementsAre(a, b, g, other));
    EXPECT_THAT(functions.alike(), IsEmpty());
}

TEST(CalledFunctions, OfOneProfileAreTheirFilesUnlessItSaysSo) {
    CalledFunctions functions;
    const FunctionId a = add(functions, "p", "a.c", "f"), b = add(functions, "p", "b.c", "f"),
                     c = add(functions, "p", "a.c", "g"), d = add(functions, "p", "b.c", "g");
    functions.set_apart_by_name(std::vector{d});
    EXPECT_THAT(functions.representatives(), ElementsAre(a, b, c, c));
}

TEST(CalledFunctions, OfOtherCreatorsAreByFile) {
    CalledFunctions functions;
    add(functions, "p", "a.c", "f");
    add(functions, "p", "b.c", "f");
    functions.set_apart_by_file();
    EXPECT_THAT(functions.representatives(), ElementsAre(0, 1));
}

TEST(CalledFunctions, MatchedOnesAreTheSecond) {
    CalledFunctions functions;
    const FunctionId x = add(functions, "p", "x.c", "f [0x1]"),
                     y = add(functions, "p", "y.c", "f [0x2]"), z = add(functions, "p", "z.c", "f");
    match(functions, x, y);
    match(functions, x, y);
    match(functions, y, y);
    EXPECT_THAT(functions.matched(), ElementsAre(Pair(x, y)));
    EXPECT_THAT(functions.representatives(), ElementsAre(y, y, z));
    match(functions, y, z);
    match(functions, z, x); // a circle, as sums of differences may have
    const std::vector<FunctionId> all = functions.representatives();
    EXPECT_EQ(all[x], all[y]);
    EXPECT_EQ(all[y], all[z]);
}

TEST(CalledFunctions, KeepTheirMatchesWhenSorted) {
    CalledFunctions functions;
    const FunctionId x = add(functions, "p", "x.c", "z"), y = add(functions, "p", "y.c", "b"),
                     gone = add(functions, "p", "y.c", "a");
    match(functions, x, y);
    match(functions, gone, y);
    functions.set_apart(y);
    functions.sort_only({true, true, false});
    ASSERT_EQ(functions.size(), 2u);
    EXPECT_THAT(functions.matched(), ElementsAre(Pair(1, 0)));
    EXPECT_TRUE(functions[0].is_apart);
}

} // namespace
} // namespace cg
