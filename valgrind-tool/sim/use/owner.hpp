// SPDX-License-Identifier: GPL-2.0-or-later
// The code that loaded a line, and its charge when the line leaves.
#pragma once

#include "sim/index_mapping.hpp"

namespace cg::sim {

// The columns of one code's cache use, in the order of the events AcCost1 SpLoss1 AcCost2 SpLoss2.
// AcCost is 1000 / uses of each line that was loaded, SpLoss the bytes of it that were not used.
inline constexpr unsigned level_1_use = 0, last_level_use = 2, use_columns = 4;

// AcCost by uses. A line that left before its use was reported costs as if it was used once. (A
// table, because a division takes longer than the rest.)
struct AccessCosts {
    uint16_t of[1001] = {1000};

    constexpr AccessCosts() {
        for (unsigned uses = 1; uses <= 1000; ++uses)
            of[uses] = static_cast<uint16_t>(1000 / uses);
    }
};
inline constexpr AccessCosts access_costs;

// The code that loaded a line: the use_columns counts of its source line, and those of its node in
// the tree of calls.
struct Owner {
    using Count = unsigned long long; // of 64 bits; the type that Valgrind has for it

    Count* line = nullptr; // null: the cache began with the line
    Count* node = nullptr;

    [[gnu::always_inline]] void charge(unsigned columns, uint64_t uses,
                                       unsigned unused_bytes) const {
        const unsigned cost = uses > 1000 ? 0 : access_costs.of[uses];
        add(line + columns, cost, unused_bytes);
        add(node + columns, cost, unused_bytes);
    }

  private:
    [[gnu::always_inline]] static void add(Count* counts, unsigned cost, unsigned unused_bytes) {
        counts[0] += cost;
        counts[1] += unused_bytes;
    }
};

// Where functions are compiled for a shape, the lines of both levels have this size.
inline constexpr unsigned common_line_bytes = 1u << IndexMapping::common_line_shift;

} // namespace cg::sim
