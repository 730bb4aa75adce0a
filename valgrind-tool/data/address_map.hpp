// SPDX-License-Identifier: GPL-2.0-or-later
// From an address to the object that has it: heap blocks, mappings, variables.
//
// A tree of four levels, as a processor's page table: 8 GiB, 1 MiB (a region), 4 KiB (a page) and
// 16 bytes (a granule). What covers a whole unit of a level has one entry there. A heap block that
// is smaller than a page, as nearly all are, has no record: the entry of each of its granules has
// its object, the distance from its beginning and, in the last granule, the bytes after its end. So
// a block of 24 bytes, which takes two granules, needs 8 bytes. Whatever is larger, or not aligned
// to a granule, has a record, to which entries refer.
//
// A block that ends stays known, as freed, until another one begins in its place: the
// deallocation function itself reads and writes it.
//
// Of two blocks in one granule, which some allocators have that align to 8 bytes, the later one
// gets the granule.
#pragma once

#include "memory.hpp"

namespace cg::data {

// The largest number of an object. 0 is none.
inline constexpr uint32_t object_bits = 18, most_objects = (1u << object_bits) - 1;

// The object at an address.
struct FoundObject {
    uint32_t object = 0; // 0: none
    bool is_freed = false;
    uint64_t offset = 0; // from the beginning of the block or range
};

// ended(object, size) is called for each block that ends, and for a range when nothing is left of
// it.
template <typename Ended>
class AddressMap {
  public:
    static constexpr unsigned granule_bytes = 16, page_bytes = 1u << 12, region_bytes = 1u << 20;

    constexpr AddressMap(const Memory& memory, const Ended& ended)
        : memory_(memory), ended_(ended), records_(memory) {}

    // To be called first. False: out of memory.
    bool start() {
        top_ = memory_.map_array<Link>(top_count);
        return top_ != nullptr;
    }

    // Begins a block of a size as asked for, which may be 0. Live blocks in its place end, because
    // the program must have freed them, and a range has a hole there. Returns false without
    // memory or if the program has no such addresses; then the place may have no object.
    bool begin_block(Address address, uint64_t size, uint32_t object) {
        if (!is_valid(address, size))
            return false;
        if (size == 0 || size >= page_bytes || address % granule_bytes != 0)
            return begin_record(address, size, object, true);
        return begin_small(address, static_cast<unsigned>(size), object);
    }

    // Ends the live block that begins at the address. False: there is none.
    bool end_block(Address address) {
        const Entry e = entry_at(address);
        if (is_record(e)) {
            Record& r = record(e);
            if (r.begin != address || !r.is_live_block())
                return false;
            r.is_freed = true;
            ended_(r.object, r.size);
            return true;
        }
        if (e == 0 || is_freed(e) || distance(e) != 0 || address % granule_bytes != 0)
            return false;
        ended_(object_of(e), free_small(address));
        return true;
    }

    // Says that the bytes belong to an object: a mapping, a variable. Blocks in its place end.
    // False: as for begin_block().
    bool add_range(Address begin, uint64_t size, uint32_t object) {
        if (size == 0 || !is_valid(begin, size))
            return false;
        return begin_record(begin, size, object, false);
    }

    // Forgets all that is known of these bytes. Blocks there end. False: out of memory.
    bool clear(Address begin, uint64_t size) {
        if (size == 0 || begin >= address_limit)
            return true;
        if (size > address_limit - begin)
            size = address_limit - begin;
        end_live(begin, begin + size);
        return fill(granule_of(begin), granule_of(uint64_t{begin} + size + granule_bytes - 1), 0);
    }

    // Forgets the range that has the address, but nothing that is in its holes. False: out of
    // memory.
    bool clear_range_at(Address address) {
        const Entry e = entry_at(address);
        if (!is_record(e) || record(e).is_block)
            return true;
        const uint64_t begin = granule_of(record(e).begin);
        const uint64_t end = granule_of(record(e).begin + record(e).size + granule_bytes - 1);
        bool has_memory = true;
        for (uint64_t at = begin, next = 0; at < end; at = next) {
            const Unit unit = unit_at(at);
            next = next_unit(at, unit.shift);
            if (next > end)
                next = end;
            if (unit.entry == e)
                has_memory &= fill(at, next, 0);
        }
        return has_memory;
    }

    FoundObject find(Address address) const {
        const Entry e = entry_at(address);
        if (is_record(e)) [[unlikely]] {
            const Record& r = record(e);
            const uint64_t offset = address - r.begin;
            return offset < r.size ? FoundObject{r.object, r.is_freed, offset} : FoundObject{};
        }
        const unsigned in_granule = address % granule_bytes;
        if (in_granule >= granule_bytes - after_end(e))
            return {};
        return {object_of(e), is_freed(e), distance(e) * granule_bytes + in_granule};
    }

    // Finds the object alone, quickly; 0: none. (A FoundObject would be put together in memory and
    // taken apart again.)
    [[gnu::always_inline]] uint32_t object_at(Address address, uint64_t& offset) const {
        const Recent& recent = recent_[recent_index(address)];
        const Record* r = nullptr;
        if (!look_up(address, recent, r)) [[unlikely]]
            return 0;
        if (r == nullptr) {
            const Entry e = recent.granules[granule_in(address)];
            if (!is_record(e)) [[likely]] {
                const unsigned in_granule = address % granule_bytes;
                offset = distance(e) * granule_bytes + in_granule;
                return in_granule < granule_bytes - after_end(e) ? object_of(e) : 0;
            }
            r = &record(e);
        }
        offset = address - r->begin;
        return offset < r->size ? r->object : 0;
    }

    // Calls visit(found, first, count) for each of the objects in the line, in order: what is
    // found at the byte `first` of the line, and the number of bytes from there that belong to it.
    // The line is not longer than a page. Bytes without object are passed over.
    template <typename Visit>
    [[gnu::always_inline]] void for_each_in_line(Address line, unsigned bytes, Visit visit) const {
        const Recent& recent = recent_[recent_index(line)];
        const Record* r = nullptr;
        if (!look_up(line, recent, r)) [[unlikely]]
            return;
        if (r != nullptr) {
            visit_record(*r, line, 0, bytes, visit);
            return;
        }
        const Entry* const granules = recent.granules + granule_in(line);
        for (unsigned at = 0; at < bytes; at += granule_bytes) {
            const Entry e = granules[at / granule_bytes];
            if (is_record(e))
                visit_record(record(e), line, at, granule_bytes, visit);
            else if (e != 0)
                visit(FoundObject{object_of(e), is_freed(e), distance(e) * granule_bytes}, at,
                      granule_bytes - after_end(e));
        }
    }

    // Returns true if nothing is known of the page or region of this address.
    bool is_empty_page(Address address) const {
        return granules_at(address) == nullptr && entry_at(address) == 0;
    }
    bool is_empty_region(uint64_t address) const { return region_at(address) == 0; }

    // The number of blocks that began over live ones: those whose end was not seen.
    uint64_t over_live() const { return over_live_; }

  private:
    // Of a granule or page. 0: nothing is known. Bit 31: the number of a record. Else of a page: 1:
    // its granules have entries; of a granule of a block: object, freed, distance in granules,
    // bytes after the end.
    using Entry = uint32_t;
    static constexpr Entry record_flag = 1u << 31, freed_flag = 1u << 12, in_granules = 1;
    static constexpr unsigned distance_shift = 4, object_shift = 13;
    static_assert(object_shift + object_bits == 31);
    static_assert(page_bytes / granule_bytes << distance_shift == freed_flag);

    // A larger unit. 0: nothing is known. Bit 0: the number of a record is in the bits above it.
    // Else the address of the units in this one.
    using Link = uintptr_t;

    static constexpr unsigned granule_shift = 4, page_shift = 12, region_shift = 20, top_shift = 33;
    static constexpr unsigned page_granules = 1u << (page_shift - granule_shift);
    static constexpr unsigned region_pages = 1u << (region_shift - page_shift);
    static constexpr unsigned directory_regions = 1u << (top_shift - region_shift);
    static constexpr unsigned top_count = 1u << 15;
    static constexpr uint64_t address_limit = uint64_t{top_count} << top_shift;

    struct Region {
        Entry pages[region_pages];
        Entry granules[region_pages][page_granules]; // only read if the page says so
    };
    struct Directory {
        Link regions[directory_regions];
    };
    struct Record {
        Address begin;
        uint64_t size;
        uint32_t object;
        uint32_t uses; // entries that refer to it; while it is free, the next free one
        bool is_block, is_freed;

        bool is_live_block() const { return is_block && !is_freed; }
        bool overlaps(uint64_t from, uint64_t to) const {
            return begin < to && from < begin + size;
        }
    };

    // The result of a look-up at a page: a record, or its granules.
    struct Recent {
        uint64_t page; // its number, and the generation
        const Record* record;
        const Entry* granules;
    };
    static constexpr unsigned recent_pages = 512, generation_shift = 48 - page_shift;
    static unsigned recent_index(uint64_t address) {
        return static_cast<unsigned>(address >> page_shift) % recent_pages;
    }
    // To be called when a page has another record, or granules in place of one.
    void forget_recent() {
        generation_ += uint64_t{1} << generation_shift;
        if (generation_ != 0)
            return;
        generation_ = uint64_t{1} << generation_shift;
        for (Recent& r : recent_)
            r = {};
    }
    [[gnu::always_inline]] bool is_at(const Recent& recent, uint64_t address) const {
        return recent.page == (address >> page_shift ^ generation_);
    }
    // Sets `r` to the record that has the page of an address; null: its granules are in `recent`.
    // Returns false if nothing is known of the page.
    [[gnu::always_inline]] bool look_up(Address address, const Recent& recent,
                                        const Record*& r) const {
        if (!is_at(recent, address)) [[unlikely]] {
            if (const Link link = region_at(address); is_record_link(link)) {
                // Not remembered: an array of many pages is quicker without.
                r = &record(entry_of(link));
                return true;
            }
            if (!remember(address))
                return false;
        }
        r = recent.record;
        return true;
    }
    // Makes the page of the address a recent one. Returns false if nothing is known of it.
    [[gnu::noinline]] bool remember(uint64_t address) const {
        const Entry* const granules = granules_at(address);
        const Entry e = granules == nullptr ? entry_at(address) : 0;
        if (granules == nullptr && e == 0)
            return false;
        recent_[recent_index(address)] = {
            address >> page_shift ^ generation_, granules == nullptr ? &record(e) : nullptr,
            granules == nullptr ? nullptr : granules - granule_in(address)};
        return true;
    }

    static bool is_valid(uint64_t address, uint64_t size) {
        return address < address_limit && size <= address_limit - address - granule_bytes;
    }
    static uint64_t granule_of(uint64_t address) { return address & ~uint64_t{granule_bytes - 1}; }

    static bool is_record(Entry e) { return (e & record_flag) != 0; }
    static bool is_record_link(Link link) { return (link & 1) != 0; }
    static bool is_split(Link link) { return link != 0 && !is_record_link(link); }
    static Link link_of(Entry e) { return e == 0 ? 0 : Link{e & ~record_flag} << 1 | 1; }
    static Entry entry_of(Link link) {
        return link == 0 ? 0 : record_flag | static_cast<Entry>(link >> 1);
    }
    Record& record(Entry e) const { return records_[e & ~record_flag]; }
    static bool is_freed(Entry e) { return (e & freed_flag) != 0; }
    static uint32_t object_of(Entry e) { return e >> object_shift; }
    static unsigned distance(Entry e) { return e >> distance_shift & (page_granules - 1); }
    static unsigned after_end(Entry e) { return e & (granule_bytes - 1); }
    static bool is_live_granule(Entry e) { return e != 0 && (e & (record_flag | freed_flag)) == 0; }

    // The memory that one entry describes.
    struct Unit {
        Entry entry;
        unsigned shift; // of its size
    };
    [[gnu::always_inline]] Unit unit_at(uint64_t address) const {
        if (address >= address_limit) [[unlikely]]
            return {0, top_shift};
        const Link top = top_[address >> top_shift];
        if (!is_split(top)) [[unlikely]]
            return {entry_of(top), top_shift};
        const Link link = region_link(top, address);
        if (!is_split(link)) [[unlikely]]
            return {entry_of(link), region_shift};
        const auto* const region = reinterpret_cast<const Region*>(link);
        const unsigned page = page_in_region(address);
        if (region->pages[page] != in_granules)
            return {region->pages[page], page_shift};
        return {region->granules[page][granule_in(address)], granule_shift};
    }
    [[gnu::always_inline]] Entry entry_at(uint64_t address) const { return unit_at(address).entry; }
    // The entry of this granule, which those of the rest of its page follow. Null: the page has
    // only one entry.
    [[gnu::always_inline]] Entry* granules_at(uint64_t address) const {
        const Link link = region_at(address);
        if (!is_split(link)) [[unlikely]]
            return nullptr;
        auto* const region = reinterpret_cast<Region*>(link);
        const unsigned page = page_in_region(address);
        return region->pages[page] == in_granules ? &region->granules[page][granule_in(address)]
                                                  : nullptr;
    }
    // The entry of the region of the address, or of the larger unit that covers it.
    [[gnu::always_inline]] Link region_at(uint64_t address) const {
        if (address >= address_limit) [[unlikely]]
            return 0;
        const Link top = top_[address >> top_shift];
        return is_split(top) ? region_link(top, address) : top;
    }
    static Link& region_link(Link top, uint64_t address) {
        return reinterpret_cast<Directory*>(top)
            ->regions[address >> region_shift & (directory_regions - 1)];
    }
    static unsigned page_in_region(uint64_t address) {
        return static_cast<unsigned>(address >> page_shift) & (region_pages - 1);
    }
    static unsigned granule_in(uint64_t address) {
        return static_cast<unsigned>(address >> granule_shift) & (page_granules - 1);
    }
    static unsigned rest_of_page(uint64_t address) { return page_granules - granule_in(address); }

    template <typename Visit>
    static void visit_record(const Record& r, Address line, unsigned first, unsigned count,
                             Visit visit) {
        const uint64_t from = uint64_t{line} + first;
        const uint64_t begin = from < r.begin ? r.begin : from;
        const uint64_t end = from + count < r.begin + r.size ? from + count : r.begin + r.size;
        if (begin < end)
            visit(FoundObject{r.object, r.is_freed, begin - r.begin},
                  first + static_cast<unsigned>(begin - from), static_cast<unsigned>(end - begin));
    }

    bool begin_small(Address address, unsigned size, uint32_t object) {
        const unsigned count = (size + granule_bytes - 1) / granule_bytes;
        Entry entry = object << object_shift;
        bool is_over_live = false;
        Entry* at = nullptr;
        for (unsigned i = 0, in_page = 0; i < count; ++i, ++at, --in_page) {
            const uint64_t here = uint64_t{address} + i * granule_bytes;
            if (in_page == 0) {
                at = split_page(here);
                if (at == nullptr)
                    return false;
                in_page = rest_of_page(here);
            }
            if (*at != 0) {
                if (is_record(*at)) {
                    Record& r = record(*at);
                    if (r.is_live_block() && r.overlaps(address, uint64_t{address} + size)) {
                        is_over_live = true;
                        end_record(r);
                    }
                    remove_use(*at);
                } else if (!is_freed(*at)) {
                    is_over_live = true;
                    end_small_with(here, *at);
                }
            }
            *at = entry | (i + 1 == count ? count * granule_bytes - size : 0);
            entry += 1u << distance_shift;
        }
        over_live_ += is_over_live;
        return true;
    }

    // Marks the granules of a live block as freed. Returns its size.
    uint64_t free_small(uint64_t begin) const {
        uint64_t size = 0;
        Entry* at = nullptr;
        Entry expected = 0;
        for (unsigned in_page = 0; distance(expected) + 1 < page_granules; --in_page, ++at) {
            if (in_page == 0) {
                at = granules_at(begin + size);
                if (at == nullptr)
                    return size;
                in_page = rest_of_page(begin + size);
            }
            if (size == 0)
                expected = *at & ~Entry{granule_bytes - 1};
            else
                expected += 1u << distance_shift;
            if ((*at & ~Entry{granule_bytes - 1}) != expected)
                return size;
            *at |= freed_flag;
            size += granule_bytes - after_end(*at);
            if (after_end(*at) != 0)
                return size;
        }
        return size;
    }

    // Ends the live block of this entry.
    [[gnu::noinline]] void end_small_with(uint64_t address, Entry e) {
        ended_(object_of(e), free_small(granule_of(address) - distance(e) * granule_bytes));
    }
    void end_record(Record& r) {
        r.is_freed = true;
        ended_(r.object, r.size);
    }

    // Ends the live blocks in [begin, end). Returns whether there were any.
    bool end_live(uint64_t begin, uint64_t end) {
        bool any = false;
        const auto end_if_live = [&](Entry e, uint64_t at) {
            if (is_record(e)) {
                Record& r = record(e);
                if (!r.is_live_block() || !r.overlaps(begin, end))
                    return;
                end_record(r);
            } else if (is_live_granule(e)) {
                const uint64_t granule = granule_of(at);
                if (granule >= end || granule + granule_bytes - after_end(e) <= begin)
                    return;
                end_small_with(at, e);
            } else {
                return;
            }
            any = true;
        };
        for (uint64_t at = begin; at < end;) {
            const Unit unit = unit_at(at);
            end_if_live(unit.entry, at);
            at = next_unit(at, unit.shift);
        }
        return any;
    }
    static uint64_t next_unit(uint64_t address, unsigned shift) {
        return ((address >> shift) + 1) << shift;
    }

    bool begin_record(Address begin, uint64_t size, uint32_t object, bool is_block) {
        // A block of no bytes has a granule, by which its end is found.
        const uint64_t end = uint64_t{begin} + (size == 0 ? 1 : size);
        if (end_live(begin, end) && is_block)
            ++over_live_;
        const uint32_t number = new_record();
        if (number == 0)
            return false;
        Record& r = records_[number];
        r = {begin, size, object, 1, is_block, false};
        const Entry e = record_flag | number;
        const bool has_memory = fill(granule_of(begin), granule_of(end + granule_bytes - 1), e);
        remove_use(e);
        return has_memory;
    }

    uint32_t new_record() {
        if (free_records_ != 0) {
            const uint32_t number = free_records_;
            free_records_ = records_[number].uses;
            return number;
        }
        return static_cast<uint32_t>(records_.add());
    }
    void remove_use(Entry e) {
        Record& r = record(e);
        if (--r.uses != 0)
            return;
        if (!r.is_freed) // all of its granules belong to others by now
            end_record(r);
        r.uses = free_records_;
        free_records_ = e & ~record_flag;
    }
    void add_uses(Entry e, uint32_t count) const {
        if (e != 0)
            record(e).uses += count;
    }

    // Makes `e`, of a record or nothing, the entry of [begin, end), of whole granules without live
    // blocks. False: out of memory.
    bool fill(uint64_t begin, uint64_t end, Entry e) {
        forget_recent();
        bool has_memory = true;
        for (uint64_t at = begin; at < end;)
            at = next_unit(at, fill_unit(at, end, e, has_memory));
        return has_memory;
    }

    // Fills the largest unit at `at`. Returns its shift.
    unsigned fill_unit(uint64_t at, uint64_t end, Entry e, bool& has_memory) {
        Link& top = top_[at >> top_shift];
        if (is_whole(at, end, top_shift) || top == link_of(e)) {
            replace(top, e, top_shift);
            return top_shift;
        }
        if (!split<Directory>(top)) {
            has_memory = false;
            return top_shift;
        }
        Link& link = region_link(top, at);
        if (is_whole(at, end, region_shift) || link == link_of(e)) {
            replace(link, e, region_shift);
            return region_shift;
        }
        if (!split<Region>(link)) {
            has_memory = false;
            return region_shift;
        }
        auto& region = *reinterpret_cast<Region*>(link);
        Entry& page = region.pages[page_in_region(at)];
        if (is_whole(at, end, page_shift) || page == e) {
            empty_page(region, page_in_region(at));
            page = e;
            add_uses(e, 1);
            return page_shift;
        }
        Entry* const granule = split_page_of(region, at);
        if (is_record(*granule))
            remove_use(*granule);
        *granule = e;
        add_uses(e, 1);
        return granule_shift;
    }
    static bool is_whole(uint64_t at, uint64_t end, unsigned shift) {
        return (at & ((uint64_t{1} << shift) - 1)) == 0 && end - at >= uint64_t{1} << shift;
    }

    // Makes `e` the content of a link, and releases what was in it.
    void replace(Link& link, Entry e, unsigned shift) {
        const Link old = link;
        link = link_of(e);
        add_uses(e, 1);
        release(old, shift);
    }
    void release(Link link, unsigned shift) {
        if (link == 0)
            return;
        if (is_record_link(link)) {
            remove_use(entry_of(link));
        } else if (shift == top_shift) {
            auto* const directory = reinterpret_cast<Directory*>(link);
            for (const Link region : directory->regions)
                release(region, region_shift);
            memory_.unmap(directory, sizeof(Directory));
        } else {
            auto* const region = reinterpret_cast<Region*>(link);
            for (unsigned page = 0; page < region_pages; ++page)
                empty_page(*region, page);
            memory_.unmap(region, sizeof(Region));
        }
    }
    void empty_page(Region& region, unsigned page) {
        if (is_record(region.pages[page])) {
            remove_use(region.pages[page]);
        } else if (region.pages[page] == in_granules) {
            for (const Entry e : region.granules[page]) {
                if (is_record(e))
                    remove_use(e);
            }
        }
        region.pages[page] = 0;
    }

    // Makes the link lead to smaller units, which have what it had. False: out of memory.
    template <typename Units>
    bool split(Link& link) {
        if (link != 0 && !is_record_link(link))
            return true;
        auto* const units = static_cast<Units*>(memory_.map(sizeof(Units)));
        if (units == nullptr)
            return false;
        if (link != 0)
            put_into_all(*units, entry_of(link));
        link = reinterpret_cast<Link>(units);
        return true;
    }
    void put_into_all(Directory& directory, Entry e) {
        for (Link& region : directory.regions)
            region = link_of(e);
        add_uses(e, directory_regions - 1);
    }
    void put_into_all(Region& region, Entry e) {
        for (Entry& page : region.pages)
            page = e;
        add_uses(e, region_pages - 1);
    }
    // Returns the entry of the granule in a page that has entries for its granules from now on.
    // Null: out of memory.
    [[gnu::always_inline]] Entry* split_page(uint64_t address) {
        if (Entry* const granule = granules_at(address)) [[likely]]
            return granule;
        return split_page_slowly(address);
    }
    [[gnu::noinline]] Entry* split_page_slowly(uint64_t address) {
        Link& top = top_[address >> top_shift];
        if (!split<Directory>(top))
            return nullptr;
        Link& link = region_link(top, address);
        if (!split<Region>(link))
            return nullptr;
        return split_page_of(*reinterpret_cast<Region*>(link), address);
    }
    Entry* split_page_of(Region& region, uint64_t address) {
        const unsigned page = page_in_region(address);
        Entry* const granules = region.granules[page];
        const Entry old = region.pages[page];
        if (old != in_granules) {
            if (old != 0)
                forget_recent();
            for (unsigned i = 0; i < page_granules; ++i)
                granules[i] = old;
            add_uses(old, page_granules - 1);
            region.pages[page] = in_granules;
        }
        return &granules[granule_in(address)];
    }

    Memory memory_;
    Ended ended_;
    Link* top_ = nullptr;
    Numbered<Record, 1u << 12, 1u << 16> records_;
    uint32_t free_records_ = 0;
    uint64_t over_live_ = 0;
    // Of the pages at which something was found last. Each access to the tree costs four loads that
    // depend on each other.
    mutable Recent recent_[recent_pages] = {};
    uint64_t generation_ = uint64_t{1} << generation_shift;
};

} // namespace cg::data
