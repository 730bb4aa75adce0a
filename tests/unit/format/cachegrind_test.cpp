// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/cachegrind.hpp"

#include "error/error.hpp"
#include "model/profile.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(ProfileText, RefusesToBreakALine) {
    const auto message = [](const Header& header) -> std::string {
        try {
            ProfileText().add_header(header);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message({{"a"}, "b", EventSet({"Ir"})}), "no error");
    EXPECT_EQ(message({{"a\nb"}, "c", EventSet({"Ir"})}),
              "no profile can hold 'a\\nb', which has a newline");
    EXPECT_EQ(message({{}, "c\n", EventSet({"Ir"})}),
              "no profile can hold 'c\\n', which has a newline");
}

} // namespace

} // namespace cg
