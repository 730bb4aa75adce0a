// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"
#include "model/row_finder.hpp"

#include "../algebra/text.hpp"
#include "../made_ranges.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace cg {
namespace {

TEST(CodeRanges, KnowTheirRows) {
    const Profile p = profile(with_ranges(range_lines));
    const auto rows = rows_of(*p.addresses, p.costs, p.names);
    EXPECT_EQ(rows, (std::vector<std::optional<std::size_t>>{0, 1, 2}));
}

} // namespace
} // namespace cg
