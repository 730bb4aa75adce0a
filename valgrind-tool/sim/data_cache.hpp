// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache. Generated code can test for a hit and simulate it.
#pragma once

#include <stddef.h>

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// The shape of a data cache, for which functions are compiled. Most processors have 64 sets of
// lines of 64 bytes, so that the place in a page chooses the set; then only the number of ways
// differs. Functions for common shapes need host_has_minimum().
struct AnyShape {
    static constexpr bool is_common = false;
    static constexpr uint32_t ways = 0; // known at run time only
};
template <uint32_t known_ways>
struct CommonShape {
    static constexpr bool is_common = true;
    static constexpr uint32_t ways = known_ways;
};

// Maps an address to its line, slot and set in a level-1 data cache.
class IndexMapping {
  public:
    static constexpr unsigned slot_bits = 13;
    static constexpr unsigned slot_count = 1u << slot_bits;
    // Arrays that are a power of 2 apart share their slots. If slots are folded, they are chosen by
    // number + (number >> slot_bits) * fold, which takes generated code longer. Lines of arrays
    // that are 2^n apart are far from each other then, and so are the rows around them.
    static constexpr unsigned fold = 5063;

    static constexpr unsigned common_line_shift = 6;
    static constexpr uint32_t common_sets = 64;
    // The number of stamps of such a cache, whose sets have as many as fit into a line.
    static constexpr uint32_t common_stamps = (common_sets << common_line_shift) / sizeof(Time);

    // Returns true if the stamps of a set and one more take no more bytes than a line. Then the
    // number of a stamp, from 1 on, is in the bits of an address that choose the set, and those
    // under them.
    static constexpr bool is_packed(const Geometry& g) {
        return g.associativity * sizeof(Time) < g.line_size;
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
    bool is_folded() const { return folded_; }
    void fold_slots() { folded_ = true; }

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
        Word number = address >> line_shift<Shape>();
        if (folded_) [[unlikely]] // predicted, so that nothing waits for the product
            number += (number >> slot_bits) * fold;
        return static_cast<uint32_t>(number) & (slot_count - 1);
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
    bool folded_ = false;
    StampRows rows_;
    Word line_mask_ = 0;
    Word place_mask_ = 0;
};

// The ways of a level-1 data cache: when each was last used, and the slot of its line.
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
        stamps_ = (mapping.is_common() ? common_stamps_ : stamps) + 1;
        homes_ = mapping.is_common() ? common_homes_ : homes;
        for (uint32_t way = 0; way < count_; ++way)
            homes_[way] = home;
    }

    Time* stamps() const { return stamps_; }
    Time* ignored_stamp() const { return stamps_ - 1; }

    template <typename Shape>
    Time& stamp(uint32_t way) {
        return Shape::is_common ? common_stamps_[way + 1] : stamps_[way];
    }
    // The home is whatever the cache needs to find the line of the way.
    template <typename Shape>
    uint16_t& home(uint32_t way) {
        return Shape::is_common ? common_homes_[way] : homes_[way];
    }

    // Writes the stamp of the oldest way of the set of this line, and returns the way with the
    // stamp that it had.
    template <typename Shape>
    [[gnu::always_inline]] Touched stamp_oldest(const IndexMapping& mapping, Word line, Time now) {
        const uint32_t first = mapping.first_way_of<Shape>(line);
        uint32_t way = first;
        if constexpr (Shape::is_common)
            way += oldest_of<Shape::ways, true>(common_stamps_ + 1 + first);
        else
            way += oldest_of(stamps_ + first, mapping.rows().ways);
        const Time replaced = stamp<Shape>(way);
        stamp<Shape>(way) = now;
        return {true, way, replaced};
    }

  private:
    alignas(64) Time common_stamps_[IndexMapping::common_stamps + 1] = {};
    uint16_t common_homes_[IndexMapping::common_stamps] = {};
    uint32_t count_ = 0;
    Time* stamps_ = nullptr;
    uint16_t* homes_ = nullptr;
};

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
//         *(ignored stamp + place of the stamp) = now
//     else
//         reference(address, size, now)
//
// A reference that extends into the next line fails the test, too. The ignored stamp is never read,
// so that code may write a stamp in any case.
//
// The place of a stamp, in bytes from the ignored one, is a part of the slot: the bits of the
// address that choose the set, and under them the number of the way, from 1 on, since the stamps of
// a set take fewer bytes than a line in all common caches (packed()). In others it is in an array
// of its own. No line has place 0, so a mask is enough to turn places into that of the ignored
// stamp.
class DataCache {
  public:
    // The address of a line. The bits under it are the place of its stamp, which is a
    // multiple of sizeof(Time), and two flags.
    using Slot = Word;
    static constexpr Slot vacant = 1;        // its line is not resident
    static constexpr Slot has_displaced = 2; // other lines of this slot are resident

    static constexpr unsigned slot_count = IndexMapping::slot_count;
    static constexpr unsigned slot_shift = sizeof(Slot) == 8 ? 3 : 2;
    static constexpr Word slot_mask = Word{slot_count - 1} << slot_shift;
    static_assert(sizeof(Slot) == size_t{1} << slot_shift);

    alignas(64) Slot slots[slot_count + 1] = {}; // the last one is for empty ways

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
        has_common_shape_ = mapping_.is_common() && host_has_minimum();
        displaced_ = static_cast<Word*>(zeroed);
        char* const places = reinterpret_cast<char*>(displaced_ + rows().count());
        if (!packed())
            places_ = reinterpret_cast<uint32_t*>(places);
        ways_.init(mapping_, stamps, reinterpret_cast<uint16_t*>(places + places_bytes(g)),
                   slot_count);
        // The highest bit of an address that tells slots apart.
        const unsigned highest = line_shift() + IndexMapping::slot_bits - 1;
        vacate_ = Word{1} << (highest < word_bits ? highest : word_bits - 1) | vacant;
        vacate_slots();
        // At the start all ways hold block 0. It maps to set 0, of which way 0 is the last to
        // be replaced.
        write<AnyShape>(0, 0, 0);
        ways_.stamp<AnyShape>(0) = tick;
    }

    bool is_folded() const { return mapping_.is_folded(); }
    // Returns how often a line was referenced that was not in its slot, since this was asked last.
    uint64_t take_displaced_uses() {
        const uint64_t uses = displaced_uses_;
        displaced_uses_ = 0;
        return uses;
    }
    // Chooses slots by more bits of an address from now on. Generated code has to be made again.
    void fold_slots() {
        for (uint32_t way = 0; way < rows().count(); ++way) {
            const uint16_t home = ways_.home<AnyShape>(way);
            if (home < slot_count) // else the way is empty, or its line is displaced already
                displaced_[way] = (slots[home] & mapping_.line_mask()) | 1;
        }
        mapping_.fold_slots();
        vacate_slots();
        for (uint32_t& lines : displaced_from_)
            lines = 0;
        for (uint32_t way = 0; way < rows().count(); ++way) {
            const Word line = displaced_[way];
            displaced_[way] = 0;
            if (line != 0)
                put<AnyShape>(line & mapping_.line_mask(), way);
        }
    }

    unsigned line_shift() const { return mapping_.line_shift(); }
    bool packed() const { return mapping_.is_packed(); }
    const IndexMapping& mapping() const { return mapping_; }
    // Returns whether functions with a CommonShape of these ways may be used.
    bool has_common_shape() const { return has_common_shape_; }
    const StampRows& rows() const { return mapping_.rows(); }
    Time* stamps() const { return ways_.stamps(); }
    Time* ignored_stamp() const { return ways_.ignored_stamp(); }
    // If not packed(), the index of the stamp of each slot, from the ignored one on.
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
    static constexpr uint32_t none = ~uint32_t{0};
    template <typename Shape>
    [[gnu::always_inline]] uint32_t displaced_way(Word line) const {
        return may_be_displaced<Shape>(line) ? find<Shape>(line) : none;
    }
    // Returns true if lines of the slot of this address are displaced.
    template <typename Shape>
    bool may_be_displaced(Word address) const {
        return (slots[mapping_.slot_of<Shape>(address)] & has_displaced) != 0;
    }

    // References a line that is in this way, but not in its slot. Of two lines that take turns, the
    // one in the slot keeps it, so that generated code sees its hits; the other one gets the slot
    // when it is referenced twice in between.
    template <typename Shape>
    [[gnu::always_inline]] Touched touch_displaced(Word line, uint32_t way, Time now) {
        const uint32_t index = mapping_.slot_of<Shape>(line);
        const Slot slot = slots[index];
        ++displaced_uses_;
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
        const Touched loaded = ways_.stamp_oldest<Shape>(mapping_, line, now);
        const uint32_t way = loaded.way;
        const uint32_t home = ways_.home<Shape>(way);
        const uint32_t index = mapping_.slot_of<Shape>(line);
        if (home == index) [[unlikely]] { // takes the slot of the line that leaves
            write<Shape>(index, line | (slots[index] & has_displaced), way);
            return loaded;
        }
        if ((home & is_displaced) != 0) [[unlikely]]
            remove_displaced(way);
        else
            slots[home] ^= vacate_; // the address of a line with another slot
        put<Shape>(line, way);
        return loaded;
    }

    // Replaces the stamps by small ones, in the same order within each set. Returns the time
    // from which the caller's clock must continue.
    Time restamp() { return rank_stamps(ways_.stamps(), rows()); }

  private:
    void vacate_slots() {
        for (uint32_t i = 0; i < slot_count; ++i)
            slots[i] = (Word{i} << line_shift()) ^ vacate_;
    }

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
            return places_[index] - 1;
        const Word place = slots[index] & mapping_.place_mask<Shape>();
        return static_cast<uint32_t>(place / sizeof(Time)) - 1;
    }

    // Puts a line into the slot and into a way that no slot names. Its stamp is written elsewhere.
    template <typename Shape>
    [[gnu::always_inline]] void put(Word line, uint32_t way) {
        const uint32_t index = mapping_.slot_of<Shape>(line);
        if ((slots[index] & vacant) == 0) [[unlikely]]
            displace<Shape>(index);
        write<Shape>(index, line | (slots[index] & has_displaced), way);
    }

    // `line` may have the flag `has_displaced`.
    template <typename Shape>
    [[gnu::always_inline]] void write(uint32_t index, Slot line, uint32_t way) {
        const bool separate = !Shape::is_common && places_ != nullptr;
        const Word place =
            separate ? 0 : Word{way + 1} * sizeof(Time) & ~mapping_.line_mask<Shape>();
        slots[index] = line | place;
        if (separate)
            places_[index] = way + 1;
        ways_.home<Shape>(way) = static_cast<uint16_t>(index);
    }

    [[gnu::noinline]] void return_to_slot(Word line, uint32_t way, Time now) {
        remove_displaced(way);
        put<AnyShape>(line, way);
        ways_.stamp<AnyShape>(way) = now;
    }

    // Takes the slot from its line, which stays resident.
    template <typename Shape>
    void displace(uint32_t index) {
        const uint32_t way = way_in<Shape>(index);
        displaced_[way] = (slots[index] & mapping_.line_mask<Shape>()) | 1;
        ++displaced_from_[index];
        ways_.home<Shape>(way) |= is_displaced;
        slots[index] |= has_displaced;
    }

    [[gnu::always_inline]] void remove_displaced(uint32_t way) {
        const uint32_t index = ways_.home<AnyShape>(way) & (is_displaced - 1);
        displaced_[way] = 0;
        if (--displaced_from_[index] == 0)
            slots[index] &= ~has_displaced;
    }

    // Returns which way of the set holds the displaced line, or `none`. Without a branch for the
    // way, which is unpredictable.
    template <typename Shape>
    [[gnu::noinline]] uint32_t find(Word line) const {
        const uint32_t ways = Shape::is_common ? Shape::ways : rows().ways;
        const uint32_t first = mapping_.first_way_of<Shape>(line);
        uint32_t found = none;
#pragma GCC unroll 16
        for (uint32_t way = first; way < first + ways; ++way)
            found = displaced_[way] == (line | 1) ? way : found;
        return found;
    }

    IndexMapping mapping_;
    bool has_common_shape_ = false;
    Word vacate_ = 0; // changes a slot that names a line to a vacant one
    DataWays ways_;   // a home is the slot of the line, and whether the line is displaced
    uint32_t* places_ = nullptr; // null: packed
    // By way: its line | 1 if that is displaced from its slot, else 0.
    Word* displaced_ = nullptr;
    uint32_t displaced_from_[slot_count] = {}; // of each slot, how many lines
    uint64_t displaced_uses_ = 0;
};

} // namespace cg::sim
