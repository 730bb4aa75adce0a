// SPDX-License-Identifier: GPL-2.0-or-later
// The level-1 instruction cache, made so that generated code can handle a hit.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

/// A line of code. Which lines a piece of code touches is known when it is
/// translated, so each has a place of its own, and generated code need not
/// search: the line is in the cache unless `absent`.
struct CodeLine {
    Word absent = ~Word{0};   ///< 0: resident; all ones: not
    Word stamp = 0;           ///< when it was last referenced
    Word block = 0;           ///< address / line size
    CodeLine* next = nullptr; ///< for the owner's table
};

/// Set-associative, least recently used by the caller's time stamps.
class CodeCache {
  public:
    /// Bytes of zeroed memory that init() asks for.
    static constexpr size_t storage_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * sizeof(CodeLine*);
    }

    /// `g` must be legal (validate()), `zeroed` aligned to a Word.
    void init(const Geometry& g, void* zeroed) {
        shift_ = g.line_shift();
        sets_ = g.sets();
        ways_count_ = g.associativity;
        ways_ = static_cast<CodeLine**>(zeroed);
        origin_ = {.absent = 0, .stamp = 1};
        ways_[0] = &origin_;
    }

    Word block_of(Word address) const { return address >> shift_; }

    bool same_set(const CodeLine& a, const CodeLine& b) const {
        return ((a.block ^ b.block) & (sets_ - 1)) == 0;
    }

    /// The line of block 0, which is in the cache from the start (every tag
    /// starts as block 0). The owner's table must give out this one for it.
    CodeLine& origin() { return origin_; }

    /// True if the line was missing. Times must rise from call to call.
    bool touch(CodeLine& line, Word now) {
        const bool miss = line.absent != 0;
        if (miss)
            replace(line);
        line.stamp = now;
        return miss;
    }

    /// As DataCache::restamp().
    Word restamp() {
        for (uint32_t set = 0; set < sets_; ++set) {
            CodeLine** const ways = ways_ + size_t{set} * ways_count_;
            uint32_t used = 0;
            while (used < ways_count_ && ways[used] != nullptr)
                ++used;
            for (uint32_t rank = 0; rank < used; ++rank) {
                CodeLine* next = nullptr;
                for (uint32_t w = 0; w < used; ++w) {
                    if ((ways[w]->stamp & top_bit) != 0)
                        continue; // has its rank
                    if (next == nullptr || ways[w]->stamp < next->stamp)
                        next = ways[w];
                }
                next->stamp = top_bit | rank;
            }
            for (uint32_t w = 0; w < used; ++w)
                ways[w]->stamp &= ~top_bit;
        }
        return ways_count_;
    }

  private:
    // Ways fill up in order, so a free one ends the search.
    void replace(CodeLine& line) {
        const size_t set = static_cast<uint32_t>(line.block) & (sets_ - 1);
        CodeLine** const ways = ways_ + set * ways_count_;
        CodeLine** oldest = ways;
        for (uint32_t w = 0; w < ways_count_; ++w) {
            if (ways[w] == nullptr) {
                oldest = &ways[w];
                break;
            }
            if (ways[w]->stamp < (*oldest)->stamp)
                oldest = &ways[w];
        }
        if (*oldest != nullptr)
            (*oldest)->absent = ~Word{0};
        *oldest = &line;
        line.absent = 0;
    }

    unsigned shift_ = 0;
    uint32_t sets_ = 0;
    uint32_t ways_count_ = 0;
    CodeLine** ways_ = nullptr;
    CodeLine origin_;
};

} // namespace cg::sim
