// SPDX-License-Identifier: GPL-2.0-or-later
// The ways of a level-1 data cache: when each was last used, and the slot of its line.
#pragma once

#include "index_mapping.hpp"

#include <stddef.h>

namespace cg::sim {

// Stamps and homes of common caches are a part of the object, so that code for their shape finds
// them without loading a pointer.
class DataWays {
  public:
    DataWays() = default;
    DataWays(const DataWays&) = delete; // it has pointers into itself
    DataWays& operator=(const DataWays&) = delete;

    // Return the sizes of the memory that init() needs.
    static constexpr size_t stamps_bytes(const Geometry& g) {
        return IndexMapping::is_common(g) ? 0 : IndexMapping::rows_for(g).bytes();
    }
    static constexpr size_t homes_bytes(const Geometry& g) {
        return IndexMapping::is_common(g) ? 0
                                          : IndexMapping::rows_for(g).count() * sizeof(uint16_t);
    }

    // `stamps` and `homes` are memory of these sizes, the stamps of zeros. All homes become `home`.
    void init(const IndexMapping& mapping, Time* stamps, uint16_t* homes, uint16_t home) {
        count_ = mapping.rows().count();
        stamps_ = mapping.is_common() ? common_stamps_ : stamps;
        homes_ = mapping.is_common() ? common_homes_ : homes;
        for (uint32_t way = 0; way < count_; ++way)
            homes_[way] = home;
    }

    Time* stamps() const { return stamps_; }
    Time* ignored_stamp() const { return stamps_ + count_; } // after the last one

    template <typename Shape>
    Time& stamp(uint32_t way) {
        return Shape::is_common ? common_stamps_[way] : stamps_[way];
    }
    // The home is whatever the cache needs to find the line of the way.
    template <typename Shape>
    uint16_t& home(uint32_t way) {
        return Shape::is_common ? common_homes_[way] : homes_[way];
    }

    // Writes the stamp of the oldest way of the set of this line, and returns the way.
    template <typename Shape>
    [[gnu::always_inline]] uint32_t stamp_oldest(const IndexMapping& mapping, Word line, Time now) {
        const uint32_t first = mapping.first_way_of<Shape>(line);
        uint32_t way = first;
        if constexpr (Shape::is_common)
            way += oldest_of<Shape::ways, true>(common_stamps_ + first);
        else
            way += oldest_of(stamps_ + first, mapping.rows().ways);
        stamp<Shape>(way) = now;
        return way;
    }

  private:
    alignas(64) Time common_stamps_[IndexMapping::common_stamps + 1] = {};
    uint16_t common_homes_[IndexMapping::common_stamps] = {};
    uint32_t count_ = 0;
    Time* stamps_ = nullptr;
    uint16_t* homes_ = nullptr;
};

} // namespace cg::sim
