// SPDX-License-Identifier: GPL-2.0-or-later
// Objects of data, where they are, and their costs in the simulated caches.
#pragma once

#include "address_map.hpp"
#include "cells.hpp"
#include "objects.hpp"
#include "page_filter.hpp"

namespace cg::data {

class DataObjects {
  public:
    // The objects that there always are.
    static constexpr uint32_t unknown = 1; // Kind::other, what has no object; also if memory is out
    static constexpr uint32_t code = 2;    // Kind::code, the lines of code
    static constexpr uint32_t no_block = 3;     // Kind::other, the heap where no block is
    static constexpr uint32_t other_blocks = 4; // Kind::heap, blocks whose object is not known

    // Returns the object of an address at which the map has none; never 0. It may add a range, so
    // that it is not asked again.
    using Resolve = FoundObject(Address address);

    explicit constexpr DataObjects(const Memory& memory)
        : map_(memory, Ended{this}), objects_(memory), cells_(memory) {}
    DataObjects(const DataObjects&) = delete; // it has pointers into itself
    DataObjects& operator=(const DataObjects&) = delete;

    // To be called first. False: out of memory.
    bool start(bool with_use, bool with_causes) {
        cells_.start(columns_with(with_use, with_causes));
        return map_.start() && objects_.find_or_add(Kind::other, {unknown}) == unknown &&
               objects_.find_or_add(Kind::code, {code}) == code &&
               objects_.find_or_add(Kind::other, {no_block}) == no_block &&
               objects_.find_or_add(Kind::heap, {}) == other_blocks;
    }

    void set_resolve(Resolve* resolve) { resolve_ = resolve; }

    // Returns false if memory was out at some time: then counts are missing.
    bool is_complete() const { return is_complete_; }

    Objects& objects() { return objects_; }
    const Objects& objects() const { return objects_; }
    Cells& cells() { return cells_; }
    const Cells& cells() const { return cells_; }
    // Blocks that began over live ones.
    uint64_t over_live() const { return map_.over_live(); }

    // Finds or adds an object. Returns its number; of one that cannot be added, because memory is
    // out or there are too many, `unknown` or, of kind heap, `other_blocks`.
    uint32_t object(Kind kind, const Key& key) {
        const uint32_t number = objects_.find_or_add(kind, key);
        if (number != 0) [[likely]]
            return number;
        return kind == Kind::heap ? other_blocks : unknown;
    }

    // A block of heap begins. `element` is the size of its elements (calloc), or that of the block.
    void begin_block(Address address, uint64_t size, uint32_t object, uint64_t element) {
        note(map_.begin_block(address, size, object)); // first, since it may end live ones
        objects_.begin_block(object, size, element);
        note_fields(address, size, object);
    }
    // Returns false if no live block begins there.
    bool end_block(Address address) { return map_.end_block(address); }

    // A variable, or a mapping.
    void add_range(Address begin, uint64_t size, uint32_t object) {
        note(map_.add_range(begin, size, object));
        objects_.begin_block(object, size, size);
        note_fields(begin, size, object);
    }
    // A part of what is one object: data without symbols, a mapping. It is no block.
    void add_part(Address begin, uint64_t size, uint32_t object) {
        note(map_.add_range(begin, size, object));
        note_fields(begin, size, object);
    }
    // Nothing is known of these addresses any more.
    void clear(Address begin, uint64_t size) { note(map_.clear(begin, size)); }
    // Forgets the mapping that has the address, where it has no blocks.
    void clear_mapping_at(Address address) {
        const uint32_t object = map_.find(address).object;
        if (object != 0 && objects_[object].kind == Kind::map)
            note(map_.clear_range_at(address));
    }

    // Sets all counts to 0.
    void zero() {
        cells_.zero();
        objects_.zero();
    }

    // Returns the object at the address, which is never 0.
    FoundObject at(Address address) {
        const FoundObject found = map_.find(address);
        return found.object == 0 ? resolve_(address) : found;
    }
    // Does not resolve unknown addresses.
    FoundObject known_at(Address address) const { return map_.find(address); }

    // Says that an object has what nothing is known of in the page of an address, or in the region,
    // if [begin, end) has all of that. Returns whether it did.
    bool add_empty_part(Address address, Address begin, Address end, uint32_t object) {
        Address bytes = AddressMap<Ended>::region_bytes;
        Address first = address & ~(bytes - 1);
        if (first < begin || end - first < bytes || !map_.is_empty_region(address)) {
            bytes = AddressMap<Ended>::page_bytes;
            first = address & ~(bytes - 1);
            if (!map_.is_empty_page(address))
                return false;
        }
        add_part(first, bytes, object);
        return true;
    }

    // Returns the cell of code that missed at the address, whose field it counts.
    [[gnu::always_inline]] Cell* miss(const CountedCode& by, Address address) {
        uint64_t offset = 0;
        uint32_t object = map_.object_at(address, offset);
        if (object == 0) [[unlikely]] {
            const FoundObject found = resolve_(address);
            object = found.object;
            offset = found.offset;
        }
        objects_.add_miss(object, offset);
        return cell(by, object);
    }
    // Returns the cell of code that missed a line of code.
    Cell* miss_code(const CountedCode& by) { return cell(by, code); }

    // A line of level 1 leaves, of which the bytes in `used` were used: bit n of word n / 64 is
    // byte n.
    [[gnu::always_inline]] void leave(Address line, unsigned bytes, const uint64_t* used) {
        if (with_fields_.may_have(line))
            add_load(line, bytes, used);
    }

  private:
    struct Ended {
        DataObjects* objects;
        void operator()(uint32_t object, uint64_t size) const {
            objects->objects_.end_block(object, size);
        }
    };

    void note(bool has_memory) { is_complete_ &= has_memory; }
    void note_fields(Address begin, uint64_t size, uint32_t object) {
        if (size != 0 && objects_[object].may_have_fields)
            with_fields_.add(begin, size);
    }

    [[gnu::noinline]] void add_load(Address line, unsigned bytes, const uint64_t* used) {
        map_.for_each_in_line(line, bytes,
                              [&](const FoundObject& found, unsigned first, unsigned count) {
                                  add_load(found, first, count, used);
                              });
    }

    [[gnu::always_inline]] Cell* cell(const CountedCode& by, uint32_t object) {
        Cell* const cell = cells_.find_or_add(by, object);
        if (cell != nullptr) [[likely]]
            return cell;
        is_complete_ = false;
        return reinterpret_cast<Cell*>(lost_);
    }

    void add_load(const FoundObject& found, unsigned first, unsigned count, const uint64_t* used) {
        uint64_t offset = found.offset;
        while (count != 0) {
            const unsigned bit = first % 64;
            const unsigned here = count < 64 - bit ? count : 64 - bit;
            objects_.add_load(found.object, offset, here, used[first / 64] >> bit);
            first += here;
            offset += here;
            count -= here;
        }
    }

    AddressMap<Ended> map_;
    Objects objects_;
    Cells cells_;
    Resolve* resolve_ = [](Address) { return FoundObject{unknown}; };
    bool is_complete_ = true;
    PageFilter with_fields_; // pages
    alignas(Cell) char lost_[sizeof(Cell) + most_columns * sizeof(Count)] = {};
};

} // namespace cg::data
