// SPDX-License-Identifier: GPL-2.0-or-later
// The resident lines of the level-1 data cache that are not in their slot.
#pragma once

#include "index_mapping.hpp"

namespace cg::sim {

class DisplacedLines {
  public:
    static constexpr uint32_t none = ~uint32_t{0};

    // `lines` has a Word for each way, which is 0.
    void init(Word* lines) { lines_ = lines; }

    // The line of the way is from now on beside the slot with this index.
    void add(uint32_t way, Word line, uint32_t index) {
        lines_[way] = line | 1;
        ++counts_[index];
    }
    // Removes the line of the way. Returns true if no line is beside the slot any more.
    [[gnu::always_inline]] bool remove(uint32_t way, uint32_t index) {
        lines_[way] = 0;
        return --counts_[index] == 0;
    }
    // Returns which of the ways from `first` on holds the line, or `none`. Without a branch for the
    // way, because nobody can predict it.
    [[gnu::always_inline]] uint32_t find(uint32_t first, uint32_t ways, Word line) const {
        uint32_t found = none;
#pragma GCC unroll 16
        for (uint32_t way = first; way < first + ways; ++way)
            found = lines_[way] == (line | 1) ? way : found;
        return found;
    }

  private:
    Word* lines_ = nullptr;
    uint32_t counts_[IndexMapping::slot_count] = {}; // of the lines beside each slot
};

} // namespace cg::sim
