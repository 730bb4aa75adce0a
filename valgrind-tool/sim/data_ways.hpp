// SPDX-License-Identifier: GPL-2.0-or-later
// The ways of a level-1 data cache: when each was last used, and the slot of its line.
#pragma once

#include "address_split.hpp"

#include <stddef.h>

namespace cg::sim {

// Stamps and homes of common caches are a part of the object, so that code with `fixed_ways` (see
// AddressSplit) finds them without loading a pointer.
class DataWays {
  public:
    DataWays() = default;
    DataWays(const DataWays&) = delete; // it has pointers into itself
    DataWays& operator=(const DataWays&) = delete;

    // Return the sizes of the memory that init() needs.
    static constexpr size_t stamps_bytes(const Geometry& g) {
        return AddressSplit::is_common(g) ? 0 : AddressSplit::rows_for(g).bytes();
    }
    static constexpr size_t homes_bytes(const Geometry& g) {
        return AddressSplit::is_common(g) ? 0
                                          : AddressSplit::rows_for(g).count() * sizeof(uint16_t);
    }

    // `stamps` and `homes` are memory of these sizes, the stamps of zeros. All homes become `home`.
    void init(const AddressSplit& split, Time* stamps, uint16_t* homes, uint16_t home) {
        count_ = split.rows().count();
        stamps_ = split.is_common() ? common_stamps_ : stamps;
        homes_ = split.is_common() ? common_homes_ : homes;
        for (uint32_t way = 0; way < count_; ++way)
            homes_[way] = home;
    }

    Time* stamps() const { return stamps_; }
    Time* ignored_stamp() const { return stamps_ + count_; } // after the last one

    template <uint32_t fixed_ways>
    Time& stamp(uint32_t way) {
        return fixed_ways != 0 ? common_stamps_[way] : stamps_[way];
    }
    // The home is whatever the cache needs to find the line of the way.
    template <uint32_t fixed_ways>
    uint16_t& home(uint32_t way) {
        return fixed_ways != 0 ? common_homes_[way] : homes_[way];
    }

    // Writes the stamp of the oldest way of the set of this line, and returns the way.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] uint32_t stamp_oldest(const AddressSplit& split, Word line, Time now) {
        const uint32_t first = split.first_way_of<fixed_ways>(line);
        if constexpr (fixed_ways == 0) {
            const uint32_t way = first + oldest_of(stamps_ + first, split.rows().ways);
            stamps_[way] = now;
            return way;
        } else {
            constexpr uint32_t ways = AddressSplit::ways_in(fixed_ways);
            if (first == last_first_)
                return first + replace_oldest<ways, true>(common_stamps_ + first, now);
            last_first_ = first;
            const uint32_t way = first + oldest_of<ways, true>(common_stamps_ + first);
            common_stamps_[way] = now;
            return way;
        }
    }

  private:
    alignas(64) Time common_stamps_[AddressSplit::common_stamps + 1] = {};
    uint16_t common_homes_[AddressSplit::common_stamps] = {};
    uint32_t count_ = 0;
    uint32_t last_first_ = 0; // the first way of the set that last lost a line
    Time* stamps_ = nullptr;
    uint16_t* homes_ = nullptr;
};

} // namespace cg::sim
