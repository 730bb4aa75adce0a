// SPDX-License-Identifier: GPL-2.0-or-later
// How often each line of a level-1 cache was used, and which of its bytes.
#pragma once

#include "line_mask.hpp"
#include "owner.hpp"
#include "sim/geometry.hpp"
#include "sim/stamps.hpp"

namespace cg::sim {

// The records of a level-1 cache, one for each way. Generated code adds hits to count and mask,
// which it finds by the address of the stamp.
class LevelOneUse {
  public:
    // What is needed only when a line leaves.
    struct Load {
        Owner owner;
        uint32_t below;  // the record of the line in the last level
        uint32_t offset; // in that line, in bytes
    };

    // The size of the counts and masks, also those of the ignored stamp.
    static constexpr size_t counts_bytes(const StampRows& rows, unsigned line_size) {
        const size_t ways = size_t{rows.count()} + 1;
        return ways * (1 + LineMask::words_for(line_size)) * sizeof(uint64_t);
    }
    static constexpr size_t loads_bytes(const StampRows& rows) {
        return size_t{rows.sets} * rows.ways * sizeof(Load);
    }

    LevelOneUse() = default;
    LevelOneUse(const LevelOneUse&) = delete; // it has pointers into itself
    LevelOneUse& operator=(const LevelOneUse&) = delete;

    // Returns true if the records are a part of the object: those of a data cache of a common
    // geometry (IndexMapping) are, so that code for their shape finds them without loading a
    // pointer.
    static constexpr bool is_own_memory_used(const StampRows& rows, unsigned line_size) {
        return line_size == common_line_bytes && rows.sets == IndexMapping::common_sets &&
               rows.count() == IndexMapping::common_stamps;
    }

    // `counts` and `loads` are memory of zeros, aligned to 8 bytes. Not used if
    // is_own_memory_used().
    void init(const StampRows& rows, const Time* stamps, unsigned line_size, void* counts,
              void* loads) {
        rows_ = rows;
        unused_in_row_ = rows.length - rows.ways;
        row_shift_ = static_cast<unsigned>(__builtin_ctz(rows.length));
        stamps_ = stamps;
        line_bytes_ = line_size;
        const bool common = is_own_memory_used(rows, line_size);
        counts_ = common ? common_counts_ : static_cast<uint64_t*>(counts);
        masks_ = common ? common_masks_ : counts_ + rows.count() + 1;
        loads_ = common ? common_loads_ : static_cast<Load*>(loads);
    }

    // Counts `uses` of the bytes [offset, offset + length) of the line.
    template <typename Shape = AnyShape>
    [[gnu::always_inline]] void add(uint32_t way, unsigned offset, unsigned length, uint64_t uses) {
        count<Shape>(way) += uses;
        mask<Shape>(way).add(offset, length);
    }

    // A count is at twice the address of the stamp and this distance; so is the mask, if it has 64
    // bits.
    Word count_distance() const { return distance_of(counts_); }
    Word mask_distance() const { return distance_of(masks_); }

    template <typename Shape = AnyShape>
    unsigned line_bytes() const {
        return Shape::is_common ? common_line_bytes : line_bytes_;
    }
    template <typename Shape>
    unsigned offset_in_line(Word address) const {
        return static_cast<unsigned>(address) & (line_bytes<Shape>() - 1);
    }
    template <typename Shape = AnyShape>
    uint64_t& count(uint32_t way) {
        return Shape::is_common ? common_counts_[way] : counts_[way];
    }
    template <typename Shape = AnyShape>
    LineMask mask(uint32_t way) {
        const unsigned bytes = line_bytes<Shape>();
        if (Shape::is_common)
            return {common_masks_ + way, bytes};
        return {masks_ + size_t{way} * LineMask::words_for(bytes), bytes};
    }
    // A set may have fewer ways than its row has stamps. Loads have no such gaps, because they are
    // larger than the counts and masks. (Rows that have more stamps than ways have 2^n of them.)
    template <typename Shape = AnyShape>
    Load& load(uint32_t way) {
        constexpr uint32_t length = common_line_bytes / sizeof(Time);
        if (Shape::is_common)
            return common_loads_[way - way / length * (length - Shape::ways)];
        return loads_[way - (way >> row_shift_) * unused_in_row_];
    }
    uint32_t sets() const { return rows_.sets; }
    uint32_t set_of(Word address) const {
        return static_cast<uint32_t>(address / line_bytes_) & (rows_.sets - 1);
    }
    // Calls `visit` for each way of a set.
    template <typename Visit>
    void for_each_way(uint32_t set, Visit visit) const {
        for (uint32_t i = 0; i < rows_.ways; ++i)
            visit(set * rows_.length + i);
    }

  private:
    Word distance_of(const uint64_t* first) const {
        static_assert(sizeof(*first) == 2 * sizeof(*stamps_));
        return reinterpret_cast<Word>(first) - 2 * reinterpret_cast<Word>(stamps_);
    }

    uint64_t common_counts_[IndexMapping::common_stamps + 1] = {};
    uint64_t common_masks_[IndexMapping::common_stamps + 1] = {};
    Load common_loads_[IndexMapping::common_stamps] = {};
    StampRows rows_;
    uint32_t unused_in_row_ = 0;
    unsigned row_shift_ = 0;
    const Time* stamps_ = nullptr;
    unsigned line_bytes_ = 0;
    uint64_t* counts_ = nullptr;
    uint64_t* masks_ = nullptr;
    Load* loads_ = nullptr;
};

} // namespace cg::sim
