// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/function_name.hpp"

#include "text/utf8.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cg {
namespace {

// Names and their last components, from the table that the test of the page reads too.
std::vector<std::pair<std::string, std::string>> table_of_names() {
    std::ifstream file("tests/names/functions");
    std::vector<std::pair<std::string, std::string>> names;
    for (std::string line; std::getline(file, line);)
        if (const std::size_t bar = line.rfind(" | "); !line.starts_with('#') && bar != line.npos)
            names.emplace_back(line.substr(0, bar), line.substr(bar + 3));
    return names;
}

// Whatever the width: the component, or its beginning if it alone does not fit.
TEST(FittedNames, HaveTheLastComponent) {
    const auto names = table_of_names();
    ASSERT_GT(names.size(), 70U);
    for (const auto& [name, component] : names)
        for (std::size_t columns = 1; columns <= name.size(); ++columns) {
            const std::string shown = fit_name(name, columns);
            EXPECT_LE(width_of(shown), columns) << name;
            if (columns >= component.size())
                EXPECT_NE(shown.find(component), shown.npos) << name << ": " << shown;
            else
                EXPECT_EQ(shown, component.substr(0, columns - 1) + "…") << name;
        }
}

TEST(FittedNames, LoseArgumentsFirstThenTheReturnTypeThenNamespaces) {
    const std::string name =
        "std::vector<std::pair<int, long> >::push_back(std::pair<int, long> const&)";
    EXPECT_EQ(fit_name(name, name.size()), name);
    EXPECT_EQ(fit_name(name, 60), "std::vector<std::pair<int, long> >::push_back(…)");
    EXPECT_EQ(fit_name(name, 30), "std::vector<…>::push_back(…)");
    EXPECT_EQ(fit_name(name, 25), "std::vector<…>::push_back");
    EXPECT_EQ(fit_name(name, 24), "…vector<…>::push_back");
    EXPECT_EQ(fit_name(name, 20), "…push_back");
    EXPECT_EQ(fit_name(name, 9), "push_back");
    EXPECT_EQ(fit_name(name, 8), "push_ba…");
    EXPECT_EQ(fit_name(name, 0), "");
    EXPECT_EQ(fit_name("bool operator==<char, long>(A<char> const&, char const*)", 20),
              "operator==<…>(…)");
    EXPECT_EQ(fit_name("void ns::make_everything[abi:cxx11](int, int)", 36),
              "void ns::make_everything(int, int)");
}

TEST(FittedNames, KeepTheTypeOfATrait) {
    const std::string name = "<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop";
    EXPECT_EQ(fit_name(name + "::h0123456789abcdef", name.size()), name);
    EXPECT_EQ(fit_name(name, 40), "alloc::vec::Vec<…>::drop");
    EXPECT_EQ(fit_name(name, 20), "…vec::Vec<…>::drop");
    EXPECT_EQ(fit_name(name, 15), "…Vec<…>::drop");
}

// The more cuts, the shorter: fit_name() searches for the fewest by halving.
TEST(FittedNames, GetShorterWithEachCut) {
    for (const auto& [name, component] : table_of_names()) {
        const NameCuts cuts = cuts_of(name);
        for (std::size_t count = 0; count < cuts.cuts.size(); ++count)
            EXPECT_GE(width_of(with_cuts(name, cuts, count)),
                      width_of(with_cuts(name, cuts, count + 1)))
                << name << ", " << count;
    }
}

TEST(FittedNames, FitWhateverTheBytesAre) {
    std::mt19937 random(54);
    const std::string_view pieces[] = {"<",        ">",
                                       "(",        ")",
                                       "[",        "]",
                                       "{",        "}",
                                       "::",       ".",
                                       " ",        "a",
                                       "operator", "->",
                                       " -> ",     " as ",
                                       "__",       "0",
                                       "'",        "@",
                                       "!",        "ö",
                                       " in ",     ":/",
                                       "caml",     "::h0123456789abcdef"};
    for (int i = 0; i < 20'000; ++i) {
        std::string name;
        for (std::size_t n = random() % 12; n > 0; --n)
            name += pieces[random() % std::size(pieces)];
        for (const std::size_t columns : std::vector<std::size_t>{1, 2, 5, 9, 20}) {
            const std::string shown = fit_name(name, columns);
            EXPECT_LE(width_of(shown), columns) << name;
            EXPECT_TRUE(is_utf8(shown)) << name << ": " << shown;
        }
    }
}

TEST(FittedNames, TakeNoTimeThatGrowsWithTheSquare) {
    for (const std::string piece : {"<", "a::", "f(ab)", "operator", "(", " in ", "[abi:x]"}) {
        std::string name;
        while (name.size() < 200'000)
            name += piece;
        EXPECT_LE(width_of(fit_name(name, 40)), 40U) << piece;
    }
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
