// SPDX-License-Identifier: GPL-2.0-or-later
// The observer of a cache hierarchy that records how each line is used.
//
// A line belongs to the code that loaded it, its owner. An owner is charged for a line of level 1
// when it is evicted, and its uses are added to the record of the line in the last level. For a
// line of the last level, an owner is charged when it is evicted and no longer held by level 1.
#pragma once

#include <stdint.h>

#include "counted_code.hpp"
#include "hierarchy.hpp"

namespace cg::sim {

// The columns of one code's cache use, in the order of the events AcCost1 SpLoss1 AcCost2 SpLoss2.
// AcCost is 1000 / uses of each line that was loaded, SpLoss the bytes of it that were not used.
inline constexpr unsigned level_1_use = 0, last_level_use = 2, use_columns = 4;

// Returns the cost of an access to a line that left after that many uses. One that left before its
// use was reported costs as if it was used once.
[[gnu::always_inline]] inline unsigned cost_of_access(uint64_t uses) {
    constexpr unsigned cost_of_one = 1000;
    return uses > cost_of_one ? 0
           : uses == 0        ? cost_of_one
                              : cost_of_one / static_cast<unsigned>(uses);
}
[[gnu::always_inline]] inline void add_use(Count* counts, unsigned cost, unsigned unused_bytes) {
    counts[0] += cost;
    counts[1] += unused_bytes;
}

// The code that loaded a line: the use_columns counts of its source line, and those of its node in
// the tree of calls.
struct Owner {
    using Count = sim::Count;

    Count* line = nullptr; // null: the cache began with the line
    Count* node = nullptr;

    bool is_known() const { return line != nullptr; }
    // The owner to charge for lines whose code was forgotten.
    static Owner nobody(Count* counts) { return {counts, counts}; }

    // Other data of a line of level 1, which begins at `begin`; null: a line of code.
    struct Kept {};
    void keep(Kept& /*kept*/, Word /*begin*/) const {}
    // The line leaves.
    void leave(const Kept& /*kept*/, const struct LineMask& /*used*/) const {}
    // A line was loaded into the level with these columns.
    void load(unsigned /*columns*/) const {}

    [[gnu::always_inline]] void charge(unsigned columns, uint64_t uses,
                                       unsigned unused_bytes) const {
        const unsigned cost = cost_of_access(uses);
        add_use(line + columns, cost, unused_bytes);
        add_use(node + columns, cost, unused_bytes);
    }
};

// The size of the lines of both levels in functions that are compiled for a common shape.
inline constexpr unsigned common_line_bytes = 1u << IndexMapping::common_line_shift;

// A mask of the bytes of a line: bit n of word n / 64 is byte n.
struct LineMask {
    uint64_t* words;
    unsigned bytes; // of the line, a power of two

    static constexpr unsigned words_for(unsigned bytes) { return bytes <= 64 ? 1 : bytes / 64; }
    // Returns a mask of the lowest `count` bits, from 1 to 64.
    [[gnu::always_inline]] static constexpr uint64_t lowest(unsigned count) {
        return ~uint64_t{0} >> (64 - count);
    }

    [[gnu::always_inline]] void clear() const {
        if (bytes <= 64) {
            words[0] = 0;
            return;
        }
        for (unsigned i = 0; i < words_for(bytes); ++i)
            words[i] = 0;
    }
    // Makes these bytes the only ones of the mask.
    [[gnu::always_inline]] void set(unsigned offset, unsigned length) const {
        if (bytes <= 64) {
            words[0] = lowest(length) << offset;
        } else {
            clear();
            add_to_words(offset, length);
        }
    }
    [[gnu::always_inline]] void add(unsigned offset, unsigned length) const {
        if (bytes <= 64) {
            words[0] |= lowest(length) << offset;
        } else {
            add_to_words(offset, length);
        }
    }
    // Adds the mask of a smaller or equal line, which begins at `offset`.
    [[gnu::always_inline]] void add(const LineMask& part, unsigned offset) const {
        if (part.bytes <= 64) {
            words[offset / 64] |= part.words[0] << offset % 64;
            return;
        }
        for (unsigned i = 0; i < words_for(part.bytes); ++i)
            words[offset / 64 + i] |= part.words[i];
    }
    // Adds the rest of each `granule` of bytes, a power of two, of which a byte is in the mask.
    void widen(unsigned granule) const {
        for (unsigned at = 0; at < bytes; at += granule) {
            bool any = false;
            for (unsigned i = at; i < at + granule; ++i)
                any |= (words[i / 64] >> i % 64 & 1) != 0;
            if (any)
                add(at, granule);
        }
    }
    [[gnu::always_inline]] unsigned unused() const {
        if (bytes <= 64)
            return bytes - bits_set(words[0]);
        unsigned used = 0;
        for (unsigned i = 0; i < words_for(bytes); ++i)
            used += bits_set(words[i]);
        return bytes - used;
    }

  private:
    [[gnu::noinline]] void add_to_words(unsigned offset, unsigned length) const {
        while (length != 0) {
            const unsigned bit = offset % 64;
            const unsigned here = length < 64 - bit ? length : 64 - bit;
            words[offset / 64] |= lowest(here) << bit;
            offset += here;
            length -= here;
        }
    }
};

// The uses and the used bytes of each line of a level-1 cache: a record for each way.
// Generated code adds hits to count and mask, which it finds by the address of the stamp.
// `OwnerType`: an Owner, or what has its members and charges others, too.
template <typename OwnerType>
class LevelOneUseOf {
  public:
    // Needed only when a line is evicted.
    struct Load {
        OwnerType owner;
        [[no_unique_address]] typename OwnerType::Kept kept;
        uint32_t below;  // the record of the line in the last level
        uint32_t offset; // in that line, in bytes
    };

    // The size of the counts and masks, of which those of the ignored stamp are the first.
    static constexpr size_t counts_bytes(const StampRows& rows, unsigned line_size) {
        const size_t ways = size_t{rows.count()} + 1;
        return ways * (1 + LineMask::words_for(line_size)) * sizeof(uint64_t);
    }
    static constexpr size_t loads_bytes(const StampRows& rows) {
        return size_t{rows.sets} * rows.ways * sizeof(Load);
    }

    LevelOneUseOf() = default;
    LevelOneUseOf(const LevelOneUseOf&) = delete; // it has pointers into itself
    LevelOneUseOf& operator=(const LevelOneUseOf&) = delete;

    // Returns true if the records are a part of the object: those of a data cache of a common
    // geometry (IndexMapping) are, so that code for their shape finds them without loading a
    // pointer.
    static constexpr bool is_own_memory_used(const StampRows& rows, unsigned line_size) {
        return line_size == common_line_bytes && rows.sets == IndexMapping::common_sets &&
               rows.count() == IndexMapping::common_stamps;
    }

    // `counts` and `loads` are memory of zeros, aligned to 8 bytes. Not used if
    // is_own_memory_used().
    void init(const StampRows& rows, const Time* stamps, unsigned line_size, void* counts,
              void* loads) {
        rows_ = rows;
        unused_in_row_ = rows.length - rows.ways;
        row_shift_ = static_cast<unsigned>(__builtin_ctz(rows.length));
        stamps_ = stamps;
        line_bytes_ = line_size;
        const bool common = is_own_memory_used(rows, line_size);
        const uint32_t words = LineMask::words_for(line_size);
        counts_ = (common ? common_counts_ : static_cast<uint64_t*>(counts)) + 1;
        masks_ = common ? common_masks_ + 1 : counts_ + rows.count() + words;
        loads_ = common ? common_loads_ : static_cast<Load*>(loads);
    }

    // Counts `uses` of the bytes [offset, offset + length) of the line.
    template <typename Shape = AnyShape>
    [[gnu::always_inline]] void add(uint32_t way, unsigned offset, unsigned length, uint64_t uses) {
        count<Shape>(way) += uses;
        mask<Shape>(way).add(offset, length);
    }

    // A count is at twice the address of the stamp and this distance; so is the mask, if it has 64
    // bits.
    Word count_distance() const { return distance_of(counts_); }
    Word mask_distance() const { return distance_of(masks_); }

    template <typename Shape = AnyShape>
    unsigned line_bytes() const {
        return Shape::is_common ? common_line_bytes : line_bytes_;
    }
    template <typename Shape>
    unsigned offset_in_line(Word address) const {
        return static_cast<unsigned>(address) & (line_bytes<Shape>() - 1);
    }
    template <typename Shape = AnyShape>
    uint64_t& count(uint32_t way) {
        return Shape::is_common ? common_counts_[way + 1] : counts_[way];
    }
    template <typename Shape = AnyShape>
    LineMask mask(uint32_t way) {
        const unsigned bytes = line_bytes<Shape>();
        if (Shape::is_common)
            return {common_masks_ + 1 + way, bytes};
        return {masks_ + size_t{way} * LineMask::words_for(bytes), bytes};
    }
    // A set may have fewer ways than its row has stamps. Loads have no such gaps, because they are
    // larger than the counts and masks. (Rows that have more stamps than ways have 2^n of them.)
    template <typename Shape = AnyShape>
    Load& load(uint32_t way) {
        constexpr uint32_t length = common_line_bytes / sizeof(Time);
        if (Shape::is_common)
            return common_loads_[way - way / length * (length - Shape::ways)];
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

    uint64_t common_counts_[IndexMapping::common_stamps + 1] = {};
    uint64_t common_masks_[IndexMapping::common_stamps + 1] = {};
    Load common_loads_[IndexMapping::common_stamps] = {};
    StampRows rows_;
    uint32_t unused_in_row_ = 0;
    unsigned row_shift_ = 0;
    const Time* stamps_ = nullptr;
    unsigned line_bytes_ = 0;
    uint64_t* counts_ = nullptr;
    uint64_t* masks_ = nullptr;
    Load* loads_ = nullptr;
};

// The uses and the used bytes of each line of the last level. A record for each way, by
// its number (LastLevel::touch()), and one for each line that was replaced while level 1 still held
// it or a part of it. Uses are added when level 1 replaces a line.
template <typename OwnerType>
class LastLevelUseOf {
  public:
    // `level_1_lines` is the number of lines in both caches of level 1.
    static constexpr size_t storage_bytes(const Geometry& g, uint32_t level_1_lines) {
        return records_for(g, level_1_lines) * (record_bytes(g.line_size) + sizeof(OwnerType)) +
               level_1_lines * sizeof(uint32_t);
    }

    // `zeroed` is memory of zeros, aligned to 8 bytes.
    void init(const Geometry& g, uint32_t level_1_lines, void* zeroed) {
        first_moved_ = records_for(g, 0);
        count_ = records_for(g, level_1_lines);
        line_bytes_ = g.line_size;
        record_bytes_ = record_bytes(g.line_size);
        records_ = static_cast<char*>(zeroed);
        owners_ = reinterpret_cast<OwnerType*>(records_ + count_ * record_bytes_);
        unused_ = reinterpret_cast<uint32_t*>(owners_ + count_);
        for (uint32_t i = 0; i < level_1_lines; ++i)
            unused_[unused_count_++] = first_moved_ + i;
    }

    // Callgrind's rules, to compare with it: a mask has granules of this number of bytes; what
    // level 1 adds is credited to whatever line is in that way by then; a line never credited is
    // not charged.
    void follow_callgrind(unsigned granule) {
        granule_ = granule;
        follows_callgrind_ = true;
    }

    // Switches charging of owners, by callgrind's rules only.
    void set_charging(bool on) { charges_ = on; }
    template <typename Shape>
    bool charges() const {
        return Shape::is_common || charges_;
    }

    // Begins the record of a line that was loaded into the way.
    template <typename Shape>
    [[gnu::always_inline]] void load(uint32_t number, const OwnerType& owner) {
        Record& r = record<Shape>(number);
        charge<Shape>(r, owners_[number]);
        owners_[number] = owner;
        r.uses = 0;
        mask_of<Shape>(r).clear();
    }

    // The number of lines of level 1 that were loaded from the line of this record and are there.
    template <typename Shape>
    uint32_t& holders(uint32_t number) const {
        return record<Shape>(number).holders;
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
    template <typename Shape>
    [[gnu::always_inline]] void add(uint32_t number, uint64_t uses, const LineMask& used,
                                    unsigned offset) {
        Record& r = record<Shape>(number);
        const uint64_t sum = r.uses + uses;
        r.uses = sum > Record::most_uses ? Record::most_uses : static_cast<uint32_t>(sum);
        mask_of<Shape>(r).add(used, offset);
        if (--r.holders == 0 && number >= first_moved_) [[unlikely]]
            free_moved(number);
    }

    void settle_all() {
        for (uint32_t i = 0; i < count_; ++i)
            settle(i);
    }

    // Functions for a common shape never do.
    template <typename Shape>
    bool follows_callgrind() const {
        return !Shape::is_common && follows_callgrind_;
    }
    unsigned granule() const { return granule_; }
    unsigned line_bytes() const { return line_bytes_; }
    // The number of lines that were replaced while level 1 held them.
    Count moved() const { return moved_; }

    template <typename Visit>
    void for_each_owner(Visit visit) {
        for (uint32_t i = 0; i < count_; ++i) {
            if (owners_[i].is_known())
                visit(owners_[i]);
        }
    }

  private:
    // Followed by the mask.
    struct Record {
        static constexpr uint32_t most_uses = 0x40000000; // saturates: the cost is 0 beyond it
        uint32_t uses;
        uint32_t holders;
    };

    static constexpr size_t record_bytes(unsigned line_bytes) {
        return sizeof(Record) + LineMask::words_for(line_bytes) * sizeof(uint64_t);
    }
    static constexpr uint32_t records_for(const Geometry& g, uint32_t level_1_lines) {
        return 1 + g.sets() * g.associativity + level_1_lines;
    }

    template <typename Shape = AnyShape>
    Record& record(uint32_t number) const {
        const size_t bytes = Shape::is_common ? record_bytes(common_line_bytes) : record_bytes_;
        return *reinterpret_cast<Record*>(records_ + number * bytes);
    }
    template <typename Shape = AnyShape>
    LineMask mask_of(Record& r) const {
        return {reinterpret_cast<uint64_t*>(&r + 1),
                Shape::is_common ? common_line_bytes : line_bytes_};
    }
    LineMask mask(uint32_t number) const { return mask_of<AnyShape>(record(number)); }

    [[gnu::noinline]] void free_moved(uint32_t number) {
        settle(number);
        unused_[unused_count_++] = number;
    }

    template <typename Shape>
    [[gnu::always_inline]] void charge(Record& r, const OwnerType& owner) const {
        if (owner.is_known() && charges<Shape>() && !(follows_callgrind<Shape>() && r.uses == 0))
            owner.charge(last_level_use, r.uses, mask_of<Shape>(r).unused());
    }

    void settle(uint32_t number) {
        Record& r = record(number);
        charge<AnyShape>(r, owners_[number]);
        owners_[number] = {};
        r.uses = 0;
        mask(number).clear();
    }

    uint32_t first_moved_ = 0; // the number of the first record for a line that was moved
    uint32_t count_ = 0;
    unsigned line_bytes_ = 0;
    unsigned granule_ = 1;
    bool follows_callgrind_ = false;
    bool charges_ = true;
    size_t record_bytes_ = 0;
    char* records_ = nullptr;
    OwnerType* owners_ = nullptr; // not with the records, which level 1 adds to without them
    uint32_t* unused_ = nullptr;  // numbers of records for lines that will be moved
    uint32_t unused_count_ = 0;
    Count moved_ = 0;
};

template <typename OwnerType>
struct CacheUseOf {
    static constexpr bool counts_use = true;
    static constexpr bool finds_causes = false;
    static constexpr bool asks_replaced = false;
    static constexpr bool has_cells = false;
    static constexpr bool has_shapes = true;
    using Owner = OwnerType;
    using Level = LevelOneUseOf<Owner>;

    Level code, data;
    LastLevelUseOf<Owner> last;

    // A line of level 1 must not be larger than one of the last level, of which it is a part.
    static constexpr bool can_simulate(const Geometry& code, const Geometry& data,
                                       const Geometry& last) {
        return code.line_size <= last.line_size && data.line_size <= last.line_size;
    }

    // Only the functions for any cache follow callgrind's rules.
    bool may_have_shape() const { return !last.template follows_callgrind<AnyShape>(); }
    // Of two lines of which one was missed, callgrind references only that in the last level.
    bool only_missed() const { return last.template follows_callgrind<AnyShape>(); }

    // A reference misses bytes at the address, of which `owner` will load the lines. Returns their
    // owner.
    const Owner& missed(const Level& /*level*/, const Owner& owner, Word /*address*/) {
        return owner;
    }

    // The events that WithCauses observes.
    void loaded(const Level& /*level*/, const Touched& /*touched*/, Word /*block*/) {}
    void asked(const auto& /*last level*/, Word /*block*/, bool /*miss*/) {}

    // Bytes of a line of level 1, which is in this way, are used.
    template <typename Shape>
    [[gnu::always_inline]] void use(Level& level, uint32_t way, Word address, Word size) {
        level.template add<Shape>(way, level.template offset_in_line<Shape>(address),
                                  static_cast<unsigned>(size), 1);
    }

    // A line of level 1 leaves this way.
    template <typename Shape>
    [[gnu::always_inline]] void leave(Level& level, uint32_t way) {
        if (!Shape::is_common && last.granule() > 1) [[unlikely]]
            level.mask(way).widen(last.granule());
        typename Level::Load& load = level.template load<Shape>(way);
        const LineMask mask = level.template mask<Shape>(way);
        uint64_t& count = level.template count<Shape>(way);
        if (load.owner.is_known()) {
            load.owner.leave(load.kept, mask);
            if (last.template charges<Shape>())
                load.owner.charge(level_1_use, count, mask.unused());
            last.template add<Shape>(load.below, count, mask, Shape::is_common ? 0 : load.offset);
            load.owner = {};
        }
        count = 0;
        mask.clear();
    }

    // The last level has loaded a block, with the number of the line that it replaced.
    template <typename Shape>
    [[gnu::always_inline]] void load(const LastLevel<true>& lines, Word block, uint32_t number,
                                     Owner owner) {
        if (last.template holders<Shape>(number) != 0 && !last.template follows_callgrind<Shape>())
            [[unlikely]]
            keep_held(number, lines.replaced_block(block) << lines.line_shift());
        owner.load(last_level_use);
        last.template load<Shape>(number, owner);
    }

    // Level 1 has loaded the line of this address into the way, from the line of the last level
    // with this number.
    template <typename Shape>
    [[gnu::always_inline]] void hold(Level& level, uint32_t way, Word address, uint32_t number,
                                     Owner owner) {
        typename Level::Load& load = level.template load<Shape>(way);
        owner.load(level_1_use);
        load.owner = owner;
        load.owner.keep(load.kept, &level == &data
                                       ? address & ~Word{level.template line_bytes<Shape>() - 1}
                                       : 0);
        load.below = number;
        if (!Shape::is_common) // else it is always 0
            load.offset = static_cast<unsigned>(address) & (last.line_bytes() - 1) &
                          ~(level.line_bytes() - 1);
        ++last.template holders<Shape>(number);
    }

    // Charges all resident lines to their owners.
    void settle_all() {
        for_each_level_1_way([this](Level& level, uint32_t way) { leave<AnyShape>(level, way); });
        last.settle_all();
    }

    // Calls `visit` for the owner of each line.
    template <typename Visit>
    void for_each_owner(Visit visit) {
        for_each_level_1_way([&](Level& level, uint32_t way) { visit(level.load(way).owner); });
        last.for_each_owner(visit);
    }

  private:
    template <typename Do>
    void for_each_level_1_way(Do what) {
        Level* const levels[] = {&code, &data};
        for (Level* const level : levels) {
            for (uint32_t set = 0; set < level->sets(); ++set)
                level->for_each_way(set, [&](uint32_t way) { what(*level, way); });
        }
    }

    // Moves the record of a line of the last level that begins at `address` and is replaced, if
    // lines of level 1 were loaded from it that are still there.
    [[gnu::noinline]] void keep_held(uint32_t record, Word address) {
        const uint32_t moved = last.move(record);
        move_holders(code, record, address, moved);
        move_holders(data, record, address, moved);
    }

    void move_holders(Level& level, uint32_t from, Word address, uint32_t to) const {
        const unsigned bytes = level.line_bytes();
        const uint32_t parts = last.line_bytes() / bytes;
        const uint32_t sets = parts < level.sets() ? parts : level.sets();
        for (uint32_t i = 0; i < sets; ++i) {
            level.for_each_way(level.set_of(address + Word{i} * bytes), [&](uint32_t way) {
                typename Level::Load& load = level.load(way);
                if (load.owner.is_known() && load.below == from)
                    load.below = to;
            });
        }
    }
};

using CacheUse = CacheUseOf<Owner>;

} // namespace cg::sim
