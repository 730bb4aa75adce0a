// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/sorted_names.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace cg {
namespace {

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
