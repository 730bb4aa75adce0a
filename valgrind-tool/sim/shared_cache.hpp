// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache, which is unified and referenced after a miss in level 1.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

// A set-associative cache that replaces the least recently used line. It has its own clock.
// At the start all ways hold block 0.
class SharedCache {
  public:
    // Returns the size of the memory that init() needs.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * sizeof(Way) + g.sets() * sizeof(Word);
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        ways_ = g.associativity;
        all_ = static_cast<Way*>(zeroed);
        recent_ = reinterpret_cast<Word*>(all_ + size_t{g.sets()} * ways_);
    }

    // References the bytes [address, address + size). Returns true if a line of them was not
    // in the cache. `size` is from 1 to the line size, so there are at most two lines.
    bool reference(Word address, Word size) {
        const Word first = address >> shift_;
        const Word last = (address + size - 1) >> shift_;
        bool miss = touch(first);
        if (last != first)
            miss |= touch(last);
        return miss;
    }

  private:
    // Block and stamp are adjacent, because the simulated cache may be larger than the caches
    // of the host: most lookups then access one cache line of the host.
    struct Way {
        uint64_t stamp; // 0: not used yet
        Word block;
    };

    bool touch(Word block) {
        const size_t set = static_cast<uint32_t>(block) & set_mask_;
        // Another reference to the most recent block of the set changes nothing.
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
            // Ways are filled in order, so the block is in none of those after this one.
            // (Block 0, which all of them hold, would have been found.)
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
    // The most recent block of each set. Most references are to this block; with 30 ways the
    // array is a sixtieth of the size of the ways.
    Word* recent_ = nullptr;
};

} // namespace cg::sim
