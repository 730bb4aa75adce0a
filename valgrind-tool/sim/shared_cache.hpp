// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache: unified, looked up after a miss in level 1.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

// Set-associative, least recently used by time stamps of its own. Every tag
// starts as block 0.
class SharedCache {
  public:
    // Bytes of zeroed memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * sizeof(Way) + g.sets() * sizeof(Word);
    }

    // `g` must be legal (validate()), `zeroed` aligned to 8.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        ways_ = g.associativity;
        all_ = static_cast<Way*>(zeroed);
        recent_ = reinterpret_cast<Word*>(all_ + size_t{g.sets()} * ways_);
    }

    // True if a line of [address, address + size) was missing. `size` is from 1
    // to the line size, so there are at most two lines.
    bool reference(Word address, Word size) {
        const Word first = address >> shift_;
        const Word last = (address + size - 1) >> shift_;
        bool miss = touch(first);
        if (last != first)
            miss |= touch(last);
        return miss;
    }

  private:
    // Together, since the simulated cache may be larger than all the caches of
    // the host: one look-up, most often one line there.
    struct Way {
        uint64_t stamp; // 0: not used yet
        Word block;
    };

    bool touch(Word block) {
        const size_t set = static_cast<uint32_t>(block) & set_mask_;
        // Referencing the set's latest again changes nothing.
        if (recent_[set] == block)
            return false;
        recent_[set] = block;
        Way* const ways = all_ + set * ways_;
        ++now_;
        Way* oldest = ways;
        for (Way* way = ways; way != ways + ways_; ++way) {
            if (way->block == block) {
                way->stamp = now_;
                return false;
            }
            if (way->stamp < oldest->stamp)
                oldest = way;
            // Ways come into use in order: the block is in none of the rest. (Block
            // 0, which is in all of them from the start, has been found.)
            if (way->stamp == 0)
                break;
        }
        *oldest = {now_, block};
        return true;
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    uint32_t ways_ = 0;
    uint64_t now_ = 0;
    Way* all_ = nullptr;
    // Latest block of each set: what most look-ups find, in a sixtieth of the
    // memory that the ways of a 30-way cache take.
    Word* recent_ = nullptr;
};

} // namespace cg::sim
