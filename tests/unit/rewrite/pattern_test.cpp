// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "rewrite/substitution.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Pattern, IsFoundAnywhere) {
    const Pattern pattern("alloc$|^str");
    EXPECT_TRUE(pattern.is_in("malloc"));
    EXPECT_TRUE(pattern.is_in("strlen"));
    EXPECT_FALSE(pattern.is_in("allocate"));
    EXPECT_FALSE(pattern.is_in(""));
}

TEST(Pattern, TakesAnyBytes) {
    EXPECT_TRUE(Pattern("^\xff.$").is_in("\xff\xfe"));
    EXPECT_TRUE(Pattern("a.b").is_in(std::string_view("a\0b", 3)));
}

TEST(Pattern, PointsAtWhatIsWrong) {
    EXPECT_EQ(thrown_by<UsageError>([] { Pattern{"a[b"}; }),
              "'a[b', column 2: the set has no closing ']'");
}

TEST(Pattern, GivesUpOnEndlessBacktracking) {
    const std::string name = std::string(40, 'a') + "b";
    EXPECT_EQ(thrown_by<Error>([&] { Pattern("(a+)+$").is_in(name); }),
              "'(a+)+$' takes too many steps on the name '" + name + "'");
}

} // namespace

// Matches of patterns, seen through Pattern and Substitution. tests/cmd/expressions compares far
// more of them with Python.

namespace {

// Each match in angle brackets.
std::string marked(const std::string& pattern, std::string_view name) {
    return Substitution("s\1" + pattern + "\1<$&>\1g")(name);
}

std::string refusal(const std::string& pattern) {
    const std::string message = thrown_by<UsageError>([&] { Pattern{pattern}; });
    return message.substr(std::min(message.find("column"), message.size()));
}

TEST(PythonSyntax, TakesEscapedPunctuationAsCharacters) {
    EXPECT_EQ(marked("\\<.*\\>", "Foo<int>::bar"), "Foo<<int>>::bar");
    EXPECT_EQ(marked("\\'\\`", "a'`b"), "a<'`>b");
}

TEST(PythonSyntax, KnowsTheEndsOfANameOnly) {
    EXPECT_EQ(marked("b(?:$)+", "bb"), "b<b>");
    EXPECT_EQ(marked("^a", "a\ra"), "<a>\ra"); // Boost would have a second line
    EXPECT_EQ(marked("\\B", "ab ?"), "a<>b <>?<>");
}

TEST(PythonSyntax, HasQuantifiersWithoutAMinimum) {
    EXPECT_EQ(marked("a{,2}b", "aaab"), "a<aab>");
    EXPECT_EQ(marked("a{}", "a{}"), "<a{}>");
    EXPECT_EQ(marked("[^ ]{0,2}?:", "Foo:"), "F<oo:>"); // Boost by itself: Fo<o:>
}

TEST(PythonSyntax, HasReferences) {
    EXPECT_EQ(marked("(?P<n>a)b(?P=n)", "abab"), "<aba>b");
    EXPECT_EQ(marked("(?<n>a)b\\k<n>", "abab"), "<aba>b");
    EXPECT_EQ(marked("(a)?\\1b", "b"), "b"); // in Boost, a group that did not match is empty
    EXPECT_EQ(marked("(?i)(a)\\1", "aA"), "<aA>");
    EXPECT_EQ(marked("(a)?(?(1)b|c)", "abc"), "<ab><c>");
}

TEST(PythonSyntax, IgnoresCase) {
    EXPECT_EQ(marked("(?i)[a-c]", "bBd"), "<b><B>d");
    EXPECT_EQ(marked("(?i)[à-é]", "É"), "<É>");
    EXPECT_EQ(marked("(?i)k", "K\u212a"), "<K><\u212a>");
}

TEST(PythonSyntax, MatchesUtf8ByCharacters) {
    EXPECT_EQ(marked(".", "aé"), "<a><é>");
    EXPECT_EQ(marked("\\w+", "λ::é"), "<λ>::<é>");
    EXPECT_EQ(marked("[éλ]", "è"), "è");
    EXPECT_EQ(marked("aé?b", "ab"), "<ab>"); // a name of ASCII only
    EXPECT_EQ(marked("(?<=é|a)b", "éb"), "é<b>");
}

TEST(PythonSyntax, TakesABadByteOfAnotherNameAsACharacter) {
    EXPECT_EQ(marked(".", "é\xff"), "<é><\xff>");
    EXPECT_EQ(marked("é", "é\xff"), "<é>\xff");
    EXPECT_EQ(marked("\\w+", "aé\xff"), "<aé>\xff");
    EXPECT_EQ(marked("[^a]", "a\xff"), "a<\xff>");
    EXPECT_EQ(marked("[\xff]", "a\xff"), "a<\xff>"); // the expression has the byte itself
    EXPECT_EQ(marked("\xc3", "é"), "é");
    EXPECT_EQ(marked("\\xff", "\xffÿ"), "\xff<ÿ>"); // the character U+00FF
}

TEST(PythonSyntax, TakesFromPerlWhatPythonDoesNotHave) {
    EXPECT_EQ(marked("<(?:[^<>]|(?R))*>", "a<b<c>>d"), "a<<b<c>>>d");
    EXPECT_EQ(marked("<([^<>]|<(?1)*>)*>", "a<b<c>>d"), "a<<b<c>>>d");
    EXPECT_EQ(marked("\\Qa.b[\\E+", "a.b[["), "<a.b[[>");
    EXPECT_EQ(marked("a\\Kb", "ab"), "a<b>");
    EXPECT_EQ(marked("\\h", "a b"), "a< >b");
    EXPECT_EQ(marked("b\\z", "bb"), "b<b>");
    EXPECT_EQ(marked("(a)\\g{1}", "aa"), "<aa>");
    EXPECT_EQ(marked("[[:alpha:]_]+", "ab_é1"), "<ab_é>1");
    EXPECT_EQ(marked("[[:^alpha:]]", "a1"), "a<1>");
    EXPECT_EQ(marked("a(?i)b", "aB"), "<aB>");
    EXPECT_EQ(marked("\\x{41}\\e?", "A"), "<A>");
}

TEST(PythonSyntax, TakesNulAsAnyCharacter) {
    const std::string_view name("a\0b", 3);
    EXPECT_EQ(marked("\\0", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[\\0-\\x1f]", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[^a]", std::string(name) + "é"), std::string("a<\0><b><é>", 11));
}

TEST(PythonSyntax, PointsAtWhatIsWrong) {
    EXPECT_EQ(refusal("[a"), "column 1: the set has no closing ']'");
    EXPECT_EQ(refusal("[\\q]"), "column 2: unknown escape \\q");
    EXPECT_EQ(refusal("é\\q"), "column 3: unknown escape \\q");
    EXPECT_EQ(refusal("a\\"), "column 2: a backslash ends the pattern");
    EXPECT_EQ(refusal("\\x4"), "column 3: 2 hexadecimal digits were expected");
    EXPECT_EQ(refusal("\\777"), "column 2: an octal number is at most 377");
    EXPECT_EQ(refusal("\\U00110000"), "column 3: there is no such character");
    EXPECT_EQ(refusal("[\\W\\S]"), "column 4: a set can't hold two of \\D, \\H, \\S and \\W");
    EXPECT_EQ(refusal("(?P=x)"), "column 1: the pattern has no group 'x' before here");
    EXPECT_EQ(refusal("(?P<1>a)"), "column 1: '1' can't be the name of a group");
    EXPECT_EQ(refusal("(?P<a>)(?P<a>)"), "column 8: there are two groups 'a'");
}

// In Boost's words, which releases may change: only the column is asserted.
TEST(PythonSyntax, PointsAtWhatBoostRefuses) {
    for (const auto& [pattern, column] :
         std::vector<std::pair<std::string, std::string>>{{"a(b", "column 4: "},
                                                          {"ab)", "column 3: "},
                                                          {"é**", "column 5: "},
                                                          {"a{2,1}", "column 5: "},
                                                          {"(?L)a", "column 1: "},
                                                          {"(?<=a*)b", "column 1: "},
                                                          {"(?R)", "column 1: "}})
        EXPECT_EQ(refusal(pattern).substr(0, column.size()), column) << pattern;
    // Boost 1.92 points behind it.
    EXPECT_EQ(refusal("\\1").substr(0, 7), "column ");
}

TEST(PythonSyntax, RefusesPatternsThatNestWithoutEnd) {
    EXPECT_THROW(Pattern(std::string(100000, '(') + std::string(100000, ')')), UsageError);
}

} // namespace

} // namespace cg
