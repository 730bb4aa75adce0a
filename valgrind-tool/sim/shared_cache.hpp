// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache, which is unified and referenced after a miss in level 1.
#pragma once

#include "geometry.hpp"
#include "recency_list.hpp"
#include "word.hpp"

namespace cg::sim {

// A set-associative cache that replaces the least recently used line. Of each set, the tag of the
// most recent line is in one array, which most lookups read only, and those of the older ones are a
// list in another. At the start all ways hold block 0, which belongs to set 0.
//
// A tag has 32 bits, which is enough for addresses of 50 bits in a cache of 4096 sets. From the
// first line on whose tag is larger, all tags are Words.
class SharedCache {
  public:
    // Returns the size of the memory that init() needs. `numbered`: touch<true>() is to be called.
    static constexpr size_t storage_bytes(const Geometry& g, bool numbered = false) {
        return size_t{g.sets()} * (1 + list_length(g)) *
               (wide_bytes + sizeof(uint32_t) + (numbered ? sizeof(uint32_t) : 0));
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        sets_ = g.sets();
        set_bits_ = static_cast<unsigned>(__builtin_ctz(sets_));
        older_ways_ = g.associativity - 1;
        length_ = list_length(g);
        is_wide_ = false;
        // Not touched, and so no memory, if not needed.
        auto* const wide = static_cast<Word*>(zeroed);
        wide_tags_ = in(wide);
        auto* const narrow =
            reinterpret_cast<uint32_t*>(static_cast<char*>(zeroed) + words_in_all() * wide_bytes);
        tags_ = in(narrow);
        numbers_ = in(narrow + words_in_all());
        tags_.recent[0] = 1; // block 0. The rest of its set might as well be empty.
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

    // Asks the host for what a reference to the line at `address` will need. The simulated cache
    // may be larger than the host's.
    template <bool numbered = false>
    void prefetch(Word address) const {
        const Word block = address >> shift_;
        const size_t at = place_of(set_of(block));
        if (tags_.recent[at] == static_cast<uint32_t>(tag_of(block)))
            return;
        __builtin_prefetch(tags_.older + at * length_, 1);
        if (numbered)
            __builtin_prefetch(numbers_.older + at * length_, 1);
    }

    struct Touch {
        bool miss;
        uint32_t number; // of the record of the line, if `numbered`
        Word replaced;   // the block that was replaced, if it is a miss
    };

    // References a block. `numbered`: lines have numbers, from 1 on in the order in which ways
    // are first used, so that records of those that are used are adjacent. A line that replaces
    // another has its number. Block 0, which ways hold at the start, has the number 0.
    template <bool numbered = false>
    Touch touch(Word block) {
        const Word tag = tag_of(block);
        if constexpr (wide_bytes != 0) {
            if (is_wide_ || tag > UINT32_MAX) [[unlikely]] {
                widen();
                return touch_in<numbered>(wide_tags_, tag, set_of(block));
            }
        }
        return touch_in<numbered>(tags_, static_cast<uint32_t>(tag), set_of(block));
    }

  private:
    static constexpr size_t wide_bytes = sizeof(Word) > sizeof(uint32_t) ? sizeof(Word) : 0;

    // One word for each way: that of the most recent line of each set, and a list of length_ for
    // the others of each set, of which the last ones are not in the cache any more.
    template <typename T>
    struct Ways {
        T* recent;
        T* older;
    };

    // A multiple of 4.
    static constexpr uint32_t list_length(const Geometry& g) {
        return g.associativity == 1 ? 4 : (g.associativity + 2) & ~3U;
    }
    size_t words_in_all() const { return size_t{sets_} * (1 + length_); }
    template <typename T>
    Ways<T> in(T* words) const {
        return {words, words + sets_};
    }

    Word tag_of(Word block) const { return (block >> set_bits_) + 1; } // 0 is an empty way
    Word block_of(Word tag, uint32_t set) const {
        return tag == 0 ? 0 : (tag - 1) << set_bits_ | set;
    }
    uint32_t set_of(Word block) const { return static_cast<uint32_t>(block) & (sets_ - 1); }

    // Returns the place of a set in the arrays. Sets are not stored in order: those at a distance
    // of a power of two, which matrices and buffers often have, would share a set of the host.
    size_t place_of(uint32_t set) const { return set ^ set >> (set_bits_ / 2 + 1); }

    template <bool numbered, typename Tag>
    Touch touch_in(const Ways<Tag>& tags, Tag tag, uint32_t set) {
        const size_t at = place_of(set);
        uint32_t& number = numbers_.recent[at];
        const Tag previous = tags.recent[at];
        if (previous == tag)
            return {false, numbered ? number : 0, 0};
        tags.recent[at] = tag;
        Tag* const older = tags.older + at * length_;
        uint32_t* const numbers = numbers_.older + at * length_;
        if (is_in(older, length_, tag)) {
            uint32_t way = 0;
            while (older[way] != tag)
                ++way;
            if (way < older_ways_) {
                push_front(older, way + 1, previous);
                if (numbered) {
                    const uint32_t found = numbers[way];
                    push_front(numbers, way + 1, number);
                    number = found;
                }
                return {false, numbered ? number : 0, 0};
            }
        }
        const bool is_direct = older_ways_ == 0;
        const Tag replaced = is_direct ? previous : older[older_ways_ - 1];
        push_front_by_4(older, length_, previous);
        if (numbered) {
            const uint32_t freed = is_direct ? number : numbers[older_ways_ - 1];
            push_front_by_4(numbers, length_, number);
            number = freed != 0 ? freed : ++last_number_;
        }
        return {true, numbered ? number : 0, block_of(replaced, set)};
    }

    void widen() {
        if (is_wide_)
            return;
        is_wide_ = true;
        for (size_t i = 0; i < words_in_all(); ++i) // the older ones are behind the recent ones
            wide_tags_.recent[i] = tags_.recent[i];
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    unsigned set_bits_ = 0;
    uint32_t older_ways_ = 0;
    uint32_t length_ = 0; // of a list
    bool is_wide_ = false;
    Ways<uint32_t> tags_ = {};
    Ways<Word> wide_tags_ = {};
    Ways<uint32_t> numbers_ = {}; // 0: none yet
    uint32_t last_number_ = 0;
};

} // namespace cg::sim
