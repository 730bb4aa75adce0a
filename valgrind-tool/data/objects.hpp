// SPDX-License-Identifier: GPL-2.0-or-later
// The objects: the heap blocks of one path of allocation, a variable, a mapped file, ...
#pragma once

#include "address_map.hpp"
#include "fields.hpp"

namespace cg::data {

enum class Kind : uint8_t { heap, variable, stack, map, code, other };

// The key of an object among those of its kind. The meaning is the caller's: pointers to names,
// places, nodes.
struct Key {
    uintptr_t first = 0, second = 0, third = 0;

    constexpr bool operator==(const Key&) const = default;
};

struct alignas(64) Object {
    // The fields that a miss needs are in one line.
    Fields fields;
    bool may_have_fields; // its period is a multiple of the word
    bool has_sizes;       // smallest and largest are known
    bool is_uncounted;    // its blocks are not counted, nor are their bytes
    Kind kind;
    uint64_t divisor; // of all its sizes; 0: no block so far
    Key key;

    uint64_t blocks, bytes;      // that began while blocks were counted, and what they asked for
    uint64_t live, live_at_most; // bytes as asked for, now and at most while blocks were counted
    uint64_t smallest, largest;  // sizes as asked for

    // Returns the distance of the elements that blocks consist of; 0: none is known.
    uint64_t period() const { return divisor % word_bytes == 0 ? divisor : 0; }
};

class Objects {
  public:
    explicit constexpr Objects(const Memory& memory)
        : memory_(memory), pieces_(memory), objects_(memory) {}

    uint32_t count() const { return static_cast<uint32_t>(objects_.count()); }
    // `number` is from 1 to count().
    Object& operator[](uint32_t number) const { return objects_[number]; }

    // Finds or adds an object. Returns its number; 0: out of memory, or there are too many.
    uint32_t find_or_add(Kind kind, const Key& key) {
        if (2 * (count() + 1) > size_ && !grow())
            return 0;
        uint32_t* const entry = entry_of(kind, key);
        if (*entry != 0)
            return *entry;
        const auto number = static_cast<uint32_t>(objects_.add());
        if (number == 0)
            return 0;
        objects_[number].key = key;
        objects_[number].kind = kind;
        return *entry = number;
    }

    // A block of the object begins. `element` is the size of its elements, if that is known, else
    // its own.
    void begin_block(uint32_t number, uint64_t size, uint64_t element) {
        Object& o = objects_[number];
        if (!o.has_sizes || size < o.smallest)
            o.smallest = size;
        if (size > o.largest)
            o.largest = size;
        o.has_sizes = true;
        o.live += size;
        if (is_counted_heap(o))
            heap_live_ += size;
        if (counts_blocks_ && !o.is_uncounted) {
            ++o.blocks;
            o.bytes += size;
            note_live(o);
        }
        if (element != 0 && element != o.divisor)
            change_divisor(o, greatest_common_divisor(o.divisor, element));
    }
    void end_block(uint32_t number, uint64_t size) {
        Object& o = objects_[number];
        const uint64_t ended = size < o.live ? size : o.live;
        o.live -= ended;
        if (is_counted_heap(o))
            heap_live_ -= ended;
    }

    // Says whether blocks that begin are counted. What lives when that is switched on is a part of
    // the bytes that live at most.
    void count_blocks(bool on) {
        if (on == counts_blocks_)
            return;
        counts_blocks_ = on;
        for (uint32_t i = 1; on && i <= count(); ++i)
            note_live(objects_[i]);
    }

    // Bytes of all heap blocks together, at most at one time while blocks were counted.
    uint64_t heap_live_at_most() const { return heap_live_at_most_; }

    // Sets to 0 what was counted; blocks that live go on.
    void zero() {
        for (uint32_t i = 1; i <= count(); ++i) {
            Object& o = objects_[i];
            o.fields.zero();
            if (o.kind != Kind::heap)
                continue;
            o.blocks = o.bytes = o.smallest = o.largest = 0;
            o.has_sizes = false;
            o.live_at_most = counts_blocks_ && !o.is_uncounted ? o.live : 0;
        }
        heap_live_at_most_ = counts_blocks_ ? heap_live_ : 0;
    }

    // A reference missed at this offset in a block of the object.
    [[gnu::always_inline]] void add_miss(uint32_t number, uint64_t offset) {
        Object& o = objects_[number];
        if (!o.may_have_fields)
            return;
        if (!o.fields.exist() && !begin_fields(o))
            return;
        o.fields.add_miss(offset);
    }
    // Bytes were loaded (Fields::add_load()).
    void add_load(uint32_t number, uint64_t offset, unsigned count, uint64_t used) {
        Object& o = objects_[number];
        // Others may have missed: what is before the object in its first line.
        if (o.may_have_fields && (o.fields.exist() || begin_fields(o)))
            o.fields.add_load(offset, count, used);
    }

  private:
    static bool is_counted_heap(const Object& o) { return o.kind == Kind::heap && !o.is_uncounted; }
    void note_live(Object& o) {
        if (!o.is_uncounted && o.live > o.live_at_most)
            o.live_at_most = o.live;
        if (heap_live_ > heap_live_at_most_)
            heap_live_at_most_ = heap_live_;
    }
    static size_t hash_of(Kind kind, const Key& key) {
        uint64_t h = (uint64_t{key.first} ^ static_cast<uint64_t>(kind)) * 0x9e3779b97f4a7c15;
        h = (h ^ h >> 29 ^ key.second) * 0xbf58476d1ce4e5b9;
        h = (h ^ h >> 32 ^ key.third) * 0x9e3779b97f4a7c15;
        return static_cast<size_t>(h ^ h >> 32);
    }
    uint32_t* entry_of(Kind kind, const Key& key) const {
        for (size_t i = hash_of(kind, key);; ++i) {
            uint32_t& entry = entries_[i & (size_ - 1)];
            if (entry == 0 || (objects_[entry].kind == kind && objects_[entry].key == key))
                return &entry;
        }
    }
    bool grow() {
        const size_t size = size_ == 0 ? 1024 : 2 * size_;
        auto* const entries = memory_.map_array<uint32_t>(size);
        if (entries == nullptr)
            return false;
        memory_.unmap_array(entries_, size_);
        entries_ = entries;
        size_ = size;
        for (uint32_t i = 1; i <= count(); ++i)
            *entry_of(objects_[i].kind, objects_[i].key) = i;
        return true;
    }

    static void change_divisor(Object& o, uint64_t divisor) {
        if (divisor == o.divisor)
            return;
        o.divisor = divisor;
        o.may_have_fields =
            (o.kind == Kind::heap || o.kind == Kind::variable) && divisor % word_bytes == 0;
        if (!o.fields.exist())
            return;
        if (o.may_have_fields)
            o.fields.fold(divisor);
        else
            o.fields.drop();
    }
    [[gnu::noinline]] bool begin_fields(Object& o) {
        const uint64_t period = o.period();
        o.fields.begin(pieces_.allocate(Fields::bytes_for(period)), period);
        return o.fields.exist();
    }

    Memory memory_;
    Pieces pieces_;
    Numbered<Object, 256, (most_objects + 1) / 256> objects_;
    uint32_t* entries_ = nullptr; // numbers, by the hash of the key
    size_t size_ = 0;             // of entries_, a power of two
    bool counts_blocks_ = true;
    uint64_t heap_live_ = 0, heap_live_at_most_ = 0; // of all objects of kind heap
};

} // namespace cg::data
