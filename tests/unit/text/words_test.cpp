// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/words.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace cg {
namespace {

const std::vector<std::string> words{"sort", "show", "mod-filename", "mod-funcname", "Ir", "D1mr"};

TEST(Nearest, FindsAWordWithOneLetterMissingTooManyOrOther) {
    EXPECT_EQ(nearest("srt", words), "sort");
    EXPECT_EQ(nearest("sorrt", words), "sort");
    EXPECT_EQ(nearest("sork", words), "sort");
    EXPECT_EQ(nearest("L1mr", words), "D1mr");
}

TEST(Nearest, CountsNeighboursThatAreSwappedOnce) {
    EXPECT_EQ(nearest("srot", words), "sort");
    EXPECT_EQ(nearest("ohsw", words), std::nullopt) << "two errors of four letters";
}

TEST(Nearest, PrefersFewerErrorsAndThenTheFirst) {
    EXPECT_EQ(nearest("mod-funename", words), "mod-funcname");
    EXPECT_EQ(nearest("sut", std::vector<std::string>{"sat", "set"}), "sat");
}

TEST(Nearest, DoesNotGuessIfMoreThanAThirdIsWrong) {
    EXPECT_EQ(nearest("Dr", words), std::nullopt);
    EXPECT_EQ(nearest("", words), std::nullopt);
    EXPECT_EQ(nearest("filename", words), "mod-filename") << "four of twelve";
    EXPECT_EQ(nearest("name", words), std::nullopt);
}

TEST(Nearest, IgnoresCase) {
    EXPECT_EQ(nearest("SROT", words), "sort");
}

TEST(Nearest, TakesNoTimeForTextOfAnyLength) {
    const std::string longer(1 << 20, 's');
    EXPECT_EQ(nearest(longer, std::vector{longer}), std::nullopt);
}

TEST(DidYouMean, IsAnAdditionToAMessage) {
    EXPECT_EQ(did_you_mean("srot", words, "--"), " (did you mean --sort?)");
    EXPECT_EQ(did_you_mean("nothing", words, "--"), "");
}

TEST(ShortNames, FoldTemplateArguments) {
    const auto shorter = without_template_arguments;
    EXPECT_EQ(shorter("std::vector<int, std::allocator<int> >::push_back(int)"),
              "std::vector<…>::push_back(int)");
    EXPECT_EQ(shorter("bool operator< <int>(A<int>, B)"), "bool operator< <…>(A<…>, B)");
    EXPECT_EQ(shorter("operator<<"), "operator<<");
    EXPECT_EQ(shorter("f<&A::operator-> >"), "f<…>");
    EXPECT_EQ(shorter("a<b"), "a<b");
    EXPECT_EQ(shorter("a>b"), "a>b");
    EXPECT_EQ(shorter("fn(a) -> b<c>"), "fn(a) -> b<…>");
}

// They say which function it is: without them all of a program's clone() would be one.
TEST(ShortNames, KeepWhatIsNoArgument) {
    const auto shorter = without_template_arguments;
    EXPECT_EQ(shorter("<T as core::iter::Iterator>::next"), "<T as core::iter::Iterator>::next");
    EXPECT_EQ(shorter("<alloc::vec::Vec<T> as core::clone::Clone>::clone"),
              "<alloc::vec::Vec<…> as core::clone::Clone>::clone");
    EXPECT_EQ(shorter("<<a<x> as b>::c as d>::e::<u8>"), "<<a<…> as b>::c as d>::e::<…>");
    EXPECT_EQ(shorter("core::fmt::f(<A<b> as C>::d)"), "core::fmt::f(<A<…> as C>::d)");
    EXPECT_EQ(shorter("main()::<lambda(A<int>)>::operator()<int>(A<int>)"),
              "main()::<lambda(A<…>)>::operator()<…>(A<…>)");
    EXPECT_EQ(shorter("my_operator<int>"), "my_operator<…>");
}

TEST(ShortNames, TakeNamesOfAnyKind) {
    const auto shorter = without_template_arguments;
    for (const std::string name : {"", "<", ">", "<<<", ">>>x", "operator", "(<)>", "a<(b>", "->"})
        EXPECT_EQ(shorter(name), name);
    EXPECT_EQ(shorter("f<(1>2)>()"), "f<…>()");
    EXPECT_EQ(shorter("f<(a<b)>()"), "f<…>()");
    EXPECT_EQ(shorter("A<&A::operator->>::f()"), "A<…>::f()");
    const std::string long_name(1000000, '<'); // takes no time that grows with the square
    EXPECT_TRUE(shorter(long_name) == long_name);
}

} // namespace

} // namespace cg
