// SPDX-License-Identifier: GPL-2.0-or-later
// Which line, slot and set of a level-1 data cache an address has.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// Most processors have 64 sets of lines of 64 bytes, so that the place in a page chooses the set.
// For these caches, functions have the associativity as a parameter, `fixed_ways`, so that the rest
// is known when they are compiled. The parameter also has the flag `folded` if slots are. 0: any
// cache.
//
// Folded slots are chosen by more bits of an address, so that lines at a distance of a power of two
// have different ones. It takes two instructions more.
class AddressSplit {
  public:
    static constexpr uint32_t folded = 0x100;
    static constexpr uint32_t ways_in(uint32_t fixed_ways) { return fixed_ways & (folded - 1); }

    static constexpr unsigned slot_bits = 13;
    static constexpr unsigned slot_count = 1u << slot_bits;
    static constexpr unsigned common_line_shift = 6;
    static constexpr uint32_t common_sets = 64;

    // Returns true if the stamps of a set take no more bytes than a line. Then the number of a
    // stamp is in the bits of an address that choose the set, and those under them.
    static constexpr bool is_packed(const Geometry& g) {
        return g.associativity * sizeof(Time) <= g.line_size;
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
    bool is_folded() const { return folded_; }
    void fold() { folded_ = true; }
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
        const bool is_folded = fixed_ways != 0 ? (fixed_ways & folded) != 0 : folded_;
        const Word mixed = is_folded ? number ^ number >> slot_bits : number;
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
    bool folded_ = false;
    StampRows rows_;
    Word line_mask_ = 0;
    Word place_mask_ = 0;
};

} // namespace cg::sim
