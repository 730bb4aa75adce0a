// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache, which is unified and referenced after a miss in level 1.
#pragma once

#include <stdint.h>

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

// Lists of words, the most recently used one first. Those of 32 bits are searched and moved four at
// a time: their length is a multiple of 4, and words that are not used, at the end, are 0.

namespace detail {

using TwoWords [[gnu::vector_size(16)]] = uint64_t;

// Returns a mask of the four words from `i` on: all ones where the index is less than `n`.
inline FourWords below(uint32_t i, uint32_t n) {
    const auto distance = static_cast<int32_t>(n - i);
    return FourWords{0, 1, 2, 3} < distance;
}

// Returns the four words from the first one on, after `value` was put before them.
inline FourWords first_after(const uint32_t* list, uint32_t value) {
    FourWords first = __builtin_shuffle(four_at(list, 0), FourWords{0, 0, 1, 2});
    first[0] = static_cast<int32_t>(value);
    return first;
}

} // namespace detail

template <typename T>
[[gnu::always_inline]] inline bool is_in(const T* list, uint32_t length, T value) {
    bool found = false;
    for (uint32_t i = 0; i < length; ++i)
        found |= list[i] == value;
    return found;
}
[[gnu::always_inline]] inline bool is_in(const uint32_t* list, uint32_t length, uint32_t value) {
    FourWords found = {};
#pragma GCC unroll 4
    for (uint32_t i = 0; i < length; i += 4)
        found |= four_at(list, i) == static_cast<int32_t>(value);
    const auto two = reinterpret_cast<detail::TwoWords>(found);
    return (two[0] | two[1]) != 0;
}

// Returns the position of a value that is in the list once, from 1 on.
template <typename T>
inline uint32_t position_of(const T* list, uint32_t /*length*/, T value) {
    uint32_t i = 0;
    while (list[i] != value)
        ++i;
    return i + 1;
}
// Without a branch, because the position is unpredictable.
[[gnu::always_inline]] inline uint32_t position_of(const uint32_t* list, uint32_t length,
                                                   uint32_t value) {
    FourWords found = {};
    FourWords positions = {1, 2, 3, 4};
    for (uint32_t i = 0; i < length; i += 4) {
        found |= (four_at(list, i) == static_cast<int32_t>(value)) & positions;
        positions += 4;
    }
    return static_cast<uint32_t>(found[0] | found[1] | found[2] | found[3]);
}

// Puts the value before the first word. The n-th one, from 1 on, is lost; those after it stay.
template <typename T>
inline void push_front(T* list, uint32_t /*length*/, uint32_t n, T value) {
    for (uint32_t i = n - 1; i > 0; --i)
        list[i] = list[i - 1];
    list[0] = value;
}
// Without a branch for `n`.
[[gnu::always_inline]] inline void push_front(uint32_t* list, uint32_t length, uint32_t n,
                                              uint32_t value) {
    using namespace detail;
    for (uint32_t i = length - 4; i > 0; i -= 4) {
        const FourWords moved = below(i, n);
        four_at(list, i) = (four_at(list, i - 1) & moved) | (four_at(list, i) & ~moved);
    }
    const FourWords moved = below(0, n);
    four_at(list, 0) = (first_after(list, value) & moved) | (four_at(list, 0) & ~moved);
}

// The words that are used of the last four of a list.
struct ListEnd {
    uint32_t used = 0; // words of the list
    FourWords mask = {};

    ListEnd() = default;
    ListEnd(uint32_t length, uint32_t used_words)
        : used(used_words), mask(detail::below(length - 4, used_words)) {}
};

// Puts the value before the first word. The last one that is used is lost.
template <typename T>
[[gnu::always_inline]] inline void push_front(T* list, uint32_t length, const ListEnd& end,
                                              T value) {
    if (end.used != 0)
        push_front(list, length, end.used, value);
}
[[gnu::always_inline]] inline void push_front(uint32_t* list, uint32_t length, const ListEnd& end,
                                              uint32_t value) {
    using namespace detail;
    if (length == 4) {
        four_at(list, 0) = first_after(list, value) & end.mask;
        return;
    }
    four_at(list, length - 4) = four_at(list, length - 5) & end.mask;
#pragma GCC unroll 4
    for (uint32_t i = length - 8; i > 0; i -= 4)
        four_at(list, i) = four_at(list, i - 1);
    four_at(list, 0) = first_after(list, value);
}

// A set-associative cache that replaces the least recently used line. Of each set, the tag of the
// most recent line is in one array, which most lookups read only; the tags of older ones are a
// list in another. At the start all ways hold block 0, which belongs to set 0.
//
// A tag has 32 bits, which is enough for addresses of 50 bits in a cache of 4096 sets. From the
// first line on whose tag is larger, all tags are Words.
//
// `numbered`: each line has a number, for a record of it. A line that replaces another one takes
// its number over. Numbers are in arrays like those of the tags, in the same order.
//
// `tells_replaced`: the last line that was replaced is known.
template <bool numbered, bool tells_replaced = numbered>
class LastLevel {
  public:
    // Returns the size of the memory that init() needs.
    static constexpr size_t storage_bytes(const Geometry& g) {
        const size_t bytes = wide_bytes + sizeof(uint32_t) + (numbered ? sizeof(uint32_t) : 0);
        return size_t{g.sets()} * (1 + list_length(g)) * bytes;
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        set_bits_ = static_cast<unsigned>(__builtin_ctz(g.sets()));
        length_ = list_length(g);
        end_ = ListEnd(length_, g.associativity - 1);
        largest_tag_ = UINT32_MAX;
        // Not touched, and so no memory, if not needed.
        auto* const wide = static_cast<Word*>(zeroed);
        wide_tags_ = in(wide);
        auto* const narrow =
            reinterpret_cast<uint32_t*>(static_cast<char*>(zeroed) + words_in_all() * wide_bytes);
        tags_ = in(narrow);
        if (numbered)
            numbers_ = in(narrow + words_in_all());
        tags_.recent[0] = 1; // block 0. The rest of its set might as well be empty.
    }

    unsigned line_shift() const { return shift_; }
    Word block_of(Word address) const { return address >> shift_; }
    bool is_narrow(Word block) const { return block >> set_bits_ < largest_tag_; }

    // The result of a reference: whether the line was not in the cache, and its number, from 1 on;
    // 0: it has none, or the cache began with it.
    struct Touch {
        bool miss;
        uint32_t number;
    };

    // References a block.
    [[gnu::always_inline]] Touch touch(Word block) {
        if (!is_narrow(block)) [[unlikely]]
            return touch_wide(tag_of(block), set_of(block));
        return touch_in(tags_, static_cast<uint32_t>(tag_of(block)), set_of(block));
    }

    // Returns whether the last miss replaced a line.
    bool has_replaced() const { return replaced_tag_ != 0; }
    // Returns the block that was replaced when `block` was loaded, if that is the last miss. 0 may
    // also mean that none was.
    Word replaced_block(Word block) const {
        return replaced_tag_ == 0 ? 0 : (replaced_tag_ - 1) << set_bits_ | set_of(block);
    }

  private:
    static constexpr size_t wide_bytes = sizeof(Word) > sizeof(uint32_t) ? sizeof(Word) : 0;

    // One word for each way: for the most recent line of each set, and a list of length_ for
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

    [[gnu::noinline]] Touch touch_wide(Word tag, uint32_t set) {
        widen();
        return touch_in(wide_tags_, tag, set);
    }

    template <typename Tag>
    [[gnu::always_inline]] Touch touch_in(const Ways<Tag>& tags, Tag tag, uint32_t set) {
        Tag& recent = tags.recent[set];
        const Tag previous = recent;
        if (previous == tag)
            return {false, numbered ? numbers_.recent[set] : 0};
        recent = tag;
        Tag* const older = tags.older + size_t{set} * length_;
        // Straight code for the lists of caches with 14 to 17 ways.
        return length_ == 16 ? touch_older(older, 16, tag, previous, set)
                             : touch_older(older, length_, tag, previous, set);
    }

    // Moves `previous` to the list, from which `tag` is removed if it is there.
    template <typename Tag>
    [[gnu::always_inline]] Touch touch_older(Tag* older, uint32_t length, Tag tag, Tag previous,
                                             uint32_t set) {
        if (older[0] == tag) { // two lines that take turns
            older[0] = previous;
            return {false, move_number(set, 1)};
        }
        if (is_in(older, length, tag)) {
            const uint32_t position = position_of(older, length, tag);
            push_front(older, length, position, previous);
            return {false, move_number(set, position)};
        }
        if (tells_replaced)
            replaced_tag_ = end_.used == 0 ? previous : older[end_.used - 1];
        push_front(older, length, end_, previous);
        return {true, numbered ? number_of_loaded(set) : 0};
    }

    // The line in this position of the list, from 1 on, becomes the most recent one. Returns its
    // number.
    [[gnu::always_inline]] uint32_t move_number(uint32_t set, uint32_t position) {
        if (!numbered)
            return 0;
        uint32_t* const older = numbers_.older + size_t{set} * length_;
        const uint32_t number = older[position - 1];
        push_front(older, length_, position, numbers_.recent[set]);
        return numbers_.recent[set] = number;
    }
    [[gnu::always_inline]] uint32_t number_of_loaded(uint32_t set) {
        uint32_t* const older = numbers_.older + size_t{set} * length_;
        uint32_t& recent = numbers_.recent[set];
        const uint32_t lost = end_.used == 0 ? recent : older[end_.used - 1];
        push_front(older, length_, end_, recent);
        return recent = lost != 0 ? lost : ++last_number_;
    }

    void widen() {
        if (largest_tag_ == 0)
            return;
        largest_tag_ = 0;
        for (size_t i = 0; i < words_in_all(); ++i) // the older ones follow the recent ones
            wide_tags_.recent[i] = tags_.recent[i];
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    unsigned set_bits_ = 0;
    uint32_t length_ = 0;      // of a list
    uint32_t last_number_ = 0; // the numbers so far
    Word largest_tag_ = 0;     // in tags_; 0: all tags are in wide_tags_
    Word replaced_tag_ = 0;    // of the line that the last miss replaced
    ListEnd end_;
    Ways<uint32_t> tags_ = {};
    Ways<uint32_t> numbers_ = {};
    Ways<Word> wide_tags_ = {};
};

} // namespace cg::sim
