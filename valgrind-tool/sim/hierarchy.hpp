// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy: level 1 for instructions and for data, and a shared last level that is
// referenced with the same bytes after a miss in level 1.
#pragma once

#include <type_traits>

#include "code_cache.hpp"
#include "data_cache.hpp"
#include "last_level.hpp"

namespace cg::sim {

// The levels at which a reference missed. A reference across two lines is one miss at a level
// if either line was not there.
struct Misses {
    bool level1;
    bool last_level;

    constexpr bool operator==(const Misses&) const = default;
};

// The observer of a hierarchy that only counts misses. CacheUse describes what an observer is told.
struct NoUse {
    static constexpr bool counts_use = false;
    static constexpr bool finds_causes = false;
    static constexpr bool asks_replaced = false; // which line left the last level
    static constexpr bool has_cells = false;     // misses are counted by object
    static constexpr bool has_shapes = true;     // functions are compiled for common shapes
    struct Owner {};
    struct Level {
    } code, data;

    bool may_have_shape() const { return true; }
    bool only_missed() const { return false; }
    // Level 1 has loaded a line, before anything else is referenced.
    void loaded(const Level& /*level*/, const Touched& /*touched*/, Word /*block*/) {}
    // The last level was referenced.
    void asked(const auto& /*last level*/, Word /*block*/, bool /*miss*/) {}
    Owner missed(Level& /*level*/, Owner owner, Word /*address*/) { return owner; }
    template <typename Shape>
    void use(Level&, uint32_t /*way*/, Word /*address*/, Word /*size*/) {}
    template <typename Shape>
    void leave(Level&, uint32_t /*way*/) {}
    template <typename Shape>
    void load(const auto& /*last level*/, Word /*block*/, uint32_t /*number*/, auto /*owner*/) {}
    template <typename Shape>
    void hold(Level&, uint32_t /*way*/, Word /*address*/, uint32_t /*number*/, auto /*owner*/) {}
};

// The level-1 caches, which generated code reads and writes.
struct LevelOne {
    CodeCache code;
    DataCache data;
};

// The sizes of references must be from 1 to the smallest line size of the three caches. The
// observer charges `owner` for lines that are loaded.
template <typename Observer>
struct Hierarchy : LevelOne {
    using Owner = typename Observer::Owner;
    using Last = LastLevel<Observer::counts_use, Observer::counts_use || Observer::asks_replaced>;

    Last last;
    Observer observer;

    // Fetches an instruction. Its first byte is in the line `first`, its last byte in
    // `last_line`, which may be the same. Uses the times `now` and `now + tick`. Does not tell the
    // observer of the use, since generated code adds it for several instructions.
    Misses fetch(CodeLine& first, CodeLine& last_line, Word address, Word size, Time now,
                 Owner owner = {}) {
        const Touched one = touch_code(first, now);
        const Touched two =
            &last_line != &first ? touch_code(last_line, now + tick) : Touched{false, one.way};
        return load_missed<AnyShape>(observer.code, one, two, address, size, owner);
    }

    // Returns true if the lines of code are as long as those of the last level.
    bool has_equal_lines() const { return code.line_shift() == last.line_shift(); }
    // As fetch(), with lines of equal length and no observer. The lines say all that the last level
    // needs to know.
    Misses fetch_lines(CodeLine& first, CodeLine& last_line, Time now) {
        static_assert(std::is_same_v<Observer, NoUse>);
        const bool missed = (first.absent | last_line.absent) != 0;
        // The last level first: the host waits longest for it.
        const bool last_missed = missed && ask(first.block, last_line.block).miss;
        touch_code(first, now);
        if (&last_line != &first)
            touch_code(last_line, now + tick);
        return {missed, last_missed};
    }

    // Reads or writes, which are the same to the caches. Uses the times `now` and `now + tick`.
    template <typename Shape = AnyShape>
    Misses reference(Word address, Word size, Time now, Owner owner = {}) {
        if (hit<Shape>(address, size, now)) [[likely]]
            return {false, false};
        return reference_by_set<Shape>(address, size, now, owner);
    }

    // As generated code does: references the bytes [address, address + size) and returns
    // true, if they are in one line and its slot holds it. If not, does nothing.
    template <typename Shape = AnyShape>
    [[gnu::always_inline]] bool hit(Word address, Word size, Time now) {
        if (!data.is_in_slot<Shape>(address, size))
            return false;
        use_in_slot<Shape>(address, size, now);
        return true;
    }

    // A reference() that is not a hit(). Not inline, where hits are more frequent
    // and their code should be short.
    template <typename Shape>
    [[gnu::noinline]] Misses reference_by_set(Word address, Word size, Time now, Owner owner) {
        const Word line = data.line_of<Shape>(address);
        if (data.line_of<Shape>(address + size - 1) != line) [[unlikely]]
            return data.is_in_slot<Shape>(address, 1)
                       ? reference_upper<Shape>(address, size, now, owner)
                       : reference_two<Shape>(address, size, now, owner);
        if (const uint32_t way = data.displaced_way<Shape>(line); way != DataCache::none)
            [[unlikely]] {
            data.touch_displaced<Shape>(line, way, now);
            observer.template use<Shape>(observer.data, way, address, size);
            return {false, false};
        }
        return load<Shape>(address, size, now, owner);
    }

    // Returns true if a reference that is not a hit() must be a load(), of one line of each level.
    template <typename Shape>
    [[gnu::always_inline]] bool is_load(Word address, Word size) const {
        const Word block = block_of<Shape>(address);
        return block_of<Shape>(address + size - 1) == block &&
               (Shape::is_common ||
                data.line_of<Shape>(address + size - 1) == data.line_of<Shape>(address)) &&
               !data.may_be_displaced<Shape>(address) && last.is_narrow(block);
    }
    // A reference() to one line that is not in level 1.
    template <typename Shape>
    [[gnu::always_inline]] Misses load(Word address, Word size, Time now, Owner owner) {
        const Word line = data.line_of<Shape>(address);
        // The last level first: the host waits longest for it.
        const Word block = block_of<Shape>(address);
        const auto touched = ask(block, block_of<Shape>(address + size - 1));
        const Touched loaded = data.load<Shape>(line, now);
        const uint32_t way = loaded.way;
        observer.loaded(observer.data, loaded, line >> data.mapping().template line_shift<Shape>());
        observer.template leave<Shape>(observer.data, way);
        owner = observer.missed(observer.data, owner, address);
        if (touched.miss)
            observer.template load<Shape>(last, block, touched.number, owner);
        observer.template hold<Shape>(observer.data, way, address, touched.number, owner);
        observer.template use<Shape>(observer.data, way, address, size);
        return {true, touched.miss};
    }

    // Returns the result of `call` with the shape of the data cache for which functions are
    // compiled.
    template <typename Call>
    auto with_shape(Call call) const {
        if constexpr (Observer::has_shapes)
            return with_common_shape(call);
        else
            return call(AnyShape());
    }

  private:
    // Reads or writes bytes of a line that is in its slot.
    template <typename Shape>
    [[gnu::always_inline]] void use_in_slot(Word address, Word size, Time now) {
        const uint32_t way = data.touch_in_slot<Shape>(address, now);
        observer.template use<Shape>(observer.data, way, address, size);
    }

    template <typename Call>
    auto with_common_shape(Call call) const {
        if (data.has_common_shape() && last.line_shift() == IndexMapping::common_line_shift &&
            observer.may_have_shape()) {
            if (data.rows().ways == 8)
                return call(CommonShape<8>());
            if (data.rows().ways == 12)
                return call(CommonShape<12>());
        }
        return call(AnyShape());
    }

    // Returns the number of the line of the last level. Common caches have lines of one size.
    template <typename Shape>
    Word block_of(Word address) const {
        return Shape::is_common ? address >> IndexMapping::common_line_shift
                                : last.block_of(address);
    }

    [[gnu::always_inline]] Touched touch_code(CodeLine& line, Time now) {
        const Touched touched = code.touch(line, now);
        if (touched.miss)
            observer.loaded(observer.code, touched, line.block);
        return touched;
    }
    template <typename Shape>
    [[gnu::always_inline]] Touched touch_data(Word line, Time now) {
        const Touched touched = data.touch<Shape>(line, now);
        if (touched.miss)
            observer.loaded(observer.data, touched,
                            line >> data.mapping().template line_shift<Shape>());
        return touched;
    }

    // References a block of the last level.
    [[gnu::always_inline]] typename Last::Touch ask(Word block) {
        const auto touched = last.touch(block);
        observer.asked(last, block, touched.miss);
        return touched;
    }
    // References one block or two, of which `second` is the second one.
    [[gnu::always_inline]] typename Last::Touch ask(Word first, Word second) {
        if (second == first) [[likely]]
            return ask(first);
        const bool miss = ask(first).miss;
        const auto touched = ask(second);
        return {touched.miss || miss, touched.number};
    }

    // References two lines, of which the lower one is in its slot.
    template <typename Shape>
    [[gnu::always_inline]] Misses reference_upper(Word address, Word size, Time now, Owner owner) {
        const Word upper = data.line_of<Shape>(address + size - 1);
        if (data.is_in_slot<Shape>(upper, 1)) {
            use_in_slot<Shape>(address, upper - address, now);
            use_in_slot<Shape>(upper, address + size - upper, now + tick);
            return {false, false};
        }
        if (!std::is_same_v<Observer, NoUse> || data.may_be_displaced<Shape>(upper))
            return reference_two<Shape>(address, size, now, owner);
        // Vectorised code that reads a stream misses like this.
        const bool miss = ask(block_of<Shape>(address), block_of<Shape>(address + size - 1)).miss;
        data.touch_in_slot<Shape>(address, now);
        data.load<Shape>(upper, now + tick);
        return {true, miss};
    }

    template <typename Shape>
    [[gnu::noinline]] Misses reference_two(Word address, Word size, Time now, Owner owner) {
        const Word upper = data.line_of<Shape>(address + size - 1);
        // In order, because the first one may replace the second one.
        const Touched first = touch_data<Shape>(data.line_of<Shape>(address), now);
        const Touched second = touch_data<Shape>(upper, now + tick);
        const Misses misses =
            load_missed<Shape>(observer.data, first, second, address, size, owner);
        observer.template use<Shape>(observer.data, first.way, address, upper - address);
        observer.template use<Shape>(observer.data, second.way, upper, address + size - upper);
        return misses;
    }

    // Loads lines of level 1, which were touched, in the ways `first` and `second`, which may be
    // the same; those that were not there have replaced others.
    template <typename Shape>
    [[gnu::always_inline]] Misses load_missed(typename Observer::Level& level, Touched first,
                                              Touched second, Word address, Word size,
                                              Owner owner) {
        return first.miss || second.miss
                   ? load_lines<Shape>(level, first, second, address, size, owner)
                   : Misses{false, false};
    }
    template <typename Shape>
    [[gnu::noinline]] Misses load_lines(typename Observer::Level& level, Touched first,
                                        Touched second, Word address, Word size, Owner owner) {
        const bool two = first.way != second.way;
        if (first.miss)
            observer.template leave<Shape>(level, first.way);
        if (two && second.miss)
            observer.template leave<Shape>(level, second.way);
        owner = observer.missed(level, owner, address);
        const Word last_byte = address + size - 1;
        const Word low_block = block_of<Shape>(address);
        const Word high_block = block_of<Shape>(last_byte);
        typename Last::Touch low = {};
        typename Last::Touch high = {};
        if (first.miss || !observer.only_missed())
            low = touch_last<Shape>(low_block, owner);
        if (second.miss || !observer.only_missed())
            high = high_block == low_block ? low : touch_last<Shape>(high_block, owner);
        if (first.miss)
            observer.template hold<Shape>(level, first.way, address, low.number, owner);
        if (two && second.miss)
            observer.template hold<Shape>(level, second.way, last_byte, high.number, owner);
        return {true, low.miss || high.miss};
    }

    template <typename Shape>
    typename Last::Touch touch_last(Word block, Owner owner) {
        const auto touched = ask(block);
        if (touched.miss)
            observer.template load<Shape>(last, block, touched.number, owner);
        return touched;
    }
};

} // namespace cg::sim
