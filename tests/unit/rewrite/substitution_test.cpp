// SPDX-License-Identifier: GPL-2.0-or-later
// How s/old/new/flags is taken apart, and what is refused. tests/cmd/expressions has what patterns
// match and what takes their place.
#include "rewrite/substitution.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace cg {
namespace {

std::string rewrite(std::string_view expression, std::string_view name) {
    return Substitution(expression)(name);
}

std::string refusal(std::string_view expression) {
    return thrown_by<UsageError>([&] { Substitution{expression}; });
}

TEST(Substitution, TakesAnEmptyPattern) {
    EXPECT_EQ(rewrite("s//-/", "abc"), "-abc");
    EXPECT_EQ(rewrite("s///", "abc"), "abc");
}

TEST(Substitution, TakesAnyDelimiter) {
    EXPECT_EQ(rewrite("s,/a/,/b/,", "/a/c"), "/b/c");
    EXPECT_EQ(rewrite("s{/a{2}/}{/b/}", "/aa/c"), "/b/c");
    EXPECT_EQ(rewrite("s{a} {b}g", "aa"), "bb");
    EXPECT_EQ(rewrite("s(a(b))(\\1)", "ab"), "b");
    EXPECT_EQ(rewrite("s[a]<b>", "a"), "b");
    EXPECT_EQ(rewrite("s/a\\/b/c\\/d/", "a/b"), "c/d");
    EXPECT_EQ(rewrite("s|a\\|b|c|", "a|b"), "c");
    EXPECT_EQ(rewrite("s#.*/##", "x/y/z"), "z");
}

TEST(Substitution, SplitsAtTheLastTwoDelimiters) {
    EXPECT_EQ(rewrite("s/[^/]*$/X/", "d/a.c"), "d/X");
    EXPECT_EQ(rewrite("s/a/b/c/", "a/b"), "c");
    EXPECT_EQ(rewrite("s///x/", "a/b"), "axb");
    EXPECT_EQ(rewrite("s/a/b/g/", "a/b"), "g");
    EXPECT_EQ(rewrite("s/a/b\\/c/", "a"), "b/c");
}

TEST(Substitution, TakesAnyBytes) {
    EXPECT_EQ(rewrite("s/\xff/\xfe/", "a\xff"), "a\xfe");
    EXPECT_EQ(rewrite("s/b/x/", std::string_view("a\0b", 3)), std::string("a\0x", 3));
    EXPECT_EQ(rewrite("s/(.)\xff/$1\xfe/", "a\xff"), "a\xfe");
}

TEST(Substitution, PointsAtWhatIsWrong) {
    EXPECT_EQ(refusal(""), "'', column 1: an expression of the form s/old/new/ was expected");
    EXPECT_EQ(refusal("y/a/b/"),
              "'y/a/b/', column 1: an expression of the form s/old/new/ was expected");
    EXPECT_EQ(refusal("s"), "'s', column 2: a delimiter is missing");
    EXPECT_EQ(refusal("sxaxbx"), "'sxaxbx', column 2: 'x' can't be a delimiter");
    EXPECT_EQ(refusal("s/a"), "'s/a', column 4: the pattern has no closing '/'");
    EXPECT_EQ(refusal("s/a/b"), "'s/a/b', column 6: the replacement has no closing '/'");
    EXPECT_EQ(refusal("s{a}"), "'s{a}', column 5: a delimiter is missing");
    EXPECT_EQ(refusal("s{a}{b"), "'s{a}{b', column 7: the replacement has no closing '}'");
    EXPECT_EQ(refusal("s/a/b/gz"), "'s/a/b/gz', column 8: unknown flag 'z'; there are g, i and x");
    EXPECT_EQ(refusal("s/a[b/c/"), "'s/a[b/c/', column 4: the set has no closing ']'");
}

TEST(Substitution, PointsAtWhatIsWrongInTheReplacement) {
    EXPECT_EQ(refusal("s/a/[\\1]/"),
              "'s/a/[\\1]/', column 6: group 1 does not exist in the pattern");
    EXPECT_EQ(refusal("s/(a)/$12/"),
              "'s/(a)/$12/', column 7: group 12 does not exist in the pattern");
    EXPECT_EQ(refusal("s/(a)/${x}/"),
              "'s/(a)/${x}/', column 7: group 'x' does not exist in the pattern");
    EXPECT_EQ(refusal("s/(a)/${1/"), "'s/(a)/${1/', column 10: '}' is missing");
    EXPECT_EQ(refusal("s/(a)/\\g<1/"), "'s/(a)/\\g<1/', column 11: '>' is missing");
    EXPECT_EQ(refusal("s/a/\\q/"), "'s/a/\\q/', column 5: unknown escape \\q");
    EXPECT_EQ(refusal("s/a/\\777/"), "'s/a/\\777/', column 6: an octal number is at most 377");
}

std::string failure(std::string_view expression, std::string_view name) {
    return thrown_by<Error>([&] { rewrite(expression, name); });
}

TEST(Substitution, GivesUpOnEndlessBacktracking) {
    const std::string name = std::string(40, 'a') + "b";
    EXPECT_EQ(failure("s/(a+)+$//", name),
              "'s/(a+)+$//' takes too many steps on the name '" + name + "'");
}

TEST(Substitution, NeverMakesANewline) {
    EXPECT_EQ(failure("s/b/\\n/", "abc"), "'s/b/\\n/' puts a newline into the name 'abc'");
}

TEST(Substitutions, AreAppliedInOrder) {
    const std::vector<Substitution> both{Substitution("s/a/b/"), Substitution("s/b/c/")};
    EXPECT_EQ(substitute(both, "a"), "c");
    EXPECT_EQ(substitute({}, "a"), "a");
    EXPECT_EQ(name_map(both)("a"), "c");
    EXPECT_FALSE(name_map({}));
}

} // namespace
} // namespace cg
