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
    // Returns the size of the memory that init() needs.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * (1 + list_length(g)) * (wide_bytes + sizeof(uint32_t));
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        set_bits_ = static_cast<unsigned>(__builtin_ctz(g.sets()));
        mixing_shift_ = set_bits_ / 2 + 1;
        length_ = list_length(g);
        end_ = ListEnd(length_, g.associativity - 1);
        largest_tag_ = UINT32_MAX;
        // Not touched, and so no memory, if not needed.
        auto* const wide = static_cast<Word*>(zeroed);
        wide_tags_ = in(wide);
        auto* const narrow =
            reinterpret_cast<uint32_t*>(static_cast<char*>(zeroed) + words_in_all() * wide_bytes);
        tags_ = in(narrow);
        tags_.recent[0] = 1; // block 0. The rest of its set might as well be empty.
    }

    unsigned line_shift() const { return shift_; }

    Word block_of(Word address) const { return address >> shift_; }

    // References the bytes [address, address + size). Returns true if a line of them was not
    // in the cache. `size` is from 1 to the line size, so there are at most two lines.
    [[gnu::always_inline]] bool reference(Word address, Word size) {
        const Word first = address >> shift_;
        const Word last = (address + size - 1) >> shift_;
        if (last != first) [[unlikely]]
            return reference_two(first, last);
        return touch(first);
    }

    // References a block. Returns true if it was not in the cache.
    [[gnu::always_inline]] bool touch(Word block) {
        if (!is_narrow(block)) [[unlikely]]
            return touch_wide(tag_of(block), set_of(block));
        return touch_narrow(block);
    }

    // Returns true if touch_narrow() may be called: which it may for nearly all blocks.
    bool is_narrow(Word block) const { return block >> set_bits_ < largest_tag_; }

    // As touch(), for code that should be short and call no function.
    [[gnu::always_inline]] bool touch_narrow(Word block) {
        return touch_in(tags_, static_cast<uint32_t>(tag_of(block)), set_of(block));
    }

  private:
    static constexpr size_t wide_bytes = sizeof(Word) > sizeof(uint32_t) ? sizeof(Word) : 0;

    // One word for each way: that of the most recent line of each set, and a list of length_ for
    // the others of each set.
    template <typename T>
    struct Ways {
        T* recent;
        T* older;
    };

    static constexpr uint32_t list_length(const Geometry& g) {
        return g.associativity == 1 ? 4 : (g.associativity + 2) & ~3U;
    }
    uint32_t sets() const { return set_mask_ + 1; }
    Word tag_of(Word block) const { return (block >> set_bits_) + 1; } // 0 is an empty way
    uint32_t set_of(Word block) const { return static_cast<uint32_t>(block) & set_mask_; }
    size_t words_in_all() const { return size_t{sets()} * (1 + length_); }
    template <typename T>
    Ways<T> in(T* words) const {
        return {words, words + sets()};
    }

    // Returns the place of a set in the arrays. Sets are not stored in order: those at a distance
    // of a power of two, which matrices and buffers often have, would share a set of the host.
    size_t place_of(uint32_t set) const { return set ^ set >> mixing_shift_; }

    [[gnu::noinline]] bool reference_two(Word first, Word last) {
        const bool miss = touch(first);
        return static_cast<bool>(touch(last) | miss);
    }

    [[gnu::noinline]] bool touch_wide(Word tag, uint32_t set) {
        widen();
        return touch_in(wide_tags_, tag, set);
    }

    template <typename Tag>
    [[gnu::always_inline]] bool touch_in(const Ways<Tag>& tags, Tag tag, uint32_t set) {
        const size_t at = place_of(set);
        Tag& recent = tags.recent[at];
        const Tag previous = recent;
        if (previous == tag)
            return false;
        recent = tag;
        Tag* const older = tags.older + at * length_;
        // Loops over a list of 16 words become straight code: caches with 14 to 17 ways have it.
        return length_ == 16 ? touch_older(older, 16, tag, previous)
                             : touch_older(older, length_, tag, previous);
    }

    // Moves `previous` to the list, from which `tag` is removed if it is there.
    template <typename Tag>
    [[gnu::always_inline]] bool touch_older(Tag* older, uint32_t length, Tag tag, Tag previous) {
        if (older[0] == tag) { // two lines that take turns
            older[0] = previous;
            return false;
        }
        if (is_in(older, length, tag)) {
            push_front(older, length, position_of(older, length, tag), previous);
            return false;
        }
        push_front(older, length, end_, previous);
        return true;
    }

    void widen() {
        if (largest_tag_ == 0)
            return;
        largest_tag_ = 0;
        for (size_t i = 0; i < words_in_all(); ++i) // the older ones are behind the recent ones
            wide_tags_.recent[i] = tags_.recent[i];
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    unsigned set_bits_ = 0;
    unsigned mixing_shift_ = 0;
    uint32_t length_ = 0;  // of a list
    Word largest_tag_ = 0; // in tags_; 0: all tags are in wide_tags_
    ListEnd end_;
    Ways<uint32_t> tags_ = {};
    Ways<Word> wide_tags_ = {};
};

} // namespace cg::sim
