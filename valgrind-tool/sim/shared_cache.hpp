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
        numbers_ = in(narrow + words_in_all());
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
        return touch(first).miss;
    }

    struct Touch {
        bool miss;
        uint32_t number; // of the record of the line, if `numbered`
        Word replaced;   // the block that was replaced, if it is a miss and `numbered`
    };

    // References a block. `numbered`: lines have numbers, from 1 on in the order in which ways
    // are first used, so that records of those that are used are adjacent. A line that replaces
    // another has its number. Block 0, which ways hold at the start, has the number 0.
    template <bool numbered = false>
    [[gnu::always_inline]] Touch touch(Word block) {
        if (!is_narrow(block)) [[unlikely]]
            return touch_wide<numbered>(tag_of(block), set_of(block));
        return touch_narrow<numbered>(block);
    }

    // Returns true if touch_narrow() may be called: which it may for nearly all blocks.
    bool is_narrow(Word block) const { return block >> set_bits_ < largest_tag_; }

    // As touch(), for code that should be short and call no function.
    template <bool numbered = false>
    [[gnu::always_inline]] Touch touch_narrow(Word block) {
        return touch_in<numbered>(tags_, static_cast<uint32_t>(tag_of(block)), set_of(block));
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

    Word block_of(Word tag, uint32_t set) const {
        return tag == 0 ? 0 : (tag - 1) << set_bits_ | set;
    }

    // Returns the place of a set in the arrays. Sets are not stored in order: those at a distance
    // of a power of two, which matrices and buffers often have, would share a set of the host.
    size_t place_of(uint32_t set) const { return set ^ set >> mixing_shift_; }

    [[gnu::noinline]] bool reference_two(Word first, Word last) {
        const bool miss = touch(first).miss;
        return static_cast<bool>(touch(last).miss | miss);
    }

    template <bool numbered>
    [[gnu::noinline]] Touch touch_wide(Word tag, uint32_t set) {
        widen();
        return touch_in<numbered>(wide_tags_, tag, set);
    }

    template <bool numbered, typename Tag>
    [[gnu::always_inline]] Touch touch_in(const Ways<Tag>& tags, Tag tag, uint32_t set) {
        const size_t at = place_of(set);
        Tag& recent = tags.recent[at];
        const Tag previous = recent;
        if (previous == tag)
            return {false, numbered ? numbers_.recent[at] : 0, 0};
        recent = tag;
        // Loops over a list of 16 words become straight code: caches with 14 to 17 ways have it.
        return length_ == 16 ? touch_older<numbered>(tags.older, 16, tag, previous, at, set)
                             : touch_older<numbered>(tags.older, length_, tag, previous, at, set);
    }

    // Moves `previous` to the list of the set, from which `tag` is removed if it is there.
    template <bool numbered, typename Tag>
    [[gnu::always_inline]] Touch touch_older(Tag* lists, uint32_t length, Tag tag, Tag previous,
                                             size_t at, uint32_t set) {
        Tag* const older = lists + at * length;
        if (!numbered && older[0] == tag) { // two lines that take turns
            older[0] = previous;
            return {false, 0, 0};
        }
        if (is_in(older, length, tag)) {
            const uint32_t position = position_of(older, length, tag);
            push_front(older, length, position, previous);
            return {false, numbered ? move_number(at, length, position) : 0, 0};
        }
        const uint32_t last = end_.used;
        const Tag replaced = numbered && last != 0 ? older[last - 1] : previous;
        push_front(older, length, end_, previous);
        if (!numbered)
            return {true, 0, 0};
        uint32_t number = last != 0 ? move_last_number(at, length) : numbers_.recent[at];
        if (number == 0)
            numbers_.recent[at] = number = ++last_number_;
        return {true, number, block_of(replaced, set)};
    }

    // Does with the numbers of a set what was done with its tags: moves the one at this position
    // of the list to the front. Returns it.
    uint32_t move_number(size_t at, uint32_t length, uint32_t position) {
        uint32_t* const older = numbers_.older + at * length;
        const uint32_t moved = older[position - 1];
        push_front(older, length, position, numbers_.recent[at]);
        numbers_.recent[at] = moved;
        return moved;
    }

    // The same for the last one that is used.
    [[gnu::always_inline]] uint32_t move_last_number(size_t at, uint32_t length) {
        uint32_t* const older = numbers_.older + at * length;
        const uint32_t moved = older[end_.used - 1];
        push_front(older, length, end_, numbers_.recent[at]);
        numbers_.recent[at] = moved;
        return moved;
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
    uint32_t length_ = 0; // of a list
    uint32_t last_number_ = 0;
    Word largest_tag_ = 0; // in tags_; 0: all tags are in wide_tags_
    ListEnd end_;
    Ways<uint32_t> tags_ = {};
    Ways<Word> wide_tags_ = {};
    Ways<uint32_t> numbers_ = {}; // 0: none yet
};

} // namespace cg::sim
