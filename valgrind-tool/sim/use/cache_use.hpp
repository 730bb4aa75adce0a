// SPDX-License-Identifier: GPL-2.0-or-later
// The observer of a cache hierarchy that records how each line is used.
//
// A line belongs to the code that loaded it. When it leaves level 1, its owner is charged, and its
// uses are added to the record of the line in the last level that it was loaded from. When that
// leaves, and no line of level 1 was loaded from it that is still there, its owner is charged.
#pragma once

#include "last_level_use.hpp"
#include "level_one_use.hpp"
#include "sim/hierarchy.hpp"

namespace cg::sim {

struct CacheUse {
    static constexpr bool counts_use = true;
    using Owner = sim::Owner;
    using Level = LevelOneUse;

    LevelOneUse code, data;
    LastLevelUse last;

    // A line of level 1 must not be larger than one of the last level, of which it is a part.
    static constexpr bool can_simulate(const Geometry& code, const Geometry& data,
                                       const Geometry& last) {
        return code.line_size <= last.line_size && data.line_size <= last.line_size;
    }

    // Only the functions for any cache follow callgrind's rules.
    bool may_have_shape() const {
        return host_has_bit_count && !last.follows_callgrind<AnyShape>();
    }
    // Of two lines of which one was missed, callgrind references only that in the last level.
    bool only_missed() const { return last.follows_callgrind<AnyShape>(); }

    // Bytes of a line of level 1, which is in this way, are used.
    template <typename Shape>
    [[gnu::always_inline]] void use(LevelOneUse& level, uint32_t way, Word address, Word size) {
        level.add<Shape>(way, level.offset_in_line<Shape>(address), static_cast<unsigned>(size), 1);
    }

    // A line of level 1 leaves this way.
    template <typename Shape>
    [[gnu::always_inline]] void leave(LevelOneUse& level, uint32_t way) {
        if (!Shape::is_common && last.granule() > 1) [[unlikely]]
            level.mask(way).widen(last.granule());
        LevelOneUse::Load& load = level.load<Shape>(way);
        const LineMask mask = level.mask<Shape>(way);
        uint64_t& count = level.count<Shape>(way);
        if (load.owner.line != nullptr) {
            load.owner.charge(level_1_use, count, mask.unused<Shape::is_common>());
            last.add<Shape>(load.below, count, mask, Shape::is_common ? 0 : load.offset);
            load.owner = {};
        }
        count = 0;
        mask.clear();
    }

    // The last level has loaded a block, with the number of the line that it replaced.
    template <typename Shape>
    [[gnu::always_inline]] void load(const LastLevel<true>& lines, Word block, uint32_t number,
                                     Owner owner) {
        if (last.holders<Shape>(number) != 0 && !last.follows_callgrind<Shape>()) [[unlikely]]
            keep_held(number, lines.replaced_block(block) << lines.line_shift());
        last.load<Shape>(number, owner);
    }

    // Level 1 has loaded the line of this address into the way, from the line of the last level
    // with this number.
    template <typename Shape>
    [[gnu::always_inline]] void hold(LevelOneUse& level, uint32_t way, Word address,
                                     uint32_t number, Owner owner) {
        LevelOneUse::Load& load = level.load<Shape>(way);
        load.owner = owner;
        load.below = number;
        if (!Shape::is_common) // else it is always 0
            load.offset = static_cast<unsigned>(address) & (last.line_bytes() - 1) &
                          ~(level.line_bytes() - 1);
        ++last.holders<Shape>(number);
    }

    // Charges all resident lines to their owners.
    void settle_all() {
        for_each_level_1_way(
            [this](LevelOneUse& level, uint32_t way) { leave<AnyShape>(level, way); });
        last.settle_all();
    }

    // Calls `visit` for the owner of each line.
    template <typename Visit>
    void for_each_owner(Visit visit) {
        for_each_level_1_way(
            [&](LevelOneUse& level, uint32_t way) { visit(level.load(way).owner); });
        last.for_each_owner(visit);
    }

  private:
    template <typename Do>
    void for_each_level_1_way(Do what) {
        LevelOneUse* const levels[] = {&code, &data};
        for (LevelOneUse* const level : levels) {
            for (uint32_t set = 0; set < level->sets(); ++set)
                level->for_each_way(set, [&](uint32_t way) { what(*level, way); });
        }
    }

    // Moves the record of a line of the last level that begins at `address` and is replaced, if
    // lines of level 1 were loaded from it that are still there.
    [[gnu::noinline]] void keep_held(uint32_t record, Word address) {
        const uint32_t moved = last.move(record);
        move_holders(code, record, address, moved);
        move_holders(data, record, address, moved);
    }

    void move_holders(LevelOneUse& level, uint32_t from, Word address, uint32_t to) const {
        const unsigned bytes = level.line_bytes();
        const uint32_t parts = last.line_bytes() / bytes;
        const uint32_t sets = parts < level.sets() ? parts : level.sets();
        for (uint32_t i = 0; i < sets; ++i) {
            level.for_each_way(level.set_of(address + Word{i} * bytes), [&](uint32_t way) {
                LevelOneUse::Load& load = level.load(way);
                if (load.owner.line != nullptr && load.below == from)
                    load.below = to;
            });
        }
    }
};

} // namespace cg::sim
