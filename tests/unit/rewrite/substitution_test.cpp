// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/substitution.hpp"

#include "error/error.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace cg {
namespace {

std::string rewrite(std::string_view expression, std::string_view name) {
    return Substitution(expression)(name);
}

std::string refusal(std::string_view expression) {
    try {
        Substitution substitution(expression);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Substitution, ReplacesTheFirstMatchOrAll) {
    EXPECT_EQ(rewrite("s/v[0-9]/vN/", "v1/v2"), "vN/v2");
    EXPECT_EQ(rewrite("s/v[0-9]/vN/g", "v1/v2"), "vN/vN");
    EXPECT_EQ(rewrite("s/x/y/g", "abc"), "abc");
    EXPECT_EQ(rewrite("s/b*/-/g", "abc"), "-a--c-");
}

TEST(Substitution, HasFlags) {
    EXPECT_EQ(rewrite("s/AB/x/i", "aBab"), "xab");
    EXPECT_EQ(rewrite("s/a b # both/x/xg", "abab"), "xx");
}

TEST(Substitution, PutsCapturesIn) {
    EXPECT_EQ(rewrite("s/(a)(b)/\\2\\1/", "xabx"), "xbax");
    EXPECT_EQ(rewrite("s/(a)(b)/$2$1/", "xabx"), "xbax");
    EXPECT_EQ(rewrite("s/(a)(b)/\\g<2>\\g<1>0/", "xabx"), "xba0x");
    EXPECT_EQ(rewrite("s/(a)/${1}0[$&]/", "a"), "a0[a]");
    EXPECT_EQ(rewrite("s/(a)/\\10/", "a"), "a0");
    EXPECT_EQ(rewrite("s/(a)(b)?/<$2>/", "a"), "<>");
    EXPECT_EQ(rewrite("s/(?<x>a)/[$+{x}]/", "a"), "[a]");
    EXPECT_EQ(rewrite("s/(a)/\\U$1\\Eb/", "a"), "Ab");
}

TEST(Substitution, HasWaysToWriteADollarAndABackslash) {
    EXPECT_EQ(rewrite("s/a/$$/", "a"), "$");
    EXPECT_EQ(rewrite("s/a/\\$1/", "a"), "$1");
    EXPECT_EQ(rewrite("s/a/$$1/", "a"), "$1");
    EXPECT_EQ(rewrite("s/a/\\\\/", "a"), "\\");
    EXPECT_EQ(rewrite("s/a/x$/", "a"), "x$");
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

TEST(Substitution, TakesAnyBytes) {
    EXPECT_EQ(rewrite("s/\xff/\xfe/", "a\xff"), "a\xfe");
    EXPECT_EQ(rewrite("s/b/x/", std::string_view("a\0b", 3)), std::string("a\0x", 3));
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
    EXPECT_EQ(refusal("s/a(b/c/"), "'s/a(b/c/', column 6: unmatched marking parenthesis ( or \\(");
    EXPECT_EQ(refusal("s/a/[\\1]/"),
              "'s/a/[\\1]/', column 6: group 1 does not exist in the pattern");
    EXPECT_EQ(refusal("s/(a)/$12/"),
              "'s/(a)/$12/', column 7: group 12 does not exist in the pattern");
    EXPECT_EQ(refusal("s/(a)/${x}/"), "'s/(a)/${x}/', column 7: 'x' is no number of a group");
    EXPECT_EQ(refusal("s/(a)/${1/"), "'s/(a)/${1/', column 7: ${ has no closing '}'");
}

TEST(Substitution, RefusesPatternsThatNestWithoutEnd) {
    const std::string deep = "s/" + std::string(100000, '(') + "//";
    EXPECT_THROW(Substitution{deep}, UsageError);
}

std::string failure(std::string_view expression, std::string_view name) {
    try {
        rewrite(expression, name);
    } catch (const Error& error) {
        return error.what();
    }
    return "done";
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
}

} // namespace
} // namespace cg
