// SPDX-License-Identifier: GPL-2.0-or-later
// A cache beside those of the hierarchy, which only counts misses: sets that replace their least
// recently used line.
//
// A System is as in memory/chunks.hpp: map(), unmap().
#pragma once

#include "array.hpp"
#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

template <typename System>
class OtherCache {
  public:
    // Makes it as the caches of the hierarchy begin: each way holds block 0, which is in one set
    // only. False: out of memory.
    [[nodiscard]] bool reset(const Geometry& g) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        ways_ = g.associativity;
        return blocks_.reset(size_t{g.sets()} * g.associativity);
    }

    // References these bytes, of one line or more. Returns true if a line was not there.
    bool reference(Word address, Word size) {
        const Word last = (address + size - 1) >> shift_;
        bool misses = false;
        for (Word block = address >> shift_; block <= last; ++block)
            misses |= !touch(block);
        return misses;
    }

  private:
    // Makes the block the first one of its set. Returns true if it was there.
    bool touch(Word block) {
        Word* const set = blocks_.begin() + size_t{block & set_mask_} * ways_;
        if (set[0] == block) [[likely]]
            return true;
        uint32_t way = 1;
        while (way < ways_ && set[way] != block)
            ++way;
        const bool is_there = way < ways_;
        for (uint32_t i = is_there ? way : ways_ - 1; i > 0; --i)
            set[i] = set[i - 1];
        set[0] = block;
        return is_there;
    }

    unsigned shift_ = 0;
    Word set_mask_ = 0;
    uint32_t ways_ = 0;
    Array<System, Word> blocks_; // of each set, the latest use first
};

} // namespace cg::sim
