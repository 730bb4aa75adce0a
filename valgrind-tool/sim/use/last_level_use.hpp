// SPDX-License-Identifier: GPL-2.0-or-later
// How often each line of the last level was used, and which of its bytes.
#pragma once

#include "line_mask.hpp"
#include "owner.hpp"
#include "sim/geometry.hpp"

namespace cg::sim {

// The records of the last level: one for each way, by its number (LastLevel::touch()), and one
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
    template <typename Shape>
    [[gnu::always_inline]] void load(uint32_t number, Owner owner) {
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
    Owner::Count moved() const { return moved_; }

    template <typename Visit>
    void for_each_owner(Visit visit) {
        for (uint32_t i = 0; i < count_; ++i) {
            if (owners_[i].line != nullptr)
                visit(owners_[i]);
        }
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
    [[gnu::always_inline]] void charge(Record& r, const Owner& owner) const {
        if (owner.line != nullptr && !(follows_callgrind<Shape>() && r.uses == 0))
            owner.charge(last_level_use, r.uses,
                         mask_of<Shape>(r).template unused<Shape::is_common>());
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
    size_t record_bytes_ = 0;
    char* records_ = nullptr;
    Owner* owners_ = nullptr;    // not with the records, which level 1 adds to without them
    uint32_t* unused_ = nullptr; // numbers of records for lines that will be moved
    uint32_t unused_count_ = 0;
    Owner::Count moved_ = 0;
};

} // namespace cg::sim
