// SPDX-License-Identifier: GPL-2.0-or-later
// Which line, slot and set of a level-1 data cache an address has.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// The shape of a data cache, for which functions are compiled. Most processors have 64 sets of
// lines of 64 bytes, so that the place in a page chooses the set; then only the number of ways
// differs.
struct AnyShape {
    static constexpr bool is_common = false;
    static constexpr uint32_t ways = 0; // known at run time only
};
template <uint32_t known_ways>
struct CommonShape {
    static constexpr bool is_common = true;
    static constexpr uint32_t ways = known_ways;
};

class IndexMapping {
  public:
    static constexpr unsigned slot_bits = 13;
    static constexpr unsigned slot_count = 1u << slot_bits;

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

    IndexMapping() = default;
    explicit IndexMapping(const Geometry& g)
        : line_shift_(g.line_shift()),
          packed_(is_packed(g)),
          rows_(rows_for(g)),
          line_mask_(~Word{g.line_size - 1}),
          place_mask_((Word{rows_.count()} - 1) * sizeof(Time)) {}

    bool is_packed() const { return packed_; }
    bool is_common() const {
        return line_shift_ == common_line_shift && rows_.sets == common_sets && packed_;
    }
    const StampRows& rows() const { return rows_; }

    template <typename Shape = AnyShape>
    unsigned line_shift() const {
        return Shape::is_common ? common_line_shift : line_shift_;
    }
    template <typename Shape = AnyShape>
    Word line_mask() const {
        return Shape::is_common ? ~((Word{1} << common_line_shift) - 1) : line_mask_;
    }
    // The bits of a slot that are the place of its stamp, if is_packed().
    template <typename Shape = AnyShape>
    Word place_mask() const {
        return Shape::is_common ? (Word{common_sets} << common_line_shift) - sizeof(Time)
                                : place_mask_;
    }

    // Returns the address of the first byte of the line.
    template <typename Shape>
    Word line_of(Word address) const {
        return address & line_mask<Shape>();
    }
    // Returns the index of the slot.
    template <typename Shape>
    uint32_t slot_of(Word address) const {
        return static_cast<uint32_t>(address >> line_shift<Shape>()) & (slot_count - 1);
    }
    // Returns the first way of the set.
    template <typename Shape>
    uint32_t first_way_of(Word line) const {
        if (!Shape::is_common && !packed_)
            return (static_cast<uint32_t>(line >> line_shift_) & (rows_.sets - 1)) * rows_.length;
        return static_cast<uint32_t>((line & place_mask<Shape>()) / sizeof(Time));
    }

  private:
    unsigned line_shift_ = 0;
    bool packed_ = false;
    StampRows rows_;
    Word line_mask_ = 0;
    Word place_mask_ = 0;
};

} // namespace cg::sim
