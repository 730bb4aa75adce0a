// SPDX-License-Identifier: GPL-2.0-or-later
// Which events are counted in this run, and in which column.
#pragma once

namespace cg::vg {

// Columns of a cost centre. `conditional` and the three behind it follow the
// last of the others.
struct EventSet {
    static constexpr unsigned ir = 0;
    // with the cache
    static constexpr unsigned ir_miss_1 = 1, ir_miss_last = 2;
    static constexpr unsigned read = 3, read_miss_1 = 4, read_miss_last = 5;
    static constexpr unsigned write = 6, write_miss_1 = 7, write_miss_last = 8;
    static constexpr unsigned max_count = 13;

    bool cache = false;
    bool branch = false;
    unsigned conditional = 1; // column of Bc; Bcm, Bi, Bim follow
    unsigned count = 1;

    constexpr unsigned conditional_miss() const { return conditional + 1; }
    constexpr unsigned indirect() const { return conditional + 2; }
    constexpr unsigned indirect_miss() const { return conditional + 3; }

    static constexpr EventSet of(bool cache, bool branch) {
        const unsigned first = cache ? 9 : 1;
        return {cache, branch, first, branch ? first + 4 : first};
    }

    // As the `events:` line has it, with the space that all releases of
    // Valgrind's own tool write behind the cache events.
    const char* names() const {
        if (cache && branch)
            return "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim";
        if (cache)
            return "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw ";
        return branch ? "Ir Bc Bcm Bi Bim" : "Ir";
    }
};

// Set once, before the program starts.
inline constinit EventSet events;

} // namespace cg::vg
