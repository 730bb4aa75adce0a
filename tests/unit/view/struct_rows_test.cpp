// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/struct_rows.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

// char kind; (padding); double price; char a, b; short c; union { int low; char bytes[4]; };
const StructLayout order{"Order",
                         24,
                         "order.c:1",
                         {{0, 1, "kind", "char"},
                          {1, 7, padding_name, ""},
                          {8, 8, "price", "double"},
                          {16, 1, "a", "char"},
                          {17, 1, "b", "char"},
                          {18, 2, "c", "short"},
                          {20, 4, "low", "int"},
                          {20, 4, "bytes", "char[4]"}}};

std::string text_of(const std::vector<StructRow>& rows) {
    std::string text;
    for (const StructRow& row : rows)
        text += fmt::format("+{} {} {}{}{} [{}+{}] {} {} {}\n", row.offset, row.size, row.name,
                            row.type.empty() ? "" : ": ", row.type, row.first_word, row.words,
                            row.loaded, row.touched, row.missed);
    return text;
}

TEST(StructRows, HaveTheCostsOfTheirWords) {
    const std::vector<DataField> fields{{0, 0, 10, 1, 3}, {0, 8, 20, 2, 4}, {0, 12, 30, 5, 6}};
    EXPECT_EQ(text_of(struct_rows(fields, 4, 24, order)), "+0 1 kind: char [0+1] 10 1 3\n"
                                                          "+1 7 (padding) [1+1] 0 0 0\n"
                                                          "+8 8 price: double [2+2] 50 7 10\n"
                                                          "+18 2 c, a, b: short [4+1] 0 0 0\n"
                                                          "+20 4 low | bytes: int [5+1] 0 0 0\n");
}

TEST(StructRows, OfAStructThatRepeatsAreAdded) {
    const std::vector<DataField> fields{{0, 4, 1, 1, 1}, {0, 28, 10, 10, 10}, {0, 52, 100, 0, 0}};
    const std::string text = text_of(struct_rows(fields, 4, 72, order));
    EXPECT_EQ(text.substr(text.find("+1 "), 31), "+1 7 (padding) [1+1] 111 11 11\n");
}

TEST(StructRows, TellWhatIsAfterTheStruct) {
    const std::vector<DataField> fields{{0, 0, 1, 1, 1}, {0, 24, 10, 5, 2}, {0, 32, 20, 5, 2}};
    const std::string text = text_of(struct_rows(fields, 4, 40, order));
    EXPECT_EQ(text.substr(text.find("+24")), "+24 16 (after Order) [6+4] 30 10 4\n");
}

TEST(StructRows, FitAPeriodThatIsAMultipleOfTheSize) {
    EXPECT_TRUE(order.fits(24));
    EXPECT_TRUE(order.fits(48));
    EXPECT_FALSE(order.fits(40));
    EXPECT_FALSE(order.fits(8));
    EXPECT_FALSE(order.fits(0));
    EXPECT_FALSE(StructLayout{.name = "Empty"}.fits(8));
}

TEST(StructRows, OfAPartFitAPeriodThatIsNotSmaller) {
    StructLayout part = order;
    part.is_part = true;
    EXPECT_TRUE(part.fits(24));
    EXPECT_TRUE(part.fits(40));
    EXPECT_FALSE(part.fits(23));
}

TEST(StructRows, AreNotRepeatedByBytesThatOnlyFillAWord) {
    // Six bytes: the second struct begins within a word, which is the first one's by its first
    // byte.
    const StructLayout packed{"P", 6, "", {{0, 4, "i", "int"}, {4, 2, "s", "short"}}};
    const std::vector<DataField> fields{{0, 0, 1, 0, 0}, {0, 4, 10, 0, 0}, {0, 8, 100, 0, 0}};
    EXPECT_EQ(text_of(struct_rows(fields, 4, 12, packed)), "+0 4 i: int [0+1] 101 0 0\n"
                                                           "+4 2 s: short [1+1] 10 0 0\n");
}

} // namespace
} // namespace cg
