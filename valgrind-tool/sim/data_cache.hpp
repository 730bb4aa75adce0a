// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache. Generated code can test for a hit and simulate it.
#pragma once

#include "data_ways.hpp"
#include "lines_beside.hpp"

namespace cg::sim {

// A set-associative cache that replaces the least recently used line. The caller provides the
// time stamps.
//
// `slots` is a direct-mapped index of resident lines. Each address has one slot. If the slot
// holds the line of the address, the line is resident, and the slot tells where its stamp is. If
// not, the line may be resident all the same, because several lines have the same slot. So
// generated code may do
//
//     slot = slots[address >> line_shift & (slot_count - 1)]   (or folded: AddressSplit)
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
    static constexpr Slot vacant = 1; // its line is not resident
    static constexpr Slot beside = 2; // lines that have this slot are resident beside it

    static constexpr unsigned slot_count = AddressSplit::slot_count;
    static constexpr unsigned slot_shift = sizeof(Slot) == 8 ? 3 : 2;
    static constexpr Word slot_mask = Word{slot_count - 1} << slot_shift;
    static_assert(sizeof(Slot) == size_t{1} << slot_shift);

    alignas(64) Slot slots[slot_count + 1] = {}; // the last one is that of empty ways

    static constexpr StampRows rows_for(const Geometry& g) { return AddressSplit::rows_for(g); }
    // Return the sizes of the memory that init() needs.
    static constexpr size_t stamps_bytes(const Geometry& g) { return DataWays::stamps_bytes(g); }
    static constexpr size_t storage_bytes(const Geometry& g) {
        return rows_for(g).count() * sizeof(Word) + places_bytes(g) + DataWays::homes_bytes(g);
    }

    // `g` must be valid (validate()). `stamps` and `zeroed`, which is aligned to a Word, are memory
    // of zeros of these sizes.
    void init(const Geometry& g, Time* stamps, void* zeroed) {
        split_ = AddressSplit(g);
        auto* const lines = static_cast<Word*>(zeroed);
        beside_.init(lines);
        char* const places = reinterpret_cast<char*>(lines + rows().count());
        if (!packed())
            places_ = reinterpret_cast<uint32_t*>(places);
        ways_.init(split_, stamps, reinterpret_cast<uint16_t*>(places + places_bytes(g)),
                   slot_count);
        // The highest bit of an address that tells slots apart.
        const unsigned highest = line_shift() + AddressSplit::slot_bits - 1;
        vacate_ = Word{1} << (highest < word_bits ? highest : word_bits - 1) | vacant;
        clear_slots();
        // At the start all ways hold block 0. It maps to set 0, of which way 0 is the last to
        // be replaced.
        slots[0] = 0;
        ways_.home<0>(0) = 0;
        ways_.stamp<0>(0) = tick;
    }

    // Returns the fold that tells the lines apart that took turns lately. 0: none.
    unsigned useful_fold() const { return split_.fold_for(recent_differences_); }
    // Chooses slots by more bits of the address from now on. Generated code and the functions that
    // it calls must be made again. May be called once, for a common cache.
    void set_fold(unsigned fold) {
        for (uint32_t way = 0; way < rows().count(); ++way) {
            const uint16_t home = ways_.home<0>(way);
            if (home < slot_count) // else it is empty, or its line is beside the slot
                beside_.line(way) = slots[home] | 1;
        }
        split_.set_fold(fold);
        clear_slots();
        for (uint32_t way = 0; way < rows().count(); ++way) {
            if (const Word line = beside_.take(way); line != 0)
                put<0>(line & split_.line_mask<0>(), way);
        }
    }
    uint64_t references_beside() const { return references_beside_; } // to lines beside their slot

    unsigned line_shift() const { return split_.line_shift(); }
    bool packed() const { return split_.is_packed(); }
    const AddressSplit& split() const { return split_; }
    const StampRows& rows() const { return split_.rows(); }
    Time* stamps() const { return ways_.stamps(); }
    Time* ignored_stamp() const { return ways_.ignored_stamp(); }
    // If not packed(), the index of the stamp of each slot.
    const uint32_t* places() const { return places_; }

    // Does what generated code does: references the bytes [address, address + size) and returns
    // true, if they are in one line and its slot holds it. If not, does nothing.
    template <uint32_t fixed_ways = 0>
    bool hit(Word address, Word size, Time now) {
        return !touch_slot<fixed_ways>(address, size, now).miss;
    }

    // The same, with the way that the line is in.
    template <uint32_t fixed_ways = 0>
    [[gnu::always_inline]] Touched touch_slot(Word address, Word size, Time now) {
        if (!is_in_slot<fixed_ways>(address, size))
            return {true, none};
        return {false, touch_in_slot<fixed_ways>(address, now)};
    }
    // Returns true if the bytes are in one line and its slot holds it.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] bool is_in_slot(Word address, Word size) const {
        const Slot slot = slots[split_.slot_of<fixed_ways>(address)];
        return (((address + size - 1) ^ slot) & split_.line_mask<fixed_ways>()) == 0;
    }
    // References such a line and returns its way.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] uint32_t touch_in_slot(Word address, Time now) {
        const uint32_t way = way_in<fixed_ways>(split_.slot_of<fixed_ways>(address));
        ways_.stamp<fixed_ways>(way) = now;
        return way;
    }

    // References the bytes [address, address + size). Returns true if a line of them was not
    // in the cache. `size` is from 1 to the line size. Uses the times `now` for the lower line
    // and `now + tick` for the upper one; times must increase from call to call.
    template <uint32_t fixed_ways = 0>
    bool reference(Word address, Word size, Time now) {
        const Word first = line_of<fixed_ways>(address);
        const Word last = line_of<fixed_ways>(address + size - 1);
        bool miss = touch<fixed_ways>(first, now).miss;
        if (last != first) [[unlikely]]
            miss |= touch<fixed_ways>(last, now + tick).miss;
        return miss;
    }

    template <uint32_t fixed_ways = 0>
    Word line_of(Word address) const {
        return split_.line_of<fixed_ways>(address);
    }

    // References the line that begins at `line`.
    template <uint32_t fixed_ways>
    Touched touch(Word line, Time now) {
        if (const Touched in_slot = touch_slot<fixed_ways>(line, 1, now); !in_slot.miss)
            return in_slot;
        if (const uint32_t way = way_beside_slot<fixed_ways>(line); way != none)
            return touch_beside<fixed_ways>(line, way, now);
        return load<fixed_ways>(line, now);
    }

    // Returns the way that holds a line that is not in its slot, or `none`.
    static constexpr uint32_t none = LinesBeside::none;
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] uint32_t way_beside_slot(Word line) const {
        return may_be_beside<fixed_ways>(line) ? find<fixed_ways>(line) : none;
    }

    template <uint32_t fixed_ways>
    bool may_be_beside(Word line) const {
        return (slots[split_.slot_of<fixed_ways>(line)] & beside) != 0;
    }

    // References a line that is in this way, but not in its slot. Of two lines that take turns, the
    // one in the slot keeps it, so that generated code sees its hits; the other one gets the slot
    // when it is referenced twice in between.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] Touched touch_beside(Word line, uint32_t way, Time now) {
        const uint32_t index = split_.slot_of<fixed_ways>(line);
        ++references_beside_;
        const Slot slot = slots[index];
        if ((slot & vacant) == 0)
            recent_differences_[references_beside_ % AddressSplit::pairs] = line ^ slot;
        if ((slot & vacant) == 0 &&
            ways_.stamp<fixed_ways>(way) < ways_.stamp<fixed_ways>(way_in<fixed_ways>(index)))
            ways_.stamp<fixed_ways>(way) = now;
        else
            return_to_slot(line, way, now);
        return {false, way};
    }

    // Loads a line that is not in the cache.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] Touched load(Word line, Time now) {
        const uint32_t way = ways_.stamp_oldest<fixed_ways>(split_, line, now);
        const uint32_t home = ways_.home<fixed_ways>(way);
        const uint32_t index = split_.slot_of<fixed_ways>(line);
        if (home == index) [[unlikely]] { // takes the slot of the line that leaves
            write<fixed_ways>(index, line | (slots[index] & beside), way);
            return {true, way};
        }
        if ((home & is_beside) != 0) [[unlikely]]
            remove_beside(way);
        else
            slots[home] ^= vacate_; // the address of a line with another slot
        put<fixed_ways>(line, way);
        return {true, way};
    }

    // Replaces the stamps by small ones, in the same order within each set. Returns the time
    // from which the caller's clock must continue.
    Time restamp() { return rank_stamps(ways_.stamps(), rows()); }

  private:
    static constexpr uint16_t is_beside = 0x8000;
    static_assert(slot_count < is_beside);
    static constexpr unsigned word_bits = sizeof(Word) * 8;

    static constexpr size_t places_bytes(const Geometry& g) {
        return AddressSplit::is_packed(g) ? 0 : slot_count * sizeof(uint32_t);
    }

    void clear_slots() {
        for (uint32_t i = 0; i < slot_count; ++i)
            slots[i] = (Word{i} << line_shift()) ^ vacate_;
        beside_.clear_counts();
    }

    // Returns the way that holds the line of a slot.
    template <uint32_t fixed_ways>
    uint32_t way_in(uint32_t index) const {
        if (fixed_ways == 0 && places_ != nullptr)
            return places_[index];
        const Word place = slots[index] & split_.place_mask<fixed_ways>();
        return static_cast<uint32_t>(place / sizeof(Time));
    }

    // Puts a line into the slot and into a way that no slot names. Its stamp is written elsewhere.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] void put(Word line, uint32_t way) {
        const uint32_t index = split_.slot_of<fixed_ways>(line);
        if ((slots[index] & vacant) == 0) [[unlikely]]
            displace<fixed_ways>(index);
        write<fixed_ways>(index, line | (slots[index] & beside), way);
    }

    // `line` may have the flag `beside`.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] void write(uint32_t index, Slot line, uint32_t way) {
        const bool separate = fixed_ways == 0 && places_ != nullptr;
        const Word place =
            separate ? 0 : Word{way} * sizeof(Time) & ~split_.line_mask<fixed_ways>();
        slots[index] = line | place;
        if (separate)
            places_[index] = way;
        ways_.home<fixed_ways>(way) = static_cast<uint16_t>(index);
    }

    [[gnu::noinline]] void return_to_slot(Word line, uint32_t way, Time now) {
        remove_beside(way);
        put<0>(line, way);
        ways_.stamp<0>(way) = now;
    }

    // The line of a slot stays resident beside it.
    template <uint32_t fixed_ways>
    void displace(uint32_t index) {
        const uint32_t way = way_in<fixed_ways>(index);
        beside_.add(way, slots[index] & split_.line_mask<fixed_ways>(), index);
        ways_.home<fixed_ways>(way) |= is_beside;
        slots[index] |= beside;
    }

    [[gnu::always_inline]] void remove_beside(uint32_t way) {
        const uint32_t index = ways_.home<0>(way) & (is_beside - 1);
        if (beside_.remove(way, index))
            slots[index] &= ~beside;
    }

    template <uint32_t fixed_ways>
    [[gnu::noinline]] uint32_t find(Word line) const {
        const uint32_t ways = fixed_ways != 0 ? AddressSplit::ways_in(fixed_ways) : rows().ways;
        return beside_.find(split_.first_way_of<fixed_ways>(line), ways, line);
    }

    AddressSplit split_;
    Word vacate_ = 0; // changes a slot that names a line to a vacant one
    DataWays ways_;   // a home is the slot of the line, and whether the line is beside it
    uint64_t references_beside_ = 0;
    AddressSplit::Differences recent_differences_ = {}; // of lines beside their slot from its line
    uint32_t* places_ = nullptr;                        // null: packed
    LinesBeside beside_;
};

} // namespace cg::sim
