// SPDX-License-Identifier: GPL-2.0-or-later
// Cache use: how often each line was used, and which of its bytes, before it left a cache.
#pragma once

#include "address_split.hpp"
#include "geometry.hpp"
#include "line_mask.hpp"
#include "stamps.hpp"
#include "word.hpp"

namespace cg::sim {

// The columns of one code's cache use, in the order of the events AcCost1 SpLoss1 AcCost2 SpLoss2.
// AcCost is 1000 / uses of each line that was loaded, SpLoss the bytes of it that were not used.
inline constexpr unsigned level_1_use = 0, last_level_use = 2, use_columns = 4;

// AcCost by uses. A line that left before its use was reported costs as if it was used once. (A
// table, because a division takes longer than the rest.)
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

    [[gnu::always_inline]] void charge(unsigned columns, uint64_t uses,
                                       unsigned unused_bytes) const {
        const unsigned cost = uses > 1000 ? 0 : access_costs.of[uses];
        line[columns] += cost;
        line[columns + 1] += unused_bytes;
        if (node != nullptr) {
            node[columns] += cost;
            node[columns + 1] += unused_bytes;
        }
    }
};

// Where functions have `ways` as a parameter, it is that of AddressSplit, and if it is not 0, the
// lines of both levels have the common size.
inline constexpr unsigned common_line_bytes = 1u << AddressSplit::common_line_shift;

// The records of a level-1 cache, one for each way. Generated code adds hits to count and mask,
// which it finds by the address of the stamp.
class LevelOneUse {
  public:
    // What is needed only when a line leaves.
    struct Load {
        Owner owner;
        uint32_t below;  // the record of the line in the last level
        uint32_t offset; // in that line, in bytes
    };

    // The size of the counts and masks, also those of the ignored stamp.
    static constexpr size_t counts_bytes(const StampRows& rows, unsigned line_size) {
        const size_t ways = size_t{rows.count()} + 1;
        return ways * (1 + LineMask::words_for(line_size)) * sizeof(uint64_t);
    }
    static constexpr size_t loads_bytes(const StampRows& rows) {
        return size_t{rows.sets} * rows.ways * sizeof(Load);
    }

    // `counts` and `loads` are memory of zeros, aligned to 8 bytes.
    void init(const StampRows& rows, const Time* stamps, unsigned line_size, void* counts,
              void* loads) {
        rows_ = rows;
        unused_in_row_ = rows.length - rows.ways;
        row_shift_ = static_cast<unsigned>(__builtin_ctz(rows.length));
        stamps_ = stamps;
        line_bytes_ = line_size;
        counts_ = static_cast<uint64_t*>(counts);
        masks_ = counts_ + rows.count() + 1;
        loads_ = static_cast<Load*>(loads);
    }

    // Counts `uses` of the bytes [offset, offset + length) of the line.
    template <uint32_t ways = 0>
    [[gnu::always_inline]] void add(uint32_t way, unsigned offset, unsigned length,
                                    uint64_t uses) const {
        counts_[way] += uses;
        mask<ways>(way).add(offset, length);
    }

    // The same once, for a line that was loaded into the way and has no uses yet.
    template <uint32_t ways>
    [[gnu::always_inline]] void begin(uint32_t way, unsigned offset, unsigned length) const {
        counts_[way] = 1;
        mask<ways>(way).set(offset, length);
    }

    // A count is at twice the address of the stamp and this distance; so is the mask, if it has 64
    // bits.
    Word count_distance() const { return distance_of(counts_); }
    Word mask_distance() const { return distance_of(masks_); }

    template <uint32_t ways = 0>
    unsigned line_bytes() const {
        return ways != 0 ? common_line_bytes : line_bytes_;
    }
    uint64_t& count(uint32_t way) const { return counts_[way]; }
    template <uint32_t ways = 0>
    LineMask mask(uint32_t way) const {
        const unsigned bytes = line_bytes<ways>();
        return {masks_ + size_t{way} * LineMask::words_for(bytes), bytes};
    }
    // A set may have fewer ways than its row has stamps. Loads have no such gaps, because they are
    // larger than the counts and masks. (Rows that have more stamps than ways have 2^n of them.)
    template <uint32_t ways = 0>
    Load& load(uint32_t way) const {
        constexpr uint32_t length = common_line_bytes / sizeof(Time);
        if (ways != 0)
            return loads_[way - way / length * (length - AddressSplit::ways_in(ways))];
        return loads_[way - (way >> row_shift_) * unused_in_row_];
    }
    uint32_t sets() const { return rows_.sets; }
    uint32_t set_of(Word address) const {
        return static_cast<uint32_t>(address / line_bytes_) & (rows_.sets - 1);
    }
    // Calls `visit` for each way of a set.
    template <typename Visit>
    void for_each_way(uint32_t set, Visit visit) const {
        for (uint32_t i = 0; i < rows_.ways; ++i)
            visit(set * rows_.length + i);
    }

  private:
    Word distance_of(const uint64_t* first) const {
        static_assert(sizeof(*first) == 2 * sizeof(*stamps_));
        return reinterpret_cast<Word>(first) - 2 * reinterpret_cast<Word>(stamps_);
    }

    StampRows rows_;
    uint32_t unused_in_row_ = 0;
    unsigned row_shift_ = 0;
    const Time* stamps_ = nullptr;
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
               level_1_lines * sizeof(uint32_t);
    }

    // `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, uint32_t level_1_lines, void* zeroed) {
        first_moved_ = records_for(g, 0);
        count_ = records_for(g, level_1_lines);
        line_bytes_ = g.line_size;
        record_bytes_ = record_bytes(g.line_size);
        records_ = static_cast<char*>(zeroed);
        owners_ = reinterpret_cast<Owner*>(records_ + count_ * record_bytes_);
        unused_ = reinterpret_cast<uint32_t*>(owners_ + count_);
        for (uint32_t i = 0; i < level_1_lines; ++i)
            unused_[unused_count_++] = first_moved_ + i;
    }

    // Callgrind's rules, to compare with it: a mask has granules of this number of bytes; what
    // level 1 adds goes to the line in the way by then; a line to which it never did costs nothing.
    void follow_callgrind(unsigned granule) {
        granule_ = granule;
        follows_callgrind_ = true;
    }

    // Begins the record of a line that was loaded into the way.
    template <uint32_t ways>
    [[gnu::always_inline]] void load(uint32_t number, const Owner& owner) {
        charge<ways>(number);
        record<ways>(number).uses = 0;
        mask<ways>(number).clear();
        owners_[number] = owner;
    }

    // The number of lines of level 1 that were loaded from the line of this record and are there.
    template <uint32_t ways>
    uint32_t& holders(uint32_t number) const {
        return record<ways>(number).holders;
    }

    // Moves the record of a way that is held. Returns the number of the record.
    uint32_t move(uint32_t from) {
        const uint32_t number = unused_[--unused_count_];
        Record& old = record(from);
        record(number).uses = old.uses;
        record(number).holders = old.holders;
        mask(number).add(mask(from), 0);
        owners_[number] = owners_[from];
        owners_[from] = {};
        old.holders = 0;
        ++moved_;
        return number;
    }

    // Level 1 has replaced a line that was loaded from the line of this record.
    template <uint32_t ways>
    [[gnu::always_inline]] void add(uint32_t number, uint64_t uses, const LineMask& used,
                                    unsigned offset) {
        Record& r = record<ways>(number);
        const uint64_t sum = r.uses + uses;
        r.uses = sum > Record::most_uses ? Record::most_uses : static_cast<uint32_t>(sum);
        mask<ways>(number).add(used, offset);
        if (--r.holders == 0 && number >= first_moved_) [[unlikely]]
            free_moved(number);
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
    // Followed by the mask.
    struct Record {
        static constexpr uint32_t most_uses = 0x40000000; // more cost nothing, either
        uint32_t uses;
        uint32_t holders;
    };

    static constexpr size_t record_bytes(unsigned line_bytes) {
        return sizeof(Record) + LineMask::words_for(line_bytes) * sizeof(uint64_t);
    }
    static constexpr uint32_t records_for(const Geometry& g, uint32_t level_1_lines) {
        return 1 + g.sets() * g.associativity + level_1_lines;
    }

    template <uint32_t ways = 0>
    Record& record(uint32_t number) const {
        const size_t bytes = ways != 0 ? record_bytes(common_line_bytes) : record_bytes_;
        return *reinterpret_cast<Record*>(records_ + number * bytes);
    }
    template <uint32_t ways = 0>
    LineMask mask(uint32_t number) const {
        return {reinterpret_cast<uint64_t*>(&record<ways>(number) + 1),
                ways != 0 ? common_line_bytes : line_bytes_};
    }

    [[gnu::noinline]] void free_moved(uint32_t number) {
        settle(number);
        unused_[unused_count_++] = number;
    }

    template <uint32_t ways>
    [[gnu::always_inline]] void charge(uint32_t number) const {
        const Owner& owner = owners_[number];
        const uint32_t uses = record<ways>(number).uses;
        if (owner.line != nullptr && !(follows_callgrind_ && uses == 0))
            owner.charge(last_level_use, uses, mask<ways>(number).unused());
    }

    void settle(uint32_t number) {
        charge<0>(number);
        owners_[number] = {};
        record(number).uses = 0;
        mask(number).clear();
    }

    uint32_t first_moved_ = 0; // the number of the first record for a line that was moved
    uint32_t count_ = 0;
    unsigned line_bytes_ = 0;
    unsigned granule_ = 1;
    bool follows_callgrind_ = false;
    size_t record_bytes_ = 0;
    char* records_ = nullptr;
    Owner* owners_ = nullptr;    // not with the records, which level 1 adds to without them
    uint32_t* unused_ = nullptr; // numbers of records for lines that will be moved
    uint32_t unused_count_ = 0;
    Owner::Count moved_ = 0;
};

} // namespace cg::sim
