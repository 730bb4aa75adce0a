// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache, which is unified and referenced after a miss in level 1.
#pragma once

#include <stdint.h>

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

// Words are looked for four at a time, so the length of an array is a multiple of 4.

// Four words of an array, which need not be aligned. GCC makes vector instructions of it, or plain
// ones if the processor has none.
using FourWords [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = int32_t;

namespace detail {

inline FourWords are_equal(const uint32_t* four, uint32_t value) {
    return *reinterpret_cast<const FourWords*>(four) == static_cast<int32_t>(value);
}

} // namespace detail

template <typename T>
[[gnu::always_inline]] inline bool is_in(const T* words, uint32_t length, T value) {
    bool found = false;
    for (uint32_t i = 0; i < length; ++i)
        found |= words[i] == value;
    return found;
}
[[gnu::always_inline]] inline bool is_in(const uint32_t* words, uint32_t length, uint32_t value) {
    using TwoWords [[gnu::vector_size(16)]] = uint64_t;
    FourWords found = {};
#pragma GCC unroll 4
    for (uint32_t i = 0; i < length; i += 4)
        found |= detail::are_equal(words + i, value);
    const auto two = reinterpret_cast<TwoWords>(found);
    return (two[0] | two[1]) != 0;
}

// Returns the index of a value that is in the array once.
template <typename T>
inline uint32_t index_of(const T* words, uint32_t /*length*/, T value) {
    uint32_t i = 0;
    while (words[i] != value)
        ++i;
    return i;
}
// Without a branch, because the index is unpredictable.
[[gnu::always_inline]] inline uint32_t index_of(const uint32_t* words, uint32_t length,
                                                uint32_t value) {
    FourWords found = {};
    FourWords indexes = {0, 1, 2, 3};
#pragma GCC unroll 4
    for (uint32_t i = 0; i < length; i += 4) {
        found |= detail::are_equal(words + i, value) & indexes;
        indexes += 4;
    }
    return static_cast<uint32_t>(found[0] | found[1] | found[2] | found[3]);
}

// The ways of a set, of at most 16, the most recently used one first.
class UseOrder {
  public:
    static constexpr uint32_t max_ways = 16;

    uint32_t first() const { return static_cast<uint32_t>(order()) & (max_ways - 1); }
    // The last one of this number of ways becomes the first one, and is returned.
    uint32_t turn(uint32_t ways) {
        const unsigned last_shift = bits * (ways - 1);
        const uint64_t used = ~uint64_t{0} >> (bits * max_ways - bits - last_shift);
        const uint64_t last = order() >> last_shift & (max_ways - 1);
        set((order() & ~used) | (order() << bits & used) | last);
        return static_cast<uint32_t>(last);
    }
    [[gnu::always_inline]] void move_to_front(uint32_t way) {
        constexpr uint64_t ones = 0x1111'1111'1111'1111;
        const uint64_t ways = order();
        const uint64_t differences = ways ^ way * ones;
        // The highest bit of the digit that is 0. Digits after it may have such a bit, too.
        const uint64_t zeros = (differences - ones) & ~differences & ones << (bits - 1);
        const uint64_t at = zeros & -zeros;
        const uint64_t before = (at >> (bits - 1)) - 1;
        const uint64_t up_to = (at << 1) - 1;
        set((ways & ~up_to) | (ways & before) << bits | way);
    }

  private:
    static constexpr unsigned bits = 4;
    // As the ways are numbered. What is stored is the difference, so zeros are an order.
    static constexpr uint64_t initial = 0xfedc'ba98'7654'3210;

    uint64_t order() const { return stored_ ^ initial; }
    void set(uint64_t order) { stored_ = order ^ initial; }

    uint64_t stored_; // a digit for each way, the first one is the lowest
};

// A set-associative cache that replaces the least recently used line. Of each set, the tag of the
// most recent line is in one array, which most lookups read only; the tags of all its ways are in
// another. At the start all ways hold block 0, which belongs to set 0.
//
// A tag has 32 bits, which is enough for addresses of 50 bits in a cache of 4096 sets. From the
// first line on whose tag is larger, all tags are Words.
//
// `numbered`: each way has a number, for a record of the line in it.
template <bool numbered>
class LastLevel {
  public:
    // Returns the size of the memory that init() needs.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} *
               (order_bytes(g) + (1 + row_length(g)) * (wide_bytes + sizeof(uint32_t)));
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        set_bits_ = static_cast<unsigned>(__builtin_ctz(g.sets()));
        ways_ = g.associativity;
        length_ = row_length(g);
        largest_tag_ = UINT32_MAX;
        auto* memory = static_cast<char*>(zeroed);
        const auto take = [&memory]<typename T>(T*& start, size_t bytes) {
            start = reinterpret_cast<T*>(memory);
            memory += bytes;
        };
        if (has_orders(length_))
            take(orders_, size_t{g.sets()} * order_bytes(g));
        else
            take(times_, size_t{g.sets()} * order_bytes(g));
        // Not touched, and so no memory, if not needed.
        take(wide_tags_.recent, words_in_all() * wide_bytes);
        take(tags_.recent, words_in_all() * sizeof(uint32_t));
        tags_.all = tags_.recent + g.sets();
        wide_tags_.all = wide_tags_.recent + g.sets();
        // The rest of the set might as well be empty.
        tags_.recent[0] = tags_.all[0] = 1;
        use(0, 0, length_);
    }

    unsigned line_shift() const { return shift_; }
    Word block_of(Word address) const { return address >> shift_; }
    bool is_narrow(Word block) const { return block >> set_bits_ < largest_tag_; }

    // The result of a reference: whether the line was not in the cache, and the number of its way,
    // from 1 on. Ways have numbers in the order in which the sets use them first.
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

    // Returns the block that was replaced when `block` was loaded, if that is the last miss.
    Word replaced_block(Word block) const {
        return replaced_tag_ == 0 ? 0 : (replaced_tag_ - 1) << set_bits_ | set_of(block);
    }

  private:
    static constexpr size_t wide_bytes = sizeof(Word) > sizeof(uint32_t) ? sizeof(Word) : 0;

    // The tag of the most recent line of each set, and length_ for all lines of each set.
    template <typename T>
    struct Tags {
        T* recent;
        T* all;
    };

    static constexpr uint32_t row_length(const Geometry& g) { return (g.associativity + 3) & ~3U; }
    static constexpr size_t order_bytes(const Geometry& g) {
        return has_orders(row_length(g)) ? sizeof(UseOrder) : row_length(g) * sizeof(uint64_t);
    }
    uint32_t sets() const { return set_mask_ + 1; }
    Word tag_of(Word block) const { return (block >> set_bits_) + 1; } // 0 is an empty way
    uint32_t set_of(Word block) const { return static_cast<uint32_t>(block) & set_mask_; }
    size_t words_in_all() const { return size_t{sets()} * (1 + length_); }

    [[gnu::noinline]] Touch touch_wide(Word tag, uint32_t set) {
        widen();
        return touch_in(wide_tags_, tag, set);
    }

    template <typename Tag>
    [[gnu::always_inline]] Touch touch_in(const Tags<Tag>& tags, Tag tag, uint32_t set) {
        if (tags.recent[set] == tag)
            return {false, numbered ? number_of(set, latest_in(set)) : 0};
        tags.recent[set] = tag;
        Tag* const row = tags.all + size_t{set} * length_;
        // Straight code for caches with 13 to 16 ways.
        return length_ == UseOrder::max_ways ? touch_older(row, UseOrder::max_ways, tag, set)
                                             : touch_any_older(row, tag, set);
    }
    template <typename Tag>
    [[gnu::noinline]] Touch touch_any_older(Tag* row, Tag tag, uint32_t set) {
        return touch_older(row, length_, tag, set);
    }
    template <typename Tag>
    [[gnu::always_inline]] Touch touch_older(Tag* row, uint32_t length, Tag tag, uint32_t set) {
        if (is_in(row, length, tag)) {
            const uint32_t way = index_of(row, length, tag);
            use(set, way, length);
            return {false, numbered ? number_of(set, way) : 0};
        }
        const uint32_t way = use_oldest_in(set, length);
        if (numbered)
            replaced_tag_ = row[way];
        row[way] = tag;
        return {true, numbered ? number_of(set, way) : 0};
    }

    uint32_t number_of(uint32_t set, uint32_t way) const {
        return (ways_ - 1 - way) * sets() + set + 1;
    }

    // `length`, of rows, may be known to the compiler.
    static constexpr bool has_orders(uint32_t length) { return length <= UseOrder::max_ways; }
    [[gnu::always_inline]] uint32_t latest_in(uint32_t set) const {
        return has_orders(length_) ? orders_[set].first() : latest_by_time(set);
    }
    [[gnu::always_inline]] void use(uint32_t set, uint32_t way, uint32_t length) {
        if (has_orders(length))
            orders_[set].move_to_front(way);
        else
            times_[size_t{set} * length + way] = ++clock_;
    }
    [[gnu::always_inline]] uint32_t use_oldest_in(uint32_t set, uint32_t length) {
        if (has_orders(length))
            return orders_[set].turn(ways_);
        const uint32_t way = oldest_by_time(set);
        use(set, way, length);
        return way;
    }

    uint32_t latest_by_time(uint32_t set) const {
        const uint64_t* const times = times_ + size_t{set} * length_;
        uint32_t latest = 0;
        for (uint32_t way = 1; way < ways_; ++way)
            latest = times[way] > times[latest] ? way : latest;
        return latest;
    }
    // Of ways that were never used, the last one.
    uint32_t oldest_by_time(uint32_t set) const {
        const uint64_t* const times = times_ + size_t{set} * length_;
        uint32_t oldest = 0;
        for (uint32_t way = 1; way < ways_; ++way)
            oldest = times[way] <= times[oldest] ? way : oldest;
        return oldest;
    }

    void widen() {
        if (largest_tag_ == 0)
            return;
        largest_tag_ = 0;
        for (size_t i = 0; i < words_in_all(); ++i) // all tags follow the recent ones
            wide_tags_.recent[i] = tags_.recent[i];
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    unsigned set_bits_ = 0;
    uint32_t ways_ = 0;
    uint32_t length_ = 0;   // of the tags of a set
    Word largest_tag_ = 0;  // in tags_; 0: all tags are in wide_tags_
    Word replaced_tag_ = 0; // of the line that the last miss replaced
    Tags<uint32_t> tags_ = {};
    Tags<Word> wide_tags_ = {};
    UseOrder* orders_ = nullptr; // of each set, unless it has too many ways
    uint64_t* times_ = nullptr;  // else of each way its last use, by clock_
    uint64_t clock_ = 0;
};

} // namespace cg::sim
