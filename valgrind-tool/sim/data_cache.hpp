// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache, made so that generated code can handle a hit.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// Set-associative, least recently used by the caller's time stamps.
//
// `slots` is a direct-mapped index of lines that are in the cache: a line that
// its slot names is resident, and the slot says where its stamp is. The opposite
// does not hold: two resident lines may want one slot. So generated code may do
//
//     offset = (address >> (line_shift - slot_shift)) & slot_mask
//     if (address + size - 1 - slot.line < line size) *slot.stamp = now
//     else reference(address, size, now)
//
// where the difference also catches a reference that runs into the next line.
// Behind a slot that names no line is a stamp that nobody reads; and there is one
// `shadow` bytes behind every stamp, for code that rather writes to the wrong
// place than not at all.
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

    Slot slots[slot_count] = {};

    // Bytes of memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return (size_t{g.sets()} * g.associativity * 3 + 2) * sizeof(Word);
    }

    // `g` must be legal (validate()), `storage` aligned to a Word.
    void init(const Geometry& g, void* storage) {
        shift_ = g.line_shift();
        line_mask_ = ~Word{g.line_size - 1};
        sets_ = g.sets();
        ways_ = g.associativity;
        const size_t count = size_t{sets_} * ways_;
        lines_ = static_cast<Word*>(storage);
        stamps_ = lines_ + count;
        ignored_stamp_ = stamps_ + count;
        ignored_offset_ = (count + 1) * sizeof(Word);
        for (size_t i = 0; i < count; ++i) {
            lines_[i] = no_line;
            stamps_[i] = 0;
        }
        for (uint32_t i = 0; i < slot_count; ++i) {
            clear(i);
            displaced_[i] = 0;
        }
        // Every tag starts as block 0, which concerns set 0 only, where it goes last.
        lines_[0] = 0;
        stamps_[0] = 1;
        displaced_[0] = 1;
    }

    unsigned line_shift() const { return shift_; }
    uint32_t ways() const { return ways_; }
    Word ignored_offset() const { return ignored_offset_; }

    // True if a line of [address, address + size) was missing. `size` is from 1
    // to the line size. Takes the times `now` for the lower line and `now + 1`
    // for the upper; times must rise from call to call. `ways` is the
    // associativity, for speed; 0: look it up.
    template <uint32_t ways = 0>
    bool reference(Word address, Word size, Word now) {
        const Word first = address & line_mask_;
        const Word last = (address + size - 1) & line_mask_;
        bool miss = touch<ways>(first, now);
        if (last != first) [[unlikely]]
            miss |= touch<0>(last, now + 1);
        return miss;
    }

    // Gives every line a small stamp, in the same order within its set; the
    // caller's clock goes on from the returned time.
    Word restamp() {
        for (uint32_t set = 0; set < sets_; ++set)
            rank_stamps(stamps_ + size_t{set} * ways_, ways_);
        return ways_;
    }

  private:
    static constexpr Word no_line = 1; // no line begins at an odd address

    uint32_t slot_index(Word line) const {
        return static_cast<uint32_t>(line >> shift_) & (slot_count - 1);
    }

    // An empty slot names a line that wants another slot, and not the next one:
    // no reference that comes here can take it for its own.
    void clear(uint32_t index) {
        slots[index] = {Word{index ^ (slot_count / 2)} << shift_, ignored_stamp_};
    }

    template <uint32_t fixed_ways>
    bool touch(Word line, Word now) {
        const uint32_t index = slot_index(line);
        Slot& slot = slots[index];
        if (slot.line == line) {
            *slot.stamp = now;
            return false;
        }
        const uint32_t ways = fixed_ways != 0 ? fixed_ways : ways_;
        const size_t set = static_cast<uint32_t>(line >> shift_) & (sets_ - 1);
        Word* const lines = lines_ + set * ways;
        Word* const stamps = stamps_ + set * ways;
        uint32_t way = ways;
        if (displaced_[index] != 0) [[unlikely]]
            way = find(lines, line);
        const bool miss = way == ways;
        if (miss) {
            if constexpr (fixed_ways != 0) {
                way = oldest_of<fixed_ways>(stamps);
            } else {
                way = oldest_of(stamps, ways);
            }
            evict(lines[way], &stamps[way]);
            lines[way] = line;
        } else {
            --displaced_[index];
        }
        if (slot.stamp != ignored_stamp_)
            ++displaced_[index];
        slot = {line, &stamps[way]};
        stamps[way] = now;
        return miss;
    }

    void evict(Word line, const Word* stamp) {
        if (line == no_line)
            return;
        const uint32_t index = slot_index(line);
        if (slots[index].stamp == stamp) {
            clear(index);
        } else {
            --displaced_[index];
        }
    }

    uint32_t find(const Word* lines, Word line) const {
        uint32_t way = 0;
        while (way < ways_ && lines[way] != line)
            ++way;
        return way;
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_ = 0;
    Word line_mask_ = 0;
    Word* lines_ = nullptr;         // addresses of first bytes
    Word* stamps_ = nullptr;        // apart: a miss looks at no lines, most often
    Word* ignored_stamp_ = nullptr; // behind the last stamp
    Word ignored_offset_ = 0;
    // For each slot, how many lines are resident without having it. None: what
    // is not in the slot is not in the cache.
    uint32_t displaced_[slot_count] = {};
};

} // namespace cg::sim
