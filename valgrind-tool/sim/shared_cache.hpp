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
    // Returns the size of the memory that init() needs. `numbered`: touch<true>() is to be called.
    static constexpr size_t storage_bytes(const Geometry& g, bool numbered = false) {
        return size_t{g.sets()} * g.associativity * sizeof(Way) + g.sets() * sizeof(Word) +
               (numbered ? (size_t{g.sets()} * g.associativity + g.sets()) * sizeof(uint32_t) : 0);
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        ways_ = g.associativity;
        all_ = static_cast<Way*>(zeroed);
        recent_ = reinterpret_cast<Word*>(all_ + size_t{g.sets()} * ways_);
        recent_number_ = reinterpret_cast<uint32_t*>(recent_ + g.sets());
        numbers_ = recent_number_ + g.sets();
    }

    unsigned line_shift() const { return shift_; }

    // References the bytes [address, address + size). Returns true if a line of them was not
    // in the cache. `size` is from 1 to the line size, so there are at most two lines.
    bool reference(Word address, Word size) {
        const Word first = address >> shift_;
        const Word last = (address + size - 1) >> shift_;
        bool miss = touch(first).miss;
        if (last != first)
            miss |= touch(last).miss;
        return miss;
    }

    struct Touch {
        bool miss;
        uint32_t number; // of the way, if `numbered`
        Word replaced;   // the block that was in the way
    };

    // References a block. `numbered`: ways have numbers, from 1 on in the order of their first use,
    // so that records of those that are used are adjacent. Block 0, which ways hold at the start,
    // has the number 0.
    template <bool numbered = false>
    Touch touch(Word block) {
        const size_t set = static_cast<uint32_t>(block) & set_mask_;
        // Another reference to the most recent block of the set changes nothing.
        if (recent_[set] == block)
            return {false, numbered ? recent_number_[set] : 0, 0};
        recent_[set] = block;
        Way* const ways = all_ + set * ways_;
        ++now_;
        Way* oldest = ways;
        bool miss = true;
        for (Way* way = ways; way != ways + ways_; ++way) {
            if (way->block == block) {
                oldest = way;
                miss = false;
                break;
            }
            if (way->stamp < oldest->stamp)
                oldest = way;
            // Ways are filled in order, so the block is in none of those after this one.
            // (Block 0, which all of them hold, would have been found.)
            if (way->stamp == 0)
                break;
        }
        const Word replaced = oldest->block;
        *oldest = {now_, block};
        if (!numbered)
            return {miss, 0, replaced};
        uint32_t& number = numbers_[oldest - all_];
        if (number == 0 && miss)
            number = ++last_number_;
        recent_number_[set] = number;
        return {miss, number, replaced};
    }

  private:
    // Block and stamp are adjacent, because the simulated cache may be larger than the caches
    // of the host: most lookups then access one cache line of the host.
    struct Way {
        uint64_t stamp; // 0: not used yet
        Word block;
    };

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    uint32_t ways_ = 0;
    uint64_t now_ = 0;
    Way* all_ = nullptr;
    // The most recent block of each set. Most references are to this block; with 30 ways the
    // array is a sixtieth of the size of the ways.
    Word* recent_ = nullptr;
    uint32_t* recent_number_ = nullptr; // the number of its way
    uint32_t* numbers_ = nullptr;       // of all ways; 0: none yet
    uint32_t last_number_ = 0;
};

} // namespace cg::sim
