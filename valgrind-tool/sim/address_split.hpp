// SPDX-License-Identifier: GPL-2.0-or-later
// Which line, slot and set of a level-1 data cache an address has.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// Most processors have 64 sets of lines of 64 bytes, so that the place in a page chooses the set.
// For these caches, functions have the associativity as a parameter, `fixed_ways`, so that the rest
// is known when they are compiled. The parameter also has the fold of slots, if they are folded
// (fixed()). 0: any cache.
//
// Folded slots are chosen by more bits of an address, which takes some instructions more. The fold
// is how far down the number of a line is shifted to be added to itself. So lines at a distance of
// a power of two have different slots, which should be far apart: a program that walks through two
// arrays has just read, or will soon read, the lines near each of the two. Lines next to each other
// never have the same slot (an exclusive or would give it to some): the test for a hit finds the
// slot by the first byte, and would take one in the line before that of the slot for a hit.
class AddressSplit {
  public:
    static constexpr unsigned slot_bits = 13;
    static constexpr unsigned slot_count = 1u << slot_bits;
    // For distances of 2^13 to 2^17 lines, and of 2^18 to 2^22: they differ in one of the bits 8
    // to 12 of the slot, the highest. Bit 8 is 256 lines, as many as each of two arrays has in a
    // common cache.
    static constexpr unsigned near_fold = 5, far_fold = 10;

    static constexpr uint32_t fixed(uint32_t ways, unsigned fold) { return ways | fold << 8; }
    static constexpr uint32_t ways_in(uint32_t fixed_ways) { return fixed_ways & 0xff; }
    static constexpr unsigned fold_in(uint32_t fixed_ways) { return fixed_ways >> 8; }

    static constexpr unsigned common_line_shift = 6;
    static constexpr uint32_t common_sets = 64;
    // The number of stamps of such a cache, whose sets have as many as fit into a line.
    static constexpr uint32_t common_stamps = (common_sets << common_line_shift) / sizeof(Time);

    // Returns true if the stamps of a set take no more bytes than a line. Then the number of a
    // stamp is in the bits of an address that choose the set, and those under them.
    static constexpr bool is_packed(const Geometry& g) {
        return g.associativity * sizeof(Time) <= g.line_size;
    }
    static constexpr bool is_common(const Geometry& g) {
        return g.line_shift() == common_line_shift && g.sets() == common_sets && is_packed(g);
    }
    static constexpr StampRows rows_for(const Geometry& g) {
        const uint32_t in_line = g.line_size / sizeof(Time);
        return {g.sets(), g.associativity, is_packed(g) ? in_line : g.associativity};
    }

    AddressSplit() = default;
    explicit AddressSplit(const Geometry& g)
        : line_shift_(g.line_shift()),
          packed_(is_packed(g)),
          rows_(rows_for(g)),
          line_mask_(~Word{g.line_size - 1}),
          place_mask_((Word{rows_.count()} - 1) * sizeof(Time)) {}

    bool is_packed() const { return packed_; }
    // 0: slots are not folded.
    unsigned fold() const { return fold_; }
    void set_fold(unsigned fold) { fold_ = fold; }
    // The bits in which the addresses of two lines with the same slot differ, for some pairs of
    // lines; 0 where there is no pair.
    static constexpr unsigned pairs = 16;
    using Differences = Word[pairs];
    // Returns the fold that tells most pairs apart. 0: none does.
    unsigned fold_for(const Differences& differences) const {
        unsigned near = 0, far = 0;
        for (const Word difference : differences) {
            const Word numbers = difference >> line_shift_;
            if (numbers == 0)
                continue;
            const auto lowest = static_cast<unsigned>(__builtin_ctzl(numbers));
            constexpr unsigned highest_of_slot = slot_bits - 1;
            if (lowest <= highest_of_slot + near_fold)
                ++near;
            else if (lowest <= highest_of_slot + far_fold)
                ++far;
        }
        if (near == 0 && far == 0)
            return 0;
        return near >= far ? near_fold : far_fold;
    }
    bool is_common() const {
        return line_shift_ == common_line_shift && rows_.sets == common_sets && packed_;
    }
    const StampRows& rows() const { return rows_; }

    template <uint32_t fixed_ways = 0>
    unsigned line_shift() const {
        return fixed_ways != 0 ? common_line_shift : line_shift_;
    }
    template <uint32_t fixed_ways = 0>
    Word line_mask() const {
        return fixed_ways != 0 ? ~((Word{1} << common_line_shift) - 1) : line_mask_;
    }
    // The bits of a slot that are the place of its stamp, if is_packed().
    template <uint32_t fixed_ways = 0>
    Word place_mask() const {
        return fixed_ways != 0 ? (Word{common_sets} << common_line_shift) - sizeof(Time)
                               : place_mask_;
    }

    // Returns the address of the first byte of the line.
    template <uint32_t fixed_ways>
    Word line_of(Word address) const {
        return address & line_mask<fixed_ways>();
    }
    // Returns the index of the slot.
    template <uint32_t fixed_ways>
    uint32_t slot_of(Word address) const {
        const Word number = address >> line_shift<fixed_ways>();
        const unsigned fold = fixed_ways != 0 ? fold_in(fixed_ways) : fold_;
        const Word mixed = fold != 0 ? number + (number >> fold) : number;
        return static_cast<uint32_t>(mixed) & (slot_count - 1);
    }
    // Returns the first way of the set.
    template <uint32_t fixed_ways>
    uint32_t first_way_of(Word line) const {
        if (fixed_ways == 0 && !packed_)
            return (static_cast<uint32_t>(line >> line_shift_) & (rows_.sets - 1)) * rows_.length;
        return static_cast<uint32_t>((line & place_mask<fixed_ways>()) / sizeof(Time));
    }

  private:
    unsigned line_shift_ = 0;
    bool packed_ = false;
    unsigned fold_ = 0;
    StampRows rows_;
    Word line_mask_ = 0;
    Word place_mask_ = 0;
};

} // namespace cg::sim
