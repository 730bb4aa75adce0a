// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache. Generated code can test for a hit and simulate it.
#pragma once

#include "data_ways.hpp"
#include "displaced_lines.hpp"

namespace cg::sim {

// A set-associative cache that replaces the least recently used line. The caller provides the
// time stamps.
//
// `slots` is a direct-mapped index of resident lines. Each address has one slot. If the slot
// holds the line of the address, the line is resident, and the slot tells where its stamp is. If
// not, the line may be resident all the same, because several lines have the same slot. So
// generated code may do
//
//     slot = slots[address >> line_shift & (slot_count - 1)]
//     if (((address + size - 1) ^ slot) < line size)
//         stamps[place of the stamp] = now
//     else
//         reference(address, size, now)
//
// A reference that extends into the next line fails the test, too. The ignored stamp is never read,
// so that code may write a stamp in any case.
//
// The place of a stamp, in bytes from the first one, is made of bits of the slot: those of the
// address that choose the set, and under them those of the way, as the stamps of a set take no more
// bytes than a line in all common caches (packed()). In others it is in an array of its own.
class DataCache {
  public:
    // The address of a line. The bits under it are those of the place of its stamp, which is a
    // multiple of sizeof(Time), and two flags.
    using Slot = Word;
    static constexpr Slot vacant = 1;        // its line is not resident
    static constexpr Slot has_displaced = 2; // lines that have this slot are resident beside it

    static constexpr unsigned slot_count = IndexMapping::slot_count;
    static constexpr unsigned slot_shift = sizeof(Slot) == 8 ? 3 : 2;
    static constexpr Word slot_mask = Word{slot_count - 1} << slot_shift;
    static_assert(sizeof(Slot) == size_t{1} << slot_shift);

    alignas(64) Slot slots[slot_count + 1] = {}; // the last one is that of empty ways

    static constexpr StampRows rows_for(const Geometry& g) { return IndexMapping::rows_for(g); }
    // Return the sizes of the memory that init() needs.
    static constexpr size_t stamps_bytes(const Geometry& g) { return DataWays::stamps_bytes(g); }
    static constexpr size_t storage_bytes(const Geometry& g) {
        return rows_for(g).count() * sizeof(Word) + places_bytes(g) + DataWays::homes_bytes(g);
    }

    // `g` must be valid (validate()). `stamps` and `zeroed`, which is aligned to a Word, are memory
    // of zeros of these sizes.
    void init(const Geometry& g, Time* stamps, void* zeroed) {
        mapping_ = IndexMapping(g);
        auto* const lines = static_cast<Word*>(zeroed);
        displaced_.init(lines);
        char* const places = reinterpret_cast<char*>(lines + rows().count());
        if (!packed())
            places_ = reinterpret_cast<uint32_t*>(places);
        ways_.init(mapping_, stamps, reinterpret_cast<uint16_t*>(places + places_bytes(g)),
                   slot_count);
        // The highest bit of an address that tells slots apart.
        const unsigned highest = line_shift() + IndexMapping::slot_bits - 1;
        vacate_ = Word{1} << (highest < word_bits ? highest : word_bits - 1) | vacant;
        for (uint32_t i = 0; i < slot_count; ++i)
            slots[i] = (Word{i} << line_shift()) ^ vacate_;
        // At the start all ways hold block 0. It maps to set 0, of which way 0 is the last to
        // be replaced.
        slots[0] = 0;
        ways_.home<AnyShape>(0) = 0;
        ways_.stamp<AnyShape>(0) = tick;
    }

    unsigned line_shift() const { return mapping_.line_shift(); }
    bool packed() const { return mapping_.is_packed(); }
    const IndexMapping& mapping() const { return mapping_; }
    const StampRows& rows() const { return mapping_.rows(); }
    Time* stamps() const { return ways_.stamps(); }
    Time* ignored_stamp() const { return ways_.ignored_stamp(); }
    // If not packed(), the index of the stamp of each slot.
    const uint32_t* places() const { return places_; }

    // Returns true if the bytes are in one line and its slot holds it.
    template <typename Shape>
    [[gnu::always_inline]] bool is_in_slot(Word address, Word size) const {
        const Slot slot = slots[mapping_.slot_of<Shape>(address)];
        return (((address + size - 1) ^ slot) & mapping_.line_mask<Shape>()) == 0;
    }
    // References such a line and returns its way.
    template <typename Shape>
    [[gnu::always_inline]] uint32_t touch_in_slot(Word address, Time now) {
        const uint32_t way = way_in<Shape>(mapping_.slot_of<Shape>(address));
        ways_.stamp<Shape>(way) = now;
        return way;
    }

    template <typename Shape = AnyShape>
    Word line_of(Word address) const {
        return mapping_.line_of<Shape>(address);
    }

    // References the line that begins at `line`.
    template <typename Shape>
    Touched touch(Word line, Time now) {
        if (is_in_slot<Shape>(line, 1))
            return {false, touch_in_slot<Shape>(line, now)};
        if (const uint32_t way = displaced_way<Shape>(line); way != none)
            return touch_displaced<Shape>(line, way, now);
        return load<Shape>(line, now);
    }

    // Returns the way that holds a line that is not in its slot, or `none`.
    static constexpr uint32_t none = DisplacedLines::none;
    template <typename Shape>
    [[gnu::always_inline]] uint32_t displaced_way(Word line) const {
        const bool may_be = (slots[mapping_.slot_of<Shape>(line)] & has_displaced) != 0;
        return may_be ? find<Shape>(line) : none;
    }

    // References a line that is in this way, but not in its slot. Of two lines that take turns, the
    // one in the slot keeps it, so that generated code sees its hits; the other one gets the slot
    // when it is referenced twice in between.
    template <typename Shape>
    [[gnu::always_inline]] Touched touch_displaced(Word line, uint32_t way, Time now) {
        const uint32_t index = mapping_.slot_of<Shape>(line);
        const Slot slot = slots[index];
        if ((slot & vacant) == 0 &&
            ways_.stamp<Shape>(way) < ways_.stamp<Shape>(way_in<Shape>(index)))
            ways_.stamp<Shape>(way) = now;
        else
            return_to_slot(line, way, now);
        return {false, way};
    }

    // Loads a line that is not in the cache.
    template <typename Shape>
    [[gnu::always_inline]] Touched load(Word line, Time now) {
        const uint32_t way = ways_.stamp_oldest<Shape>(mapping_, line, now);
        const uint32_t home = ways_.home<Shape>(way);
        const uint32_t index = mapping_.slot_of<Shape>(line);
        if (home == index) [[unlikely]] { // takes the slot of the line that leaves
            write<Shape>(index, line | (slots[index] & has_displaced), way);
            return {true, way};
        }
        if ((home & is_displaced) != 0) [[unlikely]]
            remove_displaced(way);
        else
            slots[home] ^= vacate_; // the address of a line with another slot
        put<Shape>(line, way);
        return {true, way};
    }

    // Replaces the stamps by small ones, in the same order within each set. Returns the time
    // from which the caller's clock must continue.
    Time restamp() { return rank_stamps(ways_.stamps(), rows()); }

  private:
    static constexpr uint16_t is_displaced = 0x8000;
    static_assert(slot_count < is_displaced);
    static constexpr unsigned word_bits = sizeof(Word) * 8;

    static constexpr size_t places_bytes(const Geometry& g) {
        return IndexMapping::is_packed(g) ? 0 : slot_count * sizeof(uint32_t);
    }

    // Returns the way that holds the line of a slot.
    template <typename Shape>
    uint32_t way_in(uint32_t index) const {
        if (!Shape::is_common && places_ != nullptr)
            return places_[index];
        const Word place = slots[index] & mapping_.place_mask<Shape>();
        return static_cast<uint32_t>(place / sizeof(Time));
    }

    // Puts a line into the slot and into a way that no slot names. Its stamp is written elsewhere.
    template <typename Shape>
    [[gnu::always_inline]] void put(Word line, uint32_t way) {
        const uint32_t index = mapping_.slot_of<Shape>(line);
        if ((slots[index] & vacant) == 0) [[unlikely]]
            displace<Shape>(index);
        write<Shape>(index, line | (slots[index] & has_displaced), way);
    }

    // `line` may have the flag `beside`.
    template <typename Shape>
    [[gnu::always_inline]] void write(uint32_t index, Slot line, uint32_t way) {
        const bool separate = !Shape::is_common && places_ != nullptr;
        const Word place = separate ? 0 : Word{way} * sizeof(Time) & ~mapping_.line_mask<Shape>();
        slots[index] = line | place;
        if (separate)
            places_[index] = way;
        ways_.home<Shape>(way) = static_cast<uint16_t>(index);
    }

    [[gnu::noinline]] void return_to_slot(Word line, uint32_t way, Time now) {
        remove_displaced(way);
        put<AnyShape>(line, way);
        ways_.stamp<AnyShape>(way) = now;
    }

    // The line of a slot stays resident beside it.
    template <typename Shape>
    void displace(uint32_t index) {
        const uint32_t way = way_in<Shape>(index);
        displaced_.add(way, slots[index] & mapping_.line_mask<Shape>(), index);
        ways_.home<Shape>(way) |= is_displaced;
        slots[index] |= has_displaced;
    }

    [[gnu::always_inline]] void remove_displaced(uint32_t way) {
        const uint32_t index = ways_.home<AnyShape>(way) & (is_displaced - 1);
        if (displaced_.remove(way, index))
            slots[index] &= ~has_displaced;
    }

    template <typename Shape>
    [[gnu::noinline]] uint32_t find(Word line) const {
        const uint32_t ways = Shape::is_common ? Shape::ways : rows().ways;
        return displaced_.find(mapping_.first_way_of<Shape>(line), ways, line);
    }

    IndexMapping mapping_;
    Word vacate_ = 0; // changes a slot that names a line to a vacant one
    DataWays ways_;   // a home is the slot of the line, and whether the line is beside it
    uint32_t* places_ = nullptr; // null: packed
    DisplacedLines displaced_;
};

} // namespace cg::sim
