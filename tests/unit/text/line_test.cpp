// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/line.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace cg {
namespace {

std::vector<std::string> lines_of(std::string_view text, bool end_in_cr_lf) {
    std::vector<std::string> lines;
    const char* at = text.data();
    while (at != text.data() + text.size())
        lines.emplace_back(take_line(at, text.data() + text.size(), end_in_cr_lf));
    return lines;
}

TEST(Line, EndsBeforeItsNewlineOrTheFile) {
    EXPECT_EQ(lines_of("a\n\nb", false), (std::vector<std::string>{"a", "", "b"}));
    EXPECT_EQ(lines_of("", false), std::vector<std::string>());
}

TEST(Line, KeepsACrUnlessLinesEndInOne) {
    EXPECT_EQ(lines_of("a\r\n\r\nb\r", true), (std::vector<std::string>{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\r\nb", false), (std::vector<std::string>{"a\r", "b"}));
}

TEST(Line, SkipsBlanksUpToTheEnd) {
    const std::string_view text = " \t\r1 ";
    EXPECT_EQ(skip_blanks(text.data(), text.data() + text.size()), text.data() + 3);
    EXPECT_EQ(skip_blanks(text.data(), text.data() + 2), text.data() + 2);
}

} // namespace
} // namespace cg
