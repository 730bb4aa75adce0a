// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/names.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace cg {
namespace {

TEST(Names, GivesTheSameIdForTheSameBytes) {
    Names names;
    const NameId one = names.intern("one");
    EXPECT_EQ(names.intern("two"), NameId{1});
    EXPECT_EQ(names.intern("one"), one);
    EXPECT_EQ(names.size(), 2U);
    EXPECT_EQ(names[one], "one");
}

TEST(Names, TakesAnyBytes) {
    Names names;
    const std::string nul("a\0b", 3);
    const NameId with_nul = names.intern(nul);
    const NameId no_utf8 = names.intern("\xff\xfe");
    const NameId empty = names.intern("");
    EXPECT_EQ(names[with_nul], nul);
    EXPECT_EQ(names[no_utf8], "\xff\xfe");
    EXPECT_EQ(names[empty], "");
    EXPECT_NE(names.intern("a"), with_nul);
}

TEST(Names, FindsWithoutAdding) {
    Names names;
    EXPECT_FALSE(names.find("x"));
    const NameId x = names.intern("x");
    EXPECT_EQ(names.find("x"), x);
    EXPECT_FALSE(names.find("y"));
    EXPECT_EQ(names.size(), 1U);
}

TEST(Names, KeepsAllWhileItGrows) {
    Names names;
    for (std::uint32_t i = 0; i < 10000; ++i)
        ASSERT_EQ(names.intern(std::to_string(i)), NameId{i});
    for (std::uint32_t i = 0; i < 10000; ++i)
        ASSERT_EQ(names[NameId{i}], std::to_string(i));
    const Names copy = names;
    EXPECT_EQ(copy.find("9999"), NameId{9999});
}

TEST(BorrowedNames, AreOwnedWithTheSameIds) {
    Names own;
    {
        const std::string text = "one two one";
        const std::string_view view = text;
        BorrowedNames names;
        EXPECT_EQ(names.intern(view.substr(0, 3)), NameId{0});
        EXPECT_EQ(names.intern(view.substr(4, 3)), NameId{1});
        EXPECT_EQ(names.intern(view.substr(8, 3)), NameId{0});
        EXPECT_EQ(names[NameId{0}].data(), view.data()); // not copied
        own = std::move(names).to_owned();
    }
    EXPECT_EQ(own[NameId{1}], "two");
    EXPECT_EQ(own.find("one"), NameId{0});
    EXPECT_EQ(own.intern("three"), NameId{2});
}

std::vector<std::string> sorted_texts(const std::vector<std::string>& texts) {
    Names names;
    for (const std::string& text : texts)
        names.intern(text);
    std::vector<std::string> result;
    for (const NameId id : sorted(names))
        result.emplace_back(names[id]);
    return result;
}

TEST(SortedNames, AreInTheOrderOfTheirBytes) {
    std::mt19937 random(1);
    const std::string bytes("\0\1a\x7f\x80\xff",
                            6); // few, so that names have long beginnings alike
    std::vector<std::string> texts = {""};
    for (int i = 0; i < 5000; ++i) {
        std::string text(random() % 3 * 8, 'a');
        for (std::size_t length = random() % 20; length > 0; --length)
            text += bytes[random() % bytes.size()];
        texts.push_back(text);
    }
    std::vector<std::string> expected = texts;
    std::ranges::sort(expected);
    const auto repeated = std::ranges::unique(expected);
    expected.erase(repeated.begin(), repeated.end());
    EXPECT_EQ(sorted_texts(texts), expected);
}

TEST(SortedNames, MayBeLongAndNearlyEqual) {
    const std::string same(1 << 20, 'x');
    EXPECT_EQ(sorted_texts({same + "b", same + "c", same, same + "a", same + "d", "y", same + "e"}),
              (std::vector<std::string>{same, same + "a", same + "b", same + "c", same + "d",
                                        same + "e", "y"}));
    EXPECT_EQ(sorted_texts({}), std::vector<std::string>());
}

} // namespace

} // namespace cg
