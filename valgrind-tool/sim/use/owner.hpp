// SPDX-License-Identifier: GPL-2.0-or-later
// Who loaded a line, and what it costs that it was used so often, and so many of its bytes.
#pragma once

#include "sim/address_split.hpp"

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
// the tree of calls, if there is one.
struct Owner {
    using Count = unsigned long long; // of 64 bits; the type that Valgrind has for it
    static constexpr bool may_have_node = true;

    Count* line = nullptr; // null: the cache began with the line
    Count* node = nullptr;

    template <typename AnyOwner>
    [[gnu::always_inline]] void set(AnyOwner owner) {
        line = owner.line;
        if constexpr (AnyOwner::may_have_node)
            node = owner.node;
    }

    // `may_have` is false if no owner has a node.
    template <bool may_have = true>
    [[gnu::always_inline]] void charge(unsigned columns, uint64_t uses,
                                       unsigned unused_bytes) const {
        const unsigned cost = uses > 1000 ? 0 : access_costs.of[uses];
        add(line + columns, cost, unused_bytes);
        if constexpr (may_have) {
            if (Count* const counts = node; counts != nullptr)
                add(counts + columns, cost, unused_bytes);
        }
    }

  private:
    [[gnu::always_inline]] static void add(Count* counts, unsigned cost, unsigned unused_bytes) {
        counts[0] += cost;
        counts[1] += unused_bytes;
    }
};

// An owner if calls are not counted, so that no owner has a node.
struct LineOwner {
    static constexpr bool may_have_node = false;

    Owner::Count* line = nullptr;

    operator Owner() const { return {line, nullptr}; }
};

// Where functions have `ways` as a parameter, it is that of AddressSplit, and if it is not 0, the
// lines of both levels have the common size.
inline constexpr unsigned common_line_bytes = 1u << AddressSplit::common_line_shift;

} // namespace cg::sim
