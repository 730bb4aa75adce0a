// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 data cache, made so that generated code can handle a hit.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

/// Set-associative, least recently used by the caller's time stamps.
///
/// `slots` is a direct-mapped index of lines that are in the cache: a line that
/// its slot names is resident, and its stamp is the slot's. The opposite does
/// not hold: two resident lines may want one slot, and the one that lost it has
/// its stamp in its way. So generated code may do
///
///     offset = (address >> (line_shift - slot_shift)) & slot_mask
///     if (address + size - 1 - slot.line < line size) slot.stamp = now
///     else reference(address, size, now)
///
/// where the difference also catches a reference that runs into the next line.
/// Writing a stamp into the slot of a line that has just been evicted does no
/// harm.
class DataCache {
  public:
    struct Slot {
        Word line;  ///< address of the line's first byte
        Word stamp; ///< when it was last referenced
    };
    /// Host memory against conflicts: 16 KiB stays in the host's own cache.
    static constexpr unsigned slot_count = 1024;
    static constexpr unsigned slot_shift = sizeof(Word) == 8 ? 4 : 3;
    static constexpr Word slot_mask = Word{slot_count - 1} << slot_shift;
    static_assert(sizeof(Slot) == size_t{1} << slot_shift);

    Slot slots[slot_count] = {};

    /// Bytes of memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * sizeof(Way);
    }

    /// `g` must be legal (validate()), `storage` aligned to a Word.
    void init(const Geometry& g, void* storage) {
        shift_ = g.line_shift();
        line_mask_ = ~Word{g.line_size - 1};
        sets_ = g.sets();
        ways_count_ = g.associativity;
        ways_ = static_cast<Way*>(storage);
        for (size_t i = 0; i < size_t{sets_} * ways_count_; ++i)
            ways_[i] = {no_line, 0};
        // Every tag starts as block 0, which concerns set 0 only, where it goes last.
        ways_[0] = {0, 1};
        for (uint32_t i = 0; i < slot_count; ++i)
            clear(i);
    }

    unsigned line_shift() const { return shift_; }

    /// True if a line of [address, address + size) was missing. `size` is from 1
    /// to the line size. Takes the times `now` for the lower line and `now + 1`
    /// for the upper; times must rise from call to call.
    bool reference(Word address, Word size, Word now) {
        const Word first = address & line_mask_;
        const Word last = (address + size - 1) & line_mask_;
        bool miss = touch(first, now);
        if (last != first)
            miss |= touch(last, now + 1);
        return miss;
    }

    /// Gives every line a small stamp, in the same order within its set; the
    /// caller's clock goes on from the returned time.
    Word restamp() {
        for (uint32_t set = 0; set < sets_; ++set) {
            Way* const ways = ways_ + size_t{set} * ways_count_;
            for (uint32_t w = 0; w < ways_count_; ++w)
                ways[w].stamp = stamp_of(ways[w]);
            for (uint32_t rank = 0; rank < ways_count_; ++rank) {
                Way* next = nullptr;
                for (uint32_t w = 0; w < ways_count_; ++w) {
                    if ((ways[w].stamp & top_bit) != 0)
                        continue; // has its rank
                    if (next == nullptr || ways[w].stamp < next->stamp)
                        next = &ways[w];
                }
                next->stamp = top_bit | rank;
            }
            for (uint32_t w = 0; w < ways_count_; ++w) {
                ways[w].stamp &= ~top_bit;
                const uint32_t index = slot_index(ways[w].line);
                if (owners_[index] == &ways[w])
                    slots[index].stamp = ways[w].stamp;
            }
        }
        return ways_count_;
    }

  private:
    struct Way {
        Word line;  // address of the first byte
        Word stamp; // valid unless the way owns its line's slot
    };
    static constexpr Word no_line = 1; // no line begins at an odd address

    uint32_t slot_index(Word line) const {
        return static_cast<uint32_t>(line >> shift_) & (slot_count - 1);
    }

    // An empty slot names a line that wants another slot, and not the next one:
    // no reference that comes here can take it for its own.
    void clear(uint32_t index) {
        slots[index] = {Word{index ^ (slot_count / 2)} << shift_, 0};
        owners_[index] = nullptr;
    }

    Word stamp_of(const Way& way) const {
        const uint32_t index = slot_index(way.line);
        return owners_[index] == &way ? slots[index].stamp : way.stamp;
    }

    bool touch(Word line, Word now) {
        Slot& slot = slots[slot_index(line)];
        if (slot.line == line) {
            slot.stamp = now;
            return false;
        }
        const size_t set = static_cast<uint32_t>(line >> shift_) & (sets_ - 1);
        Way* const ways = ways_ + set * ways_count_;
        Way* way = find(ways, line);
        const bool miss = way == nullptr;
        if (miss) {
            way = oldest(ways);
            const uint32_t index = slot_index(way->line);
            if (owners_[index] == way)
                clear(index);
            way->line = line;
        }
        take_slot(way, now);
        return miss;
    }

    void take_slot(Way* way, Word now) {
        const uint32_t index = slot_index(way->line);
        if (owners_[index] != nullptr)
            owners_[index]->stamp = slots[index].stamp;
        owners_[index] = way;
        slots[index] = {way->line, now};
    }

    Way* find(Way* ways, Word line) const {
        for (uint32_t w = 0; w < ways_count_; ++w) {
            if (ways[w].line == line)
                return &ways[w];
        }
        return nullptr;
    }

    Way* oldest(Way* ways) const {
        Way* oldest = ways;
        Word oldest_stamp = stamp_of(*ways);
        for (uint32_t w = 1; w < ways_count_; ++w) {
            const Word stamp = stamp_of(ways[w]);
            if (stamp < oldest_stamp) {
                oldest = &ways[w];
                oldest_stamp = stamp;
            }
        }
        return oldest;
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_count_ = 0;
    Word line_mask_ = 0;
    Way* ways_ = nullptr;
    Way* owners_[slot_count] = {}; // who has the slot; cold, so apart from slots
};

} // namespace cg::sim
