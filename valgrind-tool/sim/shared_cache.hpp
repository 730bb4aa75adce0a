// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache: unified, looked up after a miss in level 1.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

/// Set-associative, least recently used by time stamps of its own. Every tag
/// starts as block 0.
class SharedCache {
  public:
    /// Bytes of zeroed memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * (sizeof(uint64_t) + sizeof(Word));
    }

    /// `g` must be legal (validate()), `zeroed` aligned to 8.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        ways_ = g.associativity;
        stamps_ = static_cast<uint64_t*>(zeroed);
        blocks_ = reinterpret_cast<Word*>(stamps_ + size_t{g.sets()} * ways_);
    }

    /// True if a line of [address, address + size) was missing. `size` is from 1
    /// to the line size, so there are at most two lines.
    bool reference(Word address, Word size) {
        const Word first = address >> shift_;
        const Word last = (address + size - 1) >> shift_;
        bool miss = touch(first);
        if (last != first)
            miss |= touch(last);
        return miss;
    }

  private:
    bool touch(Word block) {
        const size_t set = static_cast<uint32_t>(block) & set_mask_;
        Word* const blocks = blocks_ + set * ways_;
        uint64_t* const stamps = stamps_ + set * ways_;
        ++now_;
        for (uint32_t way = 0; way < ways_; ++way) {
            if (blocks[way] == block) {
                stamps[way] = now_;
                return false;
            }
        }
        uint32_t oldest = 0;
        for (uint32_t way = 1; way < ways_; ++way) {
            if (stamps[way] < stamps[oldest])
                oldest = way;
        }
        blocks[oldest] = block;
        stamps[oldest] = now_;
        return true;
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    uint32_t ways_ = 0;
    uint64_t now_ = 0;
    uint64_t* stamps_ = nullptr;
    Word* blocks_ = nullptr;
};

} // namespace cg::sim
