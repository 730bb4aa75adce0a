// SPDX-License-Identifier: GPL-2.0-or-later
// Cache use: how often each line was used, and which of its bytes, before it left a cache.
#pragma once

#include "geometry.hpp"
#include "word.hpp"

namespace cg::sim {

// The columns of one code's cache use, in the order of the events AcCost1 SpLoss1 AcCost2 SpLoss2.
// AcCost is 1000 / uses of each line that was loaded, SpLoss the bytes of it that were not used.
inline constexpr unsigned level_1_use = 0, last_level_use = 2, use_columns = 4;

// AcCost by uses. A line that left before a use of it was reported costs as much as one that was
// used once. (A table, because a division takes longer than the rest.)
struct AccessCosts {
    uint16_t of[1001] = {1000};

    constexpr AccessCosts() {
        for (unsigned uses = 1; uses <= 1000; ++uses)
            of[uses] = static_cast<uint16_t>(1000 / uses);
    }
};
inline constexpr AccessCosts access_costs;

// The code that loaded a line: the use_columns counts of its source line, and those of its node in
// the tree of calls, if there is one.
struct Owner {
    using Count = unsigned long long; // of 64 bits; the type that Valgrind has for it

    Count* line = nullptr; // null: the cache began with the line
    Count* node = nullptr;

    void charge(unsigned columns, uint64_t uses, unsigned unused_bytes) const {
        // A line that left before a use of it was reported counts as one that was used once.
        const unsigned cost = uses > 1000 ? 0 : access_costs.of[uses];
        line[columns] += cost;
        line[columns + 1] += unused_bytes;
        if (node != nullptr) {
            node[columns] += cost;
            node[columns + 1] += unused_bytes;
        }
    }
};

namespace detail {

constexpr unsigned bits_set(uint64_t n) {
    n -= n >> 1 & 0x5555555555555555;
    n = (n & 0x3333333333333333) + (n >> 2 & 0x3333333333333333);
    n = (n + (n >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<unsigned>(n * 0x0101010101010101 >> 56);
}

} // namespace detail

// Masks of the bytes of a line: bit n of word n / 64 is byte n.
struct LineMask {
    uint64_t* words;
    unsigned bytes; // of the line, a power of two

    static constexpr unsigned words_for(unsigned bytes) { return bytes <= 64 ? 1 : bytes / 64; }
    // Returns a mask of the lowest `count` bits, from 1 to 64.
    static constexpr uint64_t lowest(unsigned count) { return ~uint64_t{0} >> (64 - count); }

    void clear() const {
        for (unsigned i = 0; i < words_for(bytes); ++i)
            words[i] = 0;
    }
    void add(unsigned offset, unsigned length) const {
        if (bytes <= 64) {
            words[0] |= lowest(length) << offset;
            return;
        }
        while (length != 0) {
            const unsigned bit = offset % 64;
            const unsigned here = length < 64 - bit ? length : 64 - bit;
            words[offset / 64] |= lowest(here) << bit;
            offset += here;
            length -= here;
        }
    }
    // Adds the mask of a smaller or equal line, which begins at `offset`.
    void add(const LineMask& part, unsigned offset) const {
        if (part.bytes < 64) {
            words[offset / 64] |= part.words[0] << offset % 64;
            return;
        }
        for (unsigned i = 0; i < words_for(part.bytes); ++i)
            words[offset / 64 + i] |= part.words[i];
    }
    // Adds the rest of each `granule` of bytes, a power of two, of which a byte is in the mask.
    void widen(unsigned granule) const {
        for (unsigned at = 0; at < bytes && granule > 1; at += granule) {
            bool any = false;
            for (unsigned i = at; i < at + granule; ++i)
                any |= (words[i / 64] >> i % 64 & 1) != 0;
            if (any)
                add(at, granule);
        }
    }
    unsigned unused() const {
        unsigned used = 0;
        for (unsigned i = 0; i < words_for(bytes); ++i)
            used += detail::bits_set(words[i]);
        return bytes - used;
    }
};

// The records of a level-1 cache, one for each way. Count and mask are beside the stamp of the way,
// at fixed distances, because generated code adds hits to them.
class LevelOneUse {
  public:
    // What is needed only when a line leaves.
    struct Load {
        Owner owner;
        uint32_t below;  // the record of the line in the last level
        uint32_t offset; // in that line, in bytes
    };

    // The size of the memory beside the stamps, which must be of zeros.
    static constexpr size_t beside_bytes(const Geometry& g) {
        const size_t ways = size_t{g.sets()} * g.associativity + 1; // and the ignored stamp
        return ways * (1 + LineMask::words_for(g.line_size)) * sizeof(uint64_t) + sizeof(uint64_t);
    }
    static constexpr size_t loads_bytes(const Geometry& g) {
        return size_t{g.sets()} * g.associativity * sizeof(Load);
    }

    // `loads` is memory of zeros.
    void init(const Geometry& g, void* beside_stamps, void* loads) {
        sets_ = g.sets();
        associativity_ = g.associativity;
        ways_ = sets_ * associativity_;
        line_bytes_ = g.line_size;
        const auto at = reinterpret_cast<uintptr_t>(beside_stamps);
        counts_ = reinterpret_cast<uint64_t*>((at + 7) & ~uintptr_t{7});
        masks_ = counts_ + ways_ + 1;
        loads_ = static_cast<Load*>(loads);
    }

    // Counts `uses` of the bytes [offset, offset + length) of the line.
    void add(uint32_t way, unsigned offset, unsigned length, uint64_t uses) const {
        counts_[way] += uses;
        mask(way).add(offset, length);
    }

    // If the masks are words of the size of a stamp, count and mask are at these distances from the
    // stamp.
    Word count_distance() const { return (ways_ + 1) * sizeof(uint64_t); }
    Word mask_distance() const { return 2 * count_distance(); }

    uint32_t ways() const { return ways_; }
    unsigned line_bytes() const { return line_bytes_; }
    uint64_t& count(uint32_t way) const { return counts_[way]; }
    LineMask mask(uint32_t way) const {
        return {masks_ + size_t{way} * LineMask::words_for(line_bytes_), line_bytes_};
    }
    Load& load(uint32_t way) const { return loads_[way]; }
    // The ways of a set are adjacent.
    uint32_t sets() const { return sets_; }
    uint32_t associativity() const { return associativity_; }
    uint32_t first_way_for(Word address) const {
        return (static_cast<uint32_t>(address / line_bytes_) & (sets_ - 1)) * associativity_;
    }

  private:
    uint32_t sets_ = 0;
    uint32_t associativity_ = 0;
    uint32_t ways_ = 0;
    unsigned line_bytes_ = 0;
    uint64_t* counts_ = nullptr;
    uint64_t* masks_ = nullptr;
    Load* loads_ = nullptr;
};

// The records of the last level: one for each way, by its number (SharedCache::touch()), and one
// for each line that was replaced while level 1 still held it or a part of it. Uses are added when
// level 1 replaces a line.
class LastLevelUse {
  public:
    // `level_1_lines` is the number of lines in both caches of level 1.
    static constexpr size_t storage_bytes(const Geometry& g, uint32_t level_1_lines) {
        return records_for(g, level_1_lines) * (record_bytes(g.line_size) + sizeof(Owner)) +
               2 * level_1_lines * sizeof(uint32_t);
    }

    // `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, uint32_t level_1_lines, void* zeroed) {
        first_moved_ = records_for(g, 0);
        count_ = records_for(g, level_1_lines);
        line_bytes_ = g.line_size;
        record_bytes_ = record_bytes(g.line_size);
        records_ = static_cast<char*>(zeroed);
        owners_ = reinterpret_cast<Owner*>(records_ + count_ * record_bytes_);
        holders_ = reinterpret_cast<uint32_t*>(owners_ + count_);
        unused_ = holders_ + level_1_lines;
        for (uint32_t i = 0; i < level_1_lines; ++i)
            unused_[unused_count_++] = first_moved_ + i;
    }

    // Callgrind's rules, to compare with it: bytes of a line are noted in granules of this number;
    // what level 1 adds goes to the line that is in the way by then; and a line that left before
    // level 1 added anything to it costs nothing.
    void follow_callgrind(unsigned granule) {
        granule_ = granule;
        follows_callgrind_ = true;
    }

    // Begins the record of a line that was loaded into the way.
    void load(uint32_t number, const Owner& owner) {
        settle(number);
        owners_[number] = owner;
    }

    // Moves the record of a way, from which `holders` lines of level 1 were loaded that are still
    // there. Returns the number of the record.
    uint32_t move(uint32_t from, uint32_t holders) {
        const uint32_t number = unused_[--unused_count_];
        count(number) = count(from);
        mask(number).add(mask(from), 0);
        owners_[number] = owners_[from];
        owners_[from] = {};
        holders_[number - first_moved_] = holders;
        ++moved_;
        return number;
    }

    // Level 1 has replaced a line that was loaded from the line of this record.
    void add(uint32_t number, uint64_t uses, const LineMask& used, unsigned offset) {
        count(number) += uses;
        mask(number).add(used, offset);
        if (number >= first_moved_ && --holders_[number - first_moved_] == 0) [[unlikely]] {
            settle(number);
            unused_[unused_count_++] = number;
        }
    }

    void settle_all() {
        for (uint32_t i = 0; i < count_; ++i)
            settle(i);
    }

    bool follows_callgrind() const { return follows_callgrind_; }
    unsigned granule() const { return granule_; }
    unsigned line_bytes() const { return line_bytes_; }
    // The number of lines that were replaced while level 1 held them.
    Owner::Count moved() const { return moved_; }

    template <typename Visit>
    void for_each_owner(Visit visit) {
        for (uint32_t i = 0; i < count_; ++i)
            visit(owners_[i]);
    }

  private:
    // A count and a mask.
    static constexpr size_t record_bytes(unsigned line_bytes) {
        return (1 + LineMask::words_for(line_bytes)) * sizeof(uint64_t);
    }
    static constexpr uint32_t records_for(const Geometry& g, uint32_t level_1_lines) {
        return 1 + g.sets() * g.associativity + level_1_lines;
    }

    uint64_t& count(uint32_t number) const {
        return *reinterpret_cast<uint64_t*>(records_ + number * record_bytes_);
    }
    LineMask mask(uint32_t number) const { return {&count(number) + 1, line_bytes_}; }

    void settle(uint32_t number) {
        const Owner& owner = owners_[number];
        if (owner.line != nullptr && !(follows_callgrind_ && count(number) == 0))
            owner.charge(last_level_use, count(number), mask(number).unused());
        owners_[number] = {};
        count(number) = 0;
        mask(number).clear();
    }

    uint32_t first_moved_ = 0; // the number of the first record for a line that was moved
    uint32_t count_ = 0;
    unsigned line_bytes_ = 0;
    unsigned granule_ = 1;
    bool follows_callgrind_ = false;
    size_t record_bytes_ = 0;
    char* records_ = nullptr;
    Owner* owners_ = nullptr;     // not with the records, which level 1 adds to without them
    uint32_t* holders_ = nullptr; // of each record that was moved
    uint32_t* unused_ = nullptr;  // numbers of records for lines that will be moved
    uint32_t unused_count_ = 0;
    Owner::Count moved_ = 0;
};

} // namespace cg::sim
