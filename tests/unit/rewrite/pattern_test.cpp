// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes that are no UTF-8, and what is refused. tests/cmd/expressions has what patterns match.
#include "rewrite/pattern.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "rewrite/substitution.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace cg {
namespace {

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

// Each match in angle brackets.
std::string marked(const std::string& pattern, std::string_view name) {
    return Substitution("s\1" + pattern + "\1<$&>\1g")(name);
}

std::string refusal_of_pattern(const std::string& pattern) {
    const std::string message = thrown_by<UsageError>([&] { Pattern{pattern}; });
    return message.substr(std::min(message.find("column"), message.size()));
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

TEST(PythonSyntax, KnowsTheEndsOfANameOnly) {
    EXPECT_EQ(marked("^a", "a\ra"), "<a>\ra"); // Boost would have a second line
    EXPECT_EQ(marked("b\\z", "bb"), "b<b>");
}

TEST(PythonSyntax, TakesNulAsAnyCharacter) {
    const std::string_view name("a\0b", 3);
    EXPECT_EQ(marked("\\0", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[\\0-\\x1f]", name), std::string("a<\0>b", 5));
    EXPECT_EQ(marked("[^a]", std::string(name) + "é"), std::string("a<\0><b><é>", 11));
}

TEST(PythonSyntax, PointsAtWhatIsWrong) {
    EXPECT_EQ(refusal_of_pattern("[a"), "column 1: the set has no closing ']'");
    EXPECT_EQ(refusal_of_pattern("[\\q]"), "column 2: unknown escape \\q");
    EXPECT_EQ(refusal_of_pattern("é\\q"), "column 3: unknown escape \\q");
    EXPECT_EQ(refusal_of_pattern("a\\"), "column 2: a backslash ends the pattern");
    EXPECT_EQ(refusal_of_pattern("\\x4"), "column 3: 2 hexadecimal digits were expected");
    EXPECT_EQ(refusal_of_pattern("\\777"), "column 2: an octal number is at most 377");
    EXPECT_EQ(refusal_of_pattern("\\U00110000"), "column 3: there is no such character");
    EXPECT_EQ(refusal_of_pattern("[\\W\\S]"),
              "column 4: a set can't hold two of \\D, \\H, \\S and \\W");
    EXPECT_EQ(refusal_of_pattern("(?P=x)"), "column 1: the pattern has no group 'x' before here");
    EXPECT_EQ(refusal_of_pattern("(?P<1>a)"), "column 1: '1' can't be the name of a group");
    EXPECT_EQ(refusal_of_pattern("(?P<a>)(?P<a>)"), "column 8: there are two groups 'a'");
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
        EXPECT_EQ(refusal_of_pattern(pattern).substr(0, column.size()), column) << pattern;
    // Boost 1.92 points behind it.
    EXPECT_EQ(refusal_of_pattern("\\1").substr(0, 7), "column ");
}

TEST(PythonSyntax, RefusesPatternsThatNestWithoutEnd) {
    EXPECT_THROW(Pattern(std::string(100000, '(') + std::string(100000, ')')), UsageError);
}

} // namespace
} // namespace cg
