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
    Word* stamp = nullptr;    // when it was last referenced
    Word block = 0;           // address / line size
    CodeLine* next = nullptr; // for the owner's table
};

// A set-associative cache that replaces the least recently used line. The caller provides the
// time stamps.
class CodeCache {
  public:
    // Returns the size of the memory that init() needs. `beside` is the size of what the caller
    // keeps beside the stamps (beside_stamps()), a multiple of a Word.
    static constexpr size_t storage_bytes(const Geometry& g, size_t beside = 0) {
        const size_t count = size_t{g.sets()} * g.associativity;
        return count * (sizeof(Word) + sizeof(CodeLine*)) + sizeof(Word) + beside;
    }

    // `g` must be valid (validate()). `zeroed` is memory of zeros, aligned to a Word.
    void init(const Geometry& g, void* zeroed, size_t beside = 0) {
        shift_ = g.line_shift();
        sets_ = g.sets();
        ways_ = g.associativity;
        stamps_ = static_cast<Word*>(zeroed);
        ignored_stamp_ = stamps_ + size_t{sets_} * ways_;
        lines_ = reinterpret_cast<CodeLine**>(ignored_stamp_ + 1 + beside / sizeof(Word));
        origin_ = {.absent = 0, .stamp = &stamps_[0]};
        lines_[0] = &origin_;
        stamps_[0] = 1; // the last of its set to be replaced
    }

    unsigned line_shift() const { return shift_; }
    // Returns the memory after the last stamp.
    void* beside_stamps() const { return ignored_stamp_ + 1; }

    // Returns the way of a resident line: its number among those of all sets.
    uint32_t way_of(const CodeLine& line) const {
        return static_cast<uint32_t>(line.stamp - stamps_);
    }

    Word line_bytes() const { return Word{1} << shift_; }
    Word address_of(const CodeLine& line) const { return line.block << shift_; }
    Word block_of(Word address) const { return address >> shift_; }

    bool same_set(const CodeLine& a, const CodeLine& b) const {
        return ((a.block ^ b.block) & (sets_ - 1)) == 0;
    }

    // Returns a new line, which is not in the cache. Its address must not change later.
    CodeLine make_line(Word block) { return {.stamp = ignored_stamp_, .block = block}; }

    // Returns the line of block 0. It is in the cache at the start, when all ways hold block 0.
    // The caller must not make another line for this block.
    CodeLine& origin() { return origin_; }

    // Fetches from the line. Returns true if it was not in the cache. Times must increase from
    // call to call.
    bool touch(CodeLine& line, Word now) {
        const bool miss = line.absent != 0;
        if (miss)
            replace(line);
        *line.stamp = now;
        return miss;
    }

    // Returns true if generated code fetched an absent line at this time. It stamps its lines
    // before it tests for hits, and the absent ones have this stamp.
    bool missed_at(Word now) const { return *ignored_stamp_ == now; }

    // See DataCache::restamp().
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
        CodeLine*& replaced = lines_[set * ways_ + way];
        if (replaced != nullptr) {
            replaced->absent = ~Word{0};
            replaced->stamp = ignored_stamp_;
        }
        replaced = &line;
        line.absent = 0;
        line.stamp = &stamps[way];
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_ = 0;
    Word* stamps_ = nullptr;        // those of a set are adjacent, to find the oldest quickly
    CodeLine** lines_ = nullptr;    // null: not used yet
    Word* ignored_stamp_ = nullptr; // after the last stamp
    CodeLine origin_;
};

} // namespace cg::sim
