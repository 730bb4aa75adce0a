// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache. Generated code can test for a hit and simulate it.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// A set-associative cache that replaces the least recently used line. The caller provides the
// time stamps.
//
// `slots` is a direct-mapped index of resident lines. Each address has one slot. If the slot
// holds the line of the address, the line is resident, and the slot points to its stamp. If
// not, the line may be resident all the same, because several lines have the same slot. So
// generated code may do
//
//     offset = (address >> (line_shift - slot_shift)) & slot_mask
//     slot = slots at this offset
//     if (address + size - 1 - slot.line < line size)
//         *slot.stamp = now
//     else
//         reference(address, size, now)
//
// A reference that extends into the next line fails the test, too. The stamp of an empty slot
// is never read, nor is the ignored stamp, so that code may write a stamp in any case.
class DataCache {
  public:
    struct Slot {
        Word line;   // address of the line's first byte
        Word* stamp; // when it was last referenced
    };
    static constexpr unsigned slot_count = 8192;
    static constexpr unsigned slot_shift = sizeof(Word) == 8 ? 4 : 3;
    static constexpr Word slot_mask = Word{slot_count - 1} << slot_shift;
    static_assert(sizeof(Slot) == size_t{1} << slot_shift);

    alignas(64) Slot slots[slot_count] = {}; // none in two lines of the host

    // Returns the size of the memory that init() needs. `beside` is the size of what the caller
    // keeps beside the stamps (beside_stamps()), a multiple of a Word.
    static constexpr size_t storage_bytes(const Geometry& g, size_t beside = 0) {
        const size_t count = size_t{g.sets()} * g.associativity;
        return (count * 2 + 1) * sizeof(Word) + beside;
    }

    // `g` must be valid (validate()). `storage` is aligned to a Word.
    void init(const Geometry& g, void* storage) {
        shift_ = g.line_shift();
        line_mask_ = ~Word{g.line_size - 1};
        sets_ = g.sets();
        ways_ = g.associativity;
        const size_t count = size_t{sets_} * ways_;
        lines_ = static_cast<Word*>(storage);
        stamps_ = lines_ + count;
        ignored_stamp_ = stamps_ + count;
        for (size_t i = 0; i < count; ++i) {
            lines_[i] = no_line;
            stamps_[i] = 0;
        }
        for (uint32_t i = 0; i < slot_count; ++i) {
            clear(i);
            displaced_[i] = 0;
        }
        // At the start all ways hold block 0. It maps to set 0, of which way 0 is the last to
        // be replaced.
        lines_[0] = not_in_slot; // block 0
        stamps_[0] = 1;
        displaced_[0] = 1;
    }

    unsigned line_shift() const { return shift_; }
    uint32_t ways() const { return ways_; }
    // The last stamp; what the caller keeps beside it is ignored as well.
    Word* ignored_stamp() const { return ignored_stamp_; }
    // Returns the memory after the last stamp.
    void* beside_stamps() const { return ignored_stamp_ + 1; }

    // Does what generated code does: references the bytes [address, address + size) and returns
    // true, if they are in one line and its slot holds it. If not, does nothing.
    bool hit(Word address, Word size, Word now) {
        const Slot& slot = slots[slot_index(address)];
        if (((address + size - 1 - slot.line) & line_mask_) != 0)
            return false;
        *slot.stamp = now;
        return true;
    }

    // References the bytes [address, address + size). Returns true if a line of them was not
    // in the cache. `size` is from 1 to the line size. Uses the times `now` for the lower line
    // and `now + 1` for the upper one; times must increase from call to call. `ways` is the
    // associativity, for code that is faster, or 0 if it is not known at compile time.
    template <uint32_t ways = 0>
    bool reference(Word address, Word size, Word now) {
        const Word first = address & line_mask_;
        const Word last = (address + size - 1) & line_mask_;
        bool miss = touch<ways>(first, now).miss;
        if (last != first) [[unlikely]]
            miss |= touch<ways>(last, now + 1).miss;
        return miss;
    }

    // Returns the address of the first byte of the line.
    Word line_of(Word address) const { return address & line_mask_; }

    // References the line that begins at `line`.
    template <uint32_t fixed_ways>
    Touched touch(Word line, Word now) {
        const Slot& slot = slots[slot_index(line)];
        if (slot.line == line) {
            *slot.stamp = now;
            return {false, number_of(slot.stamp)};
        }
        const uint32_t way = way_beside_slot(line);
        return way == none ? load<fixed_ways>(line, now) : return_to_slot(line, way, now);
    }

    // Returns the way that holds a line that is not in its slot, or `none`.
    static constexpr uint32_t none = ~uint32_t{0};
    [[gnu::always_inline]] uint32_t way_beside_slot(Word line) const {
        return displaced_[slot_index(line)] == 0 ? none : find(line);
    }

    // References a line that is in this way, but not in its slot.
    Touched return_to_slot(Word line, uint32_t way, Word now) {
        --displaced_[slot_index(line)];
        return put(line, way, now, false);
    }

    // Loads a line that is not in the cache.
    template <uint32_t fixed_ways>
    [[gnu::always_inline]] Touched load(Word line, Word now) {
        const uint32_t first = first_way_of(line, fixed_ways);
        uint32_t way;
        if constexpr (fixed_ways != 0) {
            way = first + oldest_of<fixed_ways>(stamps_ + first);
        } else {
            way = first + oldest_of(stamps_ + first, ways_);
        }
        evict(lines_[way]);
        return put(line, way, now, true);
    }

    // Replaces the stamps by small ones, in the same order within each set. Returns the time
    // from which the caller's clock must continue.
    Word restamp() {
        for (uint32_t set = 0; set < sets_; ++set)
            rank_stamps(stamps_ + size_t{set} * ways_, ways_);
        return ways_;
    }

  private:
    static constexpr Word no_line = 1;     // no line begins at an odd address
    static constexpr Word not_in_slot = 2; // a bit of a line, which begins at a multiple of 16

    uint32_t slot_index(Word address) const {
        return static_cast<uint32_t>(address >> shift_) & (slot_count - 1);
    }

    // An empty slot holds an address that maps to a different, non-adjacent slot, so no lookup
    // here can match it.
    void clear(uint32_t index) {
        slots[index] = {Word{index ^ (slot_count / 2)} << shift_, ignored_stamp_};
    }

    uint32_t number_of(const Word* stamp) const { return static_cast<uint32_t>(stamp - stamps_); }

    // Does not read the slot, for which a miss would wait: it is in the host's level 2 at best.
    void evict(Word line) {
        if (line == no_line)
            return;
        const uint32_t index = slot_index(line);
        if ((line & not_in_slot) == 0) {
            clear(index);
        } else {
            --displaced_[index];
        }
    }

    [[gnu::always_inline]] Touched put(Word line, uint32_t way, Word now, bool is_miss) {
        const uint32_t index = slot_index(line);
        Slot& slot = slots[index];
        if (slot.stamp != ignored_stamp_) {
            ++displaced_[index];
            lines_[number_of(slot.stamp)] |= not_in_slot;
        }
        lines_[way] = line;
        slot = {line, &stamps_[way]};
        stamps_[way] = now;
        return {is_miss, way};
    }

    uint32_t first_way_of(Word line, uint32_t fixed_ways) const {
        const uint32_t set = static_cast<uint32_t>(line >> shift_) & (sets_ - 1);
        return set * (fixed_ways != 0 ? fixed_ways : ways_);
    }

    uint32_t find(Word line) const {
        const uint32_t first = first_way_of(line, 0);
        for (uint32_t way = first; way < first + ways_; ++way) {
            if (lines_[way] == (line | not_in_slot))
                return way;
        }
        return none;
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_ = 0;
    Word line_mask_ = 0;
    Word* lines_ = nullptr;         // addresses of first bytes, perhaps with `not_in_slot`
    Word* stamps_ = nullptr;        // not with the lines, which a miss seldom reads
    Word* ignored_stamp_ = nullptr; // after the last stamp
    // For each slot, the number of resident lines that map to it but are not in it. If it is 0,
    // a line that is not in the slot is not in the cache.
    uint16_t displaced_[slot_count] = {};
};

} // namespace cg::sim
