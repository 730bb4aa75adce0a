// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 instruction cache, made so that generated code can handle a hit.
#pragma once

#include "geometry.hpp"
#include "stamps.hpp"

namespace cg::sim {

// A line of code. Which lines a piece of code touches is known when it is
// translated, so each has a place of its own, and generated code need not
// search:
//
//     if (line.absent == 0) *line.stamp = now
//     else touch(line, now)
//
// Behind an absent line is a stamp that nobody reads.
struct CodeLine {
    Word absent = ~Word{0};   // 0: resident; all ones: not
    Word* stamp = nullptr;    // when it was last referenced
    Word block = 0;           // address / line size
    CodeLine* next = nullptr; // for the owner's table
};

// Set-associative, least recently used by the caller's time stamps.
class CodeCache {
  public:
    // Bytes of zeroed memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * (sizeof(Word) + sizeof(CodeLine*));
    }

    // `g` must be legal (validate()), `zeroed` aligned to a Word.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        sets_ = g.sets();
        ways_ = g.associativity;
        stamps_ = static_cast<Word*>(zeroed);
        lines_ = reinterpret_cast<CodeLine**>(stamps_ + size_t{sets_} * ways_);
        origin_ = {.absent = 0, .stamp = &stamps_[0]};
        lines_[0] = &origin_;
        stamps_[0] = 1; // goes last of its set
    }

    Word block_of(Word address) const { return address >> shift_; }

    bool same_set(const CodeLine& a, const CodeLine& b) const {
        return ((a.block ^ b.block) & (sets_ - 1)) == 0;
    }

    // A line that is not in the cache, for the owner to keep.
    CodeLine make_line(Word block) { return {.stamp = &ignored_stamp_, .block = block}; }

    // The line of block 0, which is in the cache from the start (every tag
    // starts as block 0). The owner's table must give out this one for it.
    CodeLine& origin() { return origin_; }

    // True if the line was missing. Times must rise from call to call.
    bool touch(CodeLine& line, Word now) {
        const bool miss = line.absent != 0;
        if (miss)
            replace(line);
        *line.stamp = now;
        return miss;
    }

    // Generated code stamps its lines before it calls. So if one of them is absent,
    // its time has gone to the stamp that nobody else reads.
    bool missed_at(Word now) const { return ignored_stamp_ == now; }

    // As DataCache::restamp().
    Word restamp() {
        for (uint32_t set = 0; set < sets_; ++set)
            rank_stamps(stamps_ + size_t{set} * ways_, ways_);
        return ways_;
    }

  private:
    void replace(CodeLine& line) {
        const size_t set = static_cast<uint32_t>(line.block) & (sets_ - 1);
        Word* const stamps = stamps_ + set * ways_;
        const uint32_t way = oldest_of(stamps, ways_);
        CodeLine*& place = lines_[set * ways_ + way];
        if (place != nullptr) {
            place->absent = ~Word{0};
            place->stamp = &ignored_stamp_;
        }
        place = &line;
        line.absent = 0;
        line.stamp = &stamps[way];
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_ = 0;
    Word* stamps_ = nullptr;     // of a set together, for the search of the oldest
    CodeLine** lines_ = nullptr; // null: not used yet
    Word ignored_stamp_ = 0;
    CodeLine origin_;
};

} // namespace cg::sim
