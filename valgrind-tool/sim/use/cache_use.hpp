// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy with a record of the use of each line.
//
// A line belongs to the code that loaded it. When it leaves level 1, its owner is charged, and its
// uses are added to the record of the line in the last level that it was loaded from. When that
// leaves, and no line of level 1 was loaded from it that is still there, its owner is charged.
#pragma once

#include "last_level_use.hpp"
#include "level_one_use.hpp"
#include "numbered_cache.hpp"
#include "sim/cache.hpp"

namespace cg::sim {

struct UsedHierarchy {
    LevelOneUse code, data;
    NumberedCache lines; // those of the last level, in place of Hierarchy::last
    LastLevelUse last;

    // A line of level 1 must not be larger than one of the last level, of which it is a part.
    static constexpr bool can_simulate(const Geometry& code, const Geometry& data,
                                       const Geometry& last) {
        return code.line_size <= last.line_size && data.line_size <= last.line_size;
    }

    // As Hierarchy::known_ways(). Only the functions for any cache follow callgrind's rules.
    uint32_t known_ways(const Hierarchy& caches) const {
        return last.follows_callgrind<0>() || !host_has_bit_count ? 0 : caches.known_ways();
    }

    // As Hierarchy::reference(), and adds the use. `owner` is that of lines that are loaded.
    template <uint32_t ways>
    [[gnu::noinline]] Misses reference(Hierarchy& caches, Word address, Word size, Time now,
                                       Owner owner) {
        Misses misses = {false, false};
        if (!hit<ways>(caches, address, size, now) &&
            !simple_miss<ways>(caches, address, size, now, owner, misses))
            misses = reference_by_set<ways>(caches, address, size, now, owner);
        return misses;
    }

    // If it is a DataCache::hit(), adds the use and returns true.
    template <uint32_t ways>
    [[gnu::always_inline]] bool hit(Hierarchy& caches, Word address, Word size, Time now) {
        if (!caches.data.is_in_slot<ways>(address, size))
            return false;
        const uint32_t way = caches.data.touch_in_slot<ways>(address, now);
        data.add<ways>(way, data.offset_in_line<ways>(address), static_cast<unsigned>(size), 1);
        return true;
    }

    // The rest: neither a hit() nor a simple_miss().
    template <uint32_t ways>
    [[gnu::noinline]] Misses reference_by_set(Hierarchy& caches, Word address, Word size, Time now,
                                              Owner owner) {
        const Word begin = caches.data.line_of<ways>(address);
        if (begin != caches.data.line_of<ways>(address + size - 1))
            return reference_two<ways>(caches, address, size, now, owner);
        const Touched line = caches.data.touch<ways>(begin, now);
        const Misses misses = load<ways>(caches, data, line, line, address, size, owner);
        data.add<ways>(line.way, data.offset_in_line<ways>(address), static_cast<unsigned>(size),
                       1);
        return misses;
    }

    // As Hierarchy::simple_miss(). `owner` is an Owner or, if calls are not counted, a LineOwner.
    template <uint32_t ways, typename AnyOwner>
    [[gnu::always_inline]] bool simple_miss(Hierarchy& caches, Word address, Word size, Time now,
                                            AnyOwner owner, Misses& misses) {
        if (!caches.is_simple_miss<ways>(lines, address, size) || last.follows_callgrind<ways>())
            [[unlikely]]
            return false;
        misses = load_simple<ways>(caches, address, static_cast<unsigned>(size), now, owner);
        return true;
    }

    // As Hierarchy::fetch(). Does not add the use; see add_code().
    Misses fetch(Hierarchy& caches, CodeLine& first, CodeLine& last_line, Word address, Word size,
                 Time now, Owner owner) {
        const bool first_miss = caches.code.touch(first, now);
        const bool second_miss = &last_line != &first && caches.code.touch(last_line, now + tick);
        return load<0>(caches, code, {first_miss, caches.code.way_of(first)},
                       {second_miss, caches.code.way_of(last_line)}, address, size, owner);
    }

    // Adds uses of a resident line of code.
    void add_code(const Hierarchy& caches, const CodeLine& line, unsigned offset, unsigned length,
                  uint64_t uses) {
        code.add(caches.code.way_of(line), offset, length, uses);
    }

    // Charges all resident lines to their owners.
    void settle_all() {
        for_each_level_1_way([this](LevelOneUse& level, uint32_t way) { settle(level, way); });
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

    template <uint32_t ways>
    [[gnu::always_inline]] Misses reference_two(Hierarchy& caches, Word address, Word size,
                                                Time now, Owner owner) {
        const Word upper = caches.data.line_of<ways>(address + size - 1);
        const auto above = static_cast<unsigned>(address + size - upper);
        const uint32_t lower_way = caches.data.touch_slot<ways>(address, 1, now).way;
        if (lower_way == DataCache::none)
            return load_two<ways>(caches, address, size, now, owner);
        Misses misses = {false, false};
        const uint32_t upper_way = caches.data.touch_slot<ways>(upper, 1, now + tick).way;
        if (upper_way == DataCache::none) {
            if (!caches.is_simple_miss<ways>(lines, upper, 1) || ways == 0) [[unlikely]]
                return load_two<ways>(caches, address, size, now, owner);
            misses = load_upper<ways>(caches, upper, above, now + tick, owner);
        } else {
            data.add<ways>(upper_way, 0, above, 1);
        }
        data.add<ways>(lower_way, data.offset_in_line<ways>(address),
                       static_cast<unsigned>(size) - above, 1);
        return misses;
    }

    // As simple_miss() for the upper one of two lines, as in Hierarchy::reference_upper().
    template <uint32_t ways>
    [[gnu::always_inline]] Misses load_upper(Hierarchy& caches, Word upper, unsigned length,
                                             Time now, Owner owner) {
        const Word block = caches.block_of<ways>(upper);
        const auto lower = lines.touch_narrow(block - 1); // memory does not wrap around
        if (lower.miss) [[unlikely]]
            load_last<ways>(block - 1, lower, owner);
        const Misses misses = load_simple<ways>(caches, upper, length, now, owner);
        return {true, lower.miss || misses.last_level};
    }

    // Loads a line for a simple_miss().
    template <uint32_t ways, typename AnyOwner>
    [[gnu::always_inline]] Misses load_simple(Hierarchy& caches, Word address, unsigned length,
                                              Time now, AnyOwner owner) {
        // The last level first: the host waits longest for it.
        const Word block = caches.block_of<ways>(address);
        const auto touched = lines.touch_narrow(block);
        const uint32_t way = caches.data.load<ways>(caches.data.line_of<ways>(address), now).way;
        charge<ways, AnyOwner::may_have_node>(data, way);
        if (touched.miss)
            load_last<ways>(block, touched, owner);
        hold<ways>(data, way, owner, touched.number, part_of<ways>(data, address));
        data.begin<ways>(way, data.offset_in_line<ways>(address), length);
        return {true, touched.miss};
    }

    // What reference_two() does if the lower line is not in its slot, and in all rare cases.
    template <uint32_t ways>
    [[gnu::noinline]] Misses load_two(Hierarchy& caches, Word address, Word size, Time now,
                                      Owner owner) {
        const Word upper = caches.data.line_of<ways>(address + size - 1);
        const auto above = static_cast<unsigned>(address + size - upper);
        // Touched in order, because the first one may replace the second one.
        const Touched first = caches.data.touch<ways>(caches.data.line_of<ways>(address), now);
        const Touched second = caches.data.touch<ways>(upper, now + tick);
        const Misses misses = load<ways>(caches, data, first, second, address, size, owner);
        data.add<ways>(first.way, data.offset_in_line<ways>(address),
                       static_cast<unsigned>(size) - above, 1);
        data.add<ways>(second.way, 0, above, 1);
        return misses;
    }

    // The line of the way leaves. Charges its owner, and leaves the records as they are.
    template <uint32_t ways, bool may_have_node = true>
    [[gnu::always_inline]] void charge(LevelOneUse& level, uint32_t way) {
        const LevelOneUse::Load& load = level.load<ways>(way);
        if (load.owner.line == nullptr)
            return;
        const uint64_t count = level.count<ways>(way);
        const LineMask mask = level.mask<ways>(way);
        load.owner.charge<may_have_node>(level_1_use, count, mask.unused<ways != 0>());
        last.add<ways>(load.below, count, mask, ways != 0 ? 0 : load.offset);
    }

    template <uint32_t ways = 0>
    [[gnu::always_inline]] void settle(LevelOneUse& level, uint32_t way) {
        if (last.granule() > 1) [[unlikely]]
            level.mask(way).widen(last.granule());
        charge<ways>(level, way);
        level.load<ways>(way).owner = {};
        level.count<ways>(way) = 0;
        level.mask<ways>(way).clear();
    }

    // What follows in a reference whose lines of level 1 were touched, in the ways `first` and
    // `second`, which may be the same. Lines that were loaded replaced others.
    template <uint32_t ways>
    [[gnu::always_inline]] Misses load(Hierarchy& caches, LevelOneUse& level, const Touched& first,
                                       const Touched& second, Word address, Word size,
                                       Owner owner) {
        return first.miss || second.miss
                   ? replace<ways>(caches, level, first, second, address, size, owner)
                   : Misses{false, false};
    }

    template <uint32_t ways>
    [[gnu::noinline]] Misses replace(Hierarchy& caches, LevelOneUse& level, const Touched& first,
                                     const Touched& second, Word address, Word size, Owner owner) {
        const bool two = first.way != second.way;
        if (first.miss)
            settle<ways>(level, first.way);
        if (two && second.miss)
            settle<ways>(level, second.way);
        const Word last_byte = address + size - 1;
        const Word low_block = caches.block_of<ways>(address);
        const Word high_block = caches.block_of<ways>(last_byte);
        const bool only_missed = last.follows_callgrind<ways>();
        const NumberedCache::Touch none = {};
        const auto low = only_missed && !first.miss ? none : touch_last<ways>(low_block, owner);
        const auto high = only_missed && !second.miss ? none
                          : low_block == high_block   ? low
                                                      : touch_last<ways>(high_block, owner);
        if (first.miss)
            hold<ways>(level, first.way, owner, low.number, part_of<ways>(level, address));
        if (two && second.miss)
            hold<ways>(level, second.way, owner, high.number, part_of<ways>(level, last_byte));
        return {true, low.miss || high.miss};
    }

    template <uint32_t ways, typename AnyOwner>
    [[gnu::always_inline]] void hold(LevelOneUse& level, uint32_t way, AnyOwner owner,
                                     uint32_t below, unsigned offset) {
        LevelOneUse::Load& load = level.load<ways>(way);
        load.owner.set(owner);
        load.below = below;
        if (ways == 0) // else it is always 0
            load.offset = offset;
        ++last.holders<ways>(below);
    }

    template <uint32_t ways>
    [[gnu::noinline]] NumberedCache::Touch touch_last(Word block, Owner owner) {
        const auto touched = lines.touch(block);
        if (touched.miss)
            load_last<ways>(block, touched, owner);
        return touched;
    }

    // The last level has loaded a line.
    template <uint32_t ways, typename AnyOwner>
    [[gnu::always_inline]] void load_last(Word block, const NumberedCache::Touch& touched,
                                          AnyOwner owner) {
        if (last.holders<ways>(touched.number) != 0 && !last.follows_callgrind<ways>()) [[unlikely]]
            keep_held(touched.number, lines.replaced_block(block) << lines.line_shift());
        last.load<ways>(touched.number, owner);
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

    // Returns where the line of level 1 begins in that of the last level.
    template <uint32_t ways>
    unsigned part_of(const LevelOneUse& level, Word address) const {
        if (ways != 0)
            return 0;
        return static_cast<unsigned>(address) & (last.line_bytes() - 1) & ~(level.line_bytes() - 1);
    }
};

} // namespace cg::sim
