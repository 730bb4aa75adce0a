// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 instruction cache. Generated code can test for a hit and simulate it.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// A line of code. When code is translated, the lines that it fetches are known. So each line
// has an object, and generated code need not search for it:
//
//     if (line.absent == 0)
//         *line.stamp = now
//     else
//         touch(line, now)
//
// The stamp of an absent line is never read.
struct CodeLine {
    Word absent = ~Word{0};   // 0: resident; all ones: not
    Time* stamp = nullptr;    // when it was last referenced
    Word block = 0;           // address / line size
    CodeLine* next = nullptr; // for the owner's table
};

// A set-associative cache that replaces the least recently used line. The caller provides the
// time stamps.
class CodeCache {
  public:
    static constexpr StampRows rows_for(const Geometry& g) {
        return {g.sets(), g.associativity, g.associativity};
    }
    // Returns the size of the memory that init() needs besides the stamps.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{rows_for(g).count()} * sizeof(CodeLine*);
    }

    // `g` must be valid (validate()). `stamps` is memory of the size of its rows, `zeroed` that of
    // the storage, aligned to a Word; both are of zeros.
    void init(const Geometry& g, Time* stamps, void* zeroed) {
        shift_ = g.line_shift();
        rows_ = rows_for(g);
        stamps_ = stamps + 1;
        lines_ = static_cast<CodeLine**>(zeroed);
        origin_ = {.absent = 0, .stamp = &stamps_[0]};
        lines_[0] = &origin_;
        stamps_[0] = tick; // the last of its set to be replaced
    }

    unsigned line_shift() const { return shift_; }
    const StampRows& rows() const { return rows_; }
    Time* stamps() const { return stamps_; }

    // Returns the way of a resident line: its number among those of all sets.
    uint32_t way_of(const CodeLine& line) const {
        return static_cast<uint32_t>(line.stamp - stamps_);
    }

    Word line_bytes() const { return Word{1} << shift_; }
    Word address_of(const CodeLine& line) const { return line.block << shift_; }
    Word block_of(Word address) const { return address >> shift_; }

    bool same_set(const CodeLine& a, const CodeLine& b) const {
        return ((a.block ^ b.block) & (rows_.sets - 1)) == 0;
    }

    // Returns a new line, which is not in the cache. Its address must not change later.
    CodeLine make_line(Word block) { return {.stamp = ignored_stamp(), .block = block}; }

    // Returns the line of block 0. It is in the cache at the start, when all ways hold block 0.
    // The caller must not make another line for this block.
    CodeLine& origin() { return origin_; }

    // Fetches from the line. Times must increase from call to call.
    Touched touch(CodeLine& line, Time now) {
        const bool miss = line.absent != 0;
        if (miss)
            replace(line);
        const Time before = *line.stamp; // of the line that was replaced, if there was a miss
        *line.stamp = now;
        return {miss, way_of(line), before};
    }

    Time* ignored_stamp() const { return stamps_ - 1; }

    // Returns true if generated code fetched an absent line at this time. It stamps its lines
    // before it tests for hits, and the absent ones have this stamp.
    bool missed_at(Time now) const { return *ignored_stamp() == now; }

    // See DataCache::restamp().
    Time restamp() { return rank_stamps(stamps_, rows_); }

  private:
    [[gnu::always_inline]] void replace(CodeLine& line) {
        const size_t set = static_cast<uint32_t>(line.block) & (rows_.sets - 1);
        Time* const stamps = stamps_ + set * rows_.length;
        const uint32_t way = oldest_of(stamps, rows_.ways);
        CodeLine*& replaced = lines_[set * rows_.length + way];
        if (replaced != nullptr) {
            replaced->absent = ~Word{0};
            replaced->stamp = ignored_stamp();
        }
        replaced = &line;
        line.absent = 0;
        line.stamp = &stamps[way];
    }

    unsigned shift_ = 0;
    StampRows rows_;
    Time* stamps_ = nullptr;
    CodeLine** lines_ = nullptr; // null: not used yet
    CodeLine origin_;
};

} // namespace cg::sim
