// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/sections.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

// Returns the place and text of what is left out.
std::string left_out(const std::string& bytes) {
    const SectionPositions found = find_sections(bytes);
    return found.other_version ? std::to_string(found.other_version->position - bytes.data()) +
                                     ": " + found.other_version->what()
                               : "";
}

TEST(Sections, BeginWithALine) {
    const std::string bytes = "#data 1\n#cell 1\n #data 1\n#addresses 1 x\n#data 1\r\n#data 1";
    const SectionPositions found = find_sections(bytes);
    ASSERT_EQ(found.data.size(), 3U);
    EXPECT_EQ(found.data[2], bytes.data() + bytes.size() - 7);
    ASSERT_EQ(found.addresses.size(), 1U);
    EXPECT_EQ(found.addresses[0], bytes.data() + 25);
    EXPECT_FALSE(found.other_version);
}

TEST(Sections, OfAnotherVersionAreLeftOut) {
    const std::string rest = "' is of another version of the format, and is left out";
    EXPECT_EQ(left_out("#data 1\n#data 3 word=4\n#tree 3\n"), "8: '#data 3" + rest);
    EXPECT_EQ(left_out("#addresses 10\r\n"), "0: '#addresses 10" + rest);
    EXPECT_EQ(left_out("#tree 2"), "0: '#tree 2" + rest);
    EXPECT_TRUE(find_sections("#data 3\n").data.empty());
}

TEST(Sections, AreNotOtherComments) {
    EXPECT_EQ(left_out("#tree 1 nodes 3\n# data 2\n#data\n#data 3x\n#data two\n#data-2\n"), "");
}

} // namespace
} // namespace cg
