// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/expansion.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

namespace cg {
namespace {

constexpr std::size_t giga = std::size_t{1} << 30;

class Expansion : public testing::Test {
  protected:
    ~Expansion() override { ::unsetenv(expansion_variable); }

    static void set(const char* limit) { ::setenv(expansion_variable, limit, 1); }
};

TEST_F(Expansion, IsAGigabyteUnlessTheVariableIsSet) {
    EXPECT_EQ(expansion_limit(), giga);
    set("");
    EXPECT_EQ(expansion_limit(), giga);
}

TEST_F(Expansion, HasASizeWithAUnit) {
    for (const auto& [text, size] :
         {std::pair("1000", std::size_t{1000}), std::pair("3K", std::size_t{3 << 10}),
          std::pair("512M", std::size_t{512 << 20}), std::pair("4G", 4 * giga),
          std::pair("2T", 2048 * giga), std::pair("99999999999T", static_cast<std::size_t>(-1))}) {
        set(text);
        EXPECT_EQ(expansion_limit(), size) << text;
    }
}

TEST_F(Expansion, RefusesWhatIsNoSize) {
    for (const char* const text : {"0", "G", "-1", "4g", "4GB", "1.5G", " 1", "x"}) {
        set(text);
        try {
            expansion_limit();
            ADD_FAILURE() << text;
        } catch (const UsageError& error) {
            EXPECT_EQ(error.what(),
                      std::string("CGTOOLS_MAX_EXPANSION takes a size like 512M or 4G, not '") +
                          text + "'");
        }
    }
}

TEST_F(Expansion, GrowsWithTheInput) {
    EXPECT_EQ(max_expanded_size(100), giga);
    EXPECT_EQ(max_expanded_size(giga), 64 * giga);
    EXPECT_EQ(max_expanded_size(static_cast<std::size_t>(-1)), static_cast<std::size_t>(-1));
}

TEST_F(Expansion, RefusesATableThatIsTooLarge) {
    set("8000");
    TableLimit("a", 1).check(10, 100);
    TableLimit("a", 1000).check(80, 100); // 64 times the input
    const auto message = [](std::size_t rows, std::size_t events) {
        return thrown_by<Error>([&] { TableLimit("a", 1).check(rows, events); });
    };
    EXPECT_EQ(message(11, 100), "a: 11 lines with counts of 100 events take 8800 bytes of memory; "
                                "CGTOOLS_MAX_EXPANSION=8800 allows that");
    EXPECT_EQ(message(1 << 20, 1 << 10),
              "a: 1048576 lines with counts of 1024 events take 8G bytes of memory; "
              "CGTOOLS_MAX_EXPANSION=8G allows that");
    EXPECT_EQ(message(std::size_t{1} << 40, std::size_t{1} << 40),
              "a: 1099511627776 lines with counts of 1099511627776 events take 16777216T bytes of "
              "memory; CGTOOLS_MAX_EXPANSION=16777216T allows that");
}

} // namespace
} // namespace cg
