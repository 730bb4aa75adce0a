// SPDX-License-Identifier: GPL-2.0-or-later
// What patterns match, seen through Pattern and Substitution. tests/cmd/expressions compares far
// more of them with Python.
#include "../thrown.hpp"
#include "error/error.hpp"
#include "rewrite/pattern.hpp"
#include "rewrite/substitution.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace cg {
namespace {

// Each match in angle brackets.
std::string marked(const std::string& pattern, std::string_view name) {
    return Substitution("s\1" + pattern + "\1<$&>\1g")(name);
}

std::string refusal(const std::string& pattern) {
    const std::string message = thrown_by<UsageError>([&] { Pattern{pattern}; });
    return message.substr(std::min(message.find("column"), message.size()));
}

TEST(Expression, TakesEscapedPunctuationAsCharacters) {
    EXPECT_EQ(marked("\\<.*\\>", "Foo<int>::bar"), "Foo<<int>>::bar");
    EXPECT_EQ(marked("\\'\\`", "a'`b"), "a<'`>b");
}

TEST(Expression, KnowsTheEndsOfANameOnly) {
    EXPECT_EQ(marked("b(?:$)+", "bb"), "b<b>");
    EXPECT_EQ(marked("^a", "a\ra"), "<a>\ra"); // Boost would have a second line
    EXPECT_EQ(marked("\\B", "ab ?"), "a<>b <>?<>");
}

TEST(Expression, HasQuantifiersWithoutAMinimum) {
    EXPECT_EQ(marked("a{,2}b", "aaab"), "a<aab>");
    EXPECT_EQ(marked("a{}", "a{}"), "<a{}>");
    EXPECT_EQ(marked("[^ ]{0,2}?:", "Foo:"), "F<oo:>"); // Boost by itself: Fo<o:>
}

TEST(Expression, HasReferences) {
    EXPECT_EQ(marked("(?P<n>a)b(?P=n)", "abab"), "<aba>b");
    EXPECT_EQ(marked("(?<n>a)b\\k<n>", "abab"), "<aba>b");
    EXPECT_EQ(marked("(a)?\\1b", "b"), "b"); // in Boost, what did not match is empty
    EXPECT_EQ(marked("(?i)(a)\\1", "aA"), "<aA>");
    EXPECT_EQ(marked("(a)?(?(1)b|c)", "abc"), "<ab><c>");
}

TEST(Expression, IgnoresCaseInRanges) {
    EXPECT_EQ(marked("(?i)[Z-a]", "zZaAb_"), "<z><Z><a><A>b<_>");
    EXPECT_EQ(marked("(?i)[à-é]", "É"), "<É>");
    EXPECT_EQ(marked("(?i)k", "K\u212a"), "<K><\u212a>");
}

TEST(Expression, MatchesUtf8ByCharacters) {
    EXPECT_EQ(marked(".", "aé"), "<a><é>");
    EXPECT_EQ(marked("\\w+", "λ::é"), "<λ>::<é>");
    EXPECT_EQ(marked("[éλ]", "è"), "è");
    EXPECT_EQ(marked("aé?b", "ab"), "<ab>"); // a name of ASCII only
    EXPECT_EQ(marked("(?<=é|a)b", "éb"), "é<b>");
}

TEST(Expression, MatchesOtherNamesByBytes) {
    EXPECT_EQ(marked(".", "é\xff"), "<\xc3><\xa9><\xff>");
    EXPECT_EQ(marked("é", "é\xff"), "<é>\xff");
    EXPECT_EQ(marked("é?\\xff", "é\xff"), "<é\xff>");
    EXPECT_EQ(marked("\\w+", "aé\xff"), "<a>é\xff");
    EXPECT_EQ(marked("[\\x80-\\xff]", "a\xff"), "a<\xff>");
    EXPECT_EQ(marked("[\xff]", "a\xff"), "a<\xff>");
    EXPECT_EQ(marked("\xc3", "é"), "<\xc3>\xa9"); // the expression is not UTF-8
}

TEST(Expression, NeedsCharactersForSomeLookBehinds) {
    const Pattern pattern("(?<=é|a)b"); // two bytes or one
    EXPECT_TRUE(pattern.is_in("éb"));
    EXPECT_TRUE(pattern.is_in("ab"));
    EXPECT_EQ(thrown_by<Error>([&] { pattern.is_in("b\xff"); }),
              "'(?<=é|a)b' has a look-behind that can't be used for the name 'b\\xff', which "
              "is not UTF-8");
}

TEST(Expression, TakesFromPerlWhatPythonDoesNotHave) {
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

TEST(Expression, TakesNulAsAnyCharacter) {
    const std::string_view name("a\0b", 3);
    EXPECT_EQ(marked("\\0", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[\\0-\\x1f]", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[^a]", std::string(name) + "é"), std::string("a<\0><b><é>", 11));
}

TEST(Expression, PointsAtWhatIsWrong) {
    EXPECT_EQ(refusal("a(b"), "column 2: the parenthesis is not closed");
    EXPECT_EQ(refusal("ab)"), "column 3: no parenthesis is open");
    EXPECT_EQ(refusal("é**"), "column 4: a repetition can't be repeated");
    EXPECT_EQ(refusal("a|*"), "column 3: there is nothing to repeat");
    EXPECT_EQ(refusal("^*"), "column 2: there is nothing to repeat");
    EXPECT_EQ(refusal("a{2,1}"), "column 2: more repetitions are asked for at least than at most");
    EXPECT_EQ(refusal("a{4294967295}"), "column 2: the number of repetitions is too large");
    EXPECT_EQ(refusal("[a"), "column 1: the set has no closing ']'");
    EXPECT_EQ(refusal("[b-a]"), "column 2: the range is not from a lower to a higher character");
    EXPECT_EQ(refusal("[\\d-z]"), "column 2: the range is not from a lower to a higher character");
    EXPECT_EQ(refusal("[\\q]"), "column 2: unknown escape \\q");
    EXPECT_EQ(refusal("\\q"), "column 1: unknown escape \\q");
    EXPECT_EQ(refusal("a\\"), "column 3: a backslash ends the pattern");
    EXPECT_EQ(refusal("\\x4"), "column 3: 2 hexadecimal digits were expected");
    EXPECT_EQ(refusal("\\x{}"), "column 4: hexadecimal digits and '}' were expected");
    EXPECT_EQ(refusal("\\U00110000"), "column 3: there is no such character");
    EXPECT_EQ(refusal("\\N{NO SUCH}"), "column 4: there is no character 'NO SUCH'");
    EXPECT_EQ(refusal("\\1"), "column 1: group 1 does not exist in the pattern");
    EXPECT_EQ(refusal("(?P=x)"), "column 1: the pattern has no group 'x' before here");
    EXPECT_EQ(refusal("(?P<1>a)"), "column 1: '1' can't be the name of a group");
    EXPECT_EQ(refusal("(?P<a>)(?P<a>)"), "column 8: there are two groups 'a'");
    EXPECT_EQ(refusal("(a)(?(1)b|c|d)"), "column 12: a condition has at most two branches");
    EXPECT_EQ(refusal("(?L)a"), "column 1: no group is known that begins in this way");
    EXPECT_EQ(refusal("(?"), "column 3: the pattern ends too early");
    EXPECT_EQ(refusal("(?#a"), "column 5: ')' is missing");
    EXPECT_EQ(refusal("(?<=a*)b"), "column 1: invalid lookbehind assertion encountered in the "
                                   "regular expression");
    EXPECT_EQ(refusal("(?R)"), "column 1: encountered an infinite recursion");
}

TEST(Expression, RefusesPatternsThatNestWithoutEnd) {
    EXPECT_THROW(Pattern(std::string(100000, '(') + std::string(100000, ')')), UsageError);
}

} // namespace
} // namespace cg
