// SPDX-License-Identifier: GPL-2.0-or-later
// The last-level cache whose lines have records.
#pragma once

#include "sim/geometry.hpp"
#include "sim/recency_list.hpp"
#include "sim/word.hpp"
#include "way_orders.hpp"

namespace cg::sim {

// Has the lines that a SharedCache has, and says which record each of them has. A line stays in
// its way, and each way has a number, from 1 on in the order in which ways are first used, so that
// records of those that are used are adjacent. So a line that replaces another has its number.
// Block 0, which is there at the start, has the number 0.
//
// A miss writes a tag and the order of the ways, where a SharedCache moves all tags of the set; but
// the way must be known before its number can be read. That is the better choice if a miss has much
// else to do (decision 0017).
//
// Tags have 32 bits, or are Words, as in a SharedCache.
class NumberedCache {
  public:
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * (length_for(g) * (wide_bytes + 2 * sizeof(uint32_t)) +
                                   WayOrders::set_bytes(g.associativity));
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        set_mask_ = g.sets() - 1;
        set_bits_ = static_cast<unsigned>(__builtin_ctz(g.sets()));
        mixing_shift_ = set_bits_ / 2 + 1;
        length_ = length_for(g);
        largest_tag_ = UINT32_MAX;
        const size_t words = size_t{g.sets()} * length_;
        auto* bytes = static_cast<char*>(zeroed);
        wide_tags_ = reinterpret_cast<Word*>(bytes); // not touched, and so no memory, if not needed
        bytes += words * wide_bytes;
        orders_.init(g.associativity, bytes);
        bytes += g.sets() * WayOrders::set_bytes(g.associativity);
        ways_ = reinterpret_cast<uint32_t*>(bytes);
        ways_[0] = 1; // block 0. The rest of its set might as well be empty.
    }

    unsigned line_shift() const { return shift_; }
    Word block_of(Word address) const { return address >> shift_; }

    struct Touch {
        bool miss;
        uint32_t number;
    };
    // Returns the block that was replaced when `block` was loaded, if that is the last miss.
    Word replaced_block(Word block) const {
        return replaced_tag_ == 0 ? 0 : (replaced_tag_ - 1) << set_bits_ | set_of(block);
    }

    // References a block.
    [[gnu::always_inline]] Touch touch(Word block) {
        if (!is_narrow(block)) [[unlikely]]
            return touch_wide(tag_of(block), set_of(block));
        return touch_narrow(block);
    }

    // Returns true if touch_narrow() may be called: which it may for nearly all blocks.
    bool is_narrow(Word block) const { return block >> set_bits_ < largest_tag_; }

    // As touch(), for code that should be short and call no function.
    [[gnu::always_inline]] Touch touch_narrow(Word block) {
        const auto tag = static_cast<uint32_t>(tag_of(block));
        const size_t at = place_of(set_of(block));
        // Many last levels have 16 ways. Then loops over them become straight code.
        return orders_.ways() == 16
                   ? touch_set<16>(ways_ + at * 32, ways_ + at * 32 + 16, 16, tag, at)
                   : touch_set<0>(ways_ + at * 2 * length_, numbers_of(at), length_, tag, at);
    }

  private:
    static constexpr size_t wide_bytes = sizeof(Word) > sizeof(uint32_t) ? sizeof(Word) : 0;

    // The number of tags of a set, of which those that are more than its ways are not used.
    static constexpr uint32_t length_for(const Geometry& g) { return (g.associativity + 3) & ~3U; }
    Word tag_of(Word block) const { return (block >> set_bits_) + 1; } // 0 is an empty way
    uint32_t set_of(Word block) const { return static_cast<uint32_t>(block) & set_mask_; }
    // As in a SharedCache.
    size_t place_of(uint32_t set) const { return set ^ set >> mixing_shift_; }

    [[gnu::noinline]] Touch touch_wide(Word tag, uint32_t set) {
        widen();
        const size_t at = place_of(set);
        return touch_set<0>(wide_tags_ + at * length_, numbers_of(at), length_, tag, at);
    }

    uint32_t* numbers_of(size_t at) const { return ways_ + at * 2 * length_ + length_; }

    // `tags` and `numbers` are those of the set. `ways` is that of WayOrders.
    template <uint32_t ways, typename Tag>
    [[gnu::always_inline]] Touch touch_set(Tag* tags, uint32_t* numbers, uint32_t length, Tag tag,
                                           size_t at) {
        if (const uint32_t recent = orders_.most_recent<ways>(at); tags[recent] == tag)
            return {false, numbers[recent]};
        if (is_in(tags, length, tag)) {
            const uint32_t way = position_of(tags, length, tag) - 1;
            orders_.use<ways>(at, way);
            return {false, numbers[way]};
        }
        const uint32_t way = orders_.use_oldest<ways>(at);
        replaced_tag_ = tags[way];
        uint32_t number = numbers[way];
        tags[way] = tag;
        if (number == 0) [[unlikely]]
            numbers[way] = number = ++last_number_;
        return {true, number};
    }

    void widen() {
        if (largest_tag_ == 0)
            return;
        largest_tag_ = 0;
        for (size_t at = 0; at <= set_mask_; ++at) {
            for (uint32_t way = 0; way < length_; ++way)
                wide_tags_[at * length_ + way] = ways_[at * 2 * length_ + way];
        }
    }

    unsigned shift_ = 0;
    uint32_t set_mask_ = 0;
    unsigned set_bits_ = 0;
    unsigned mixing_shift_ = 0;
    uint32_t length_ = 0;
    uint32_t last_number_ = 0;
    Word largest_tag_ = 0;  // in ways_; 0: all tags are in wide_tags_
    Word replaced_tag_ = 0; // of the line that the last miss replaced
    WayOrders orders_;
    uint32_t* ways_ = nullptr; // of each set: the tags, and the numbers; 0: none yet
    Word* wide_tags_ = nullptr;
};

} // namespace cg::sim
