// SPDX-License-Identifier: GPL-2.0-or-later
// Mappings without a file are put into the map when they are made, and variables when they are
// missed first. Stacks are not in the map, because which function's frame an address is in changes;
// nor is the rest of the heap, which is in granules between blocks.
#include "vg/data/data_objects.hpp"

#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/replaced_functions.hpp"
#include "vg/data/observe.hpp"
#include "vg/data/variables.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

using data::DataObjects;
using data::FoundObject;
using data::Key;
using data::Kind;

// The heap that brk makes.
constinit Addr heap_begin = 0, heap_end = 0;
constinit bool has_threads = false; // more than one, now or before

// Returns true for what is between the blocks of an allocator: after the end of one, in its
// granule.
bool is_beside_block(Addr address) {
    constexpr Addr granule_bytes = 16;
    const FoundObject before = data_objects.known_at(address & ~(granule_bytes - 1));
    return before.object != 0 && data_objects.objects()[before.object].kind == Kind::heap;
}

UInt object_of(Kind kind, const void* first, const void* second = nullptr, UWord third = 0) {
    return data_objects.object(
        kind, {reinterpret_cast<UWord>(first), reinterpret_cast<UWord>(second), third});
}

// Returns the thread whose stack has the address, the running one first. If a thread runs on
// another stack than its own, that has its block or mapping, and what is between them is neither's.
ThreadId thread_with_stack_at(Addr address) {
    const auto has = [address](ThreadId thread) {
        const Addr stack_pointer = VG_(get_SP)(thread);
        const Addr end = VG_(thread_get_stack_max)(thread);
        if (address < stack_pointer - VG_STACK_REDZONE_SZB || address > end)
            return false;
        const NSegment* const segment = VG_(am_find_nsegment)(address);
        return segment != nullptr && segment->end >= end;
    };
    const ThreadId running = VG_(get_running_tid)();
    if (running != VG_INVALID_THREADID && has(running))
        return running;
    if (!has_threads) // the core would look at each that there may be
        return VG_INVALID_THREADID;
    ThreadId thread = VG_INVALID_THREADID;
    Addr lowest = 0, highest = 0;
    VG_(thread_stack_reset_iter)(&thread);
    while (VG_(thread_stack_next)(&thread, &lowest, &highest)) {
        if (has(thread))
            return thread;
    }
    return VG_INVALID_THREADID;
}

// Of small variables, several may be in one granule of the map, which then knows only the latest.
// So what was found is kept here, too; a later address may replace it.
struct Resolved {
    Addr address;
    FoundObject found; // object 0: none
};
constexpr UInt resolved_count = 1u << 10;
constinit Resolved* resolved = nullptr; // an array

Resolved& resolved_entry(Addr address) {
    return resolved[(address ^ address >> 12) % resolved_count];
}

void forget_resolved() {
    for (UInt i = 0; i < resolved_count; ++i)
        resolved[i].found.object = 0;
}

// Adds a unit of data without symbols together with its neighbours in the page that belong to the
// same object: the map has one entry for a whole page.
void add_to_page(Addr begin, Addr end, UInt object) {
    constexpr Addr page_bytes = 1u << 12;
    const Addr unit = end - begin;
    const Addr page = begin & ~(page_bytes - 1);
    while (begin != page && data_objects.known_at(begin - unit).object == object)
        begin -= unit;
    while (end != page + page_bytes && data_objects.known_at(end).object == object)
        end += unit;
    data_objects.add_part(begin, end - begin, object);
}

FoundObject of_variable(const StaticData& found, Addr address) {
    const SizeT size = found.end - found.begin;
    const UInt object = object_of(Kind::variable, found.name, found.program, found.in_file);
    if (!found.is_variable) { // a part of a section has no size of its own
        add_to_page(found.begin, found.end, object);
        return {object, false, 0};
    }
    if (!data_objects.objects()[object].has_sizes)
        data_objects.objects().begin_block(object, size, size);
    data_objects.add_part(found.begin, size, object);
    const FoundObject result = {object, false, address - found.begin};
    resolved_entry(address) = {address, result};
    return result;
}

UInt mapping_without_file() {
    return object_of(Kind::map, nullptr);
}

// Returns true if the segment has the stack of a thread, which may grow to where it is not yet.
bool has_stack(const NSegment& segment) {
    ThreadId thread = VG_INVALID_THREADID;
    Addr lowest = 0, highest = 0;
    VG_(thread_stack_reset_iter)(&thread);
    while (VG_(thread_stack_next)(&thread, &lowest, &highest)) {
        if (segment.start <= lowest && lowest <= segment.end)
            return true;
    }
    return false;
}

// Mappings that the kernel makes with the program, such as large zeroed arrays, are not seen: a
// page or region is put into the map when it is missed first.
FoundObject of_mapping(Addr address) {
    const NSegment* const segment = VG_(am_find_nsegment)(address);
    if (segment == nullptr)
        return {DataObjects::unknown, false, 0};
    const HChar* const path = segment->kind == SkFileC ? VG_(am_get_filename)(segment) : nullptr;
    if (path == nullptr) {
        const bool is_mapping = segment->kind == SkAnonC || segment->kind == SkShmC;
        const UInt object = is_mapping ? mapping_without_file() : DataObjects::unknown;
        if (is_mapping && !has_stack(*segment))
            data_objects.add_empty_part(address, segment->start, segment->end + 1, object);
        return {object, false, 0};
    }
    const UInt object = object_of(Kind::map, intern(Text(path)));
    data_objects.add_part(segment->start, segment->end + 1 - segment->start, object);
    return {object, false, address - segment->start};
}

// Returns the object of an address that the map does not know.
FoundObject resolve(data::Address address) {
    if ((heap_begin <= address && address < heap_end) || is_beside_block(address))
        return {DataObjects::no_block, false, 0};
    const Resolved& known = resolved_entry(address);
    if (known.address == address && known.found.object != 0)
        return known.found;
    const ThreadId thread = thread_with_stack_at(address);
    if (thread != VG_INVALID_THREADID) {
        const Callee* const function = options.calls ? function_of_stack(thread, address) : nullptr;
        return {object_of(Kind::stack, place_of_function(function)), false, 0};
    }
    const StaticData variable = static_data_at(address);
    return variable.name != nullptr ? of_variable(variable, address) : of_mapping(address);
}

// Returns the object of memory without a file that is mapped now. If an allocation function maps
// it, it is heap: an arena of another thread, or a large block's own mapping. Else, with calls, it
// is that of the functions that mapped it. The whole path would say who needed the first object of
// a pool's new page, by chance.
UInt mapping_made_now() {
    const ThreadId thread = VG_(get_running_tid)();
    if (thread != VG_INVALID_THREADID && is_allocating(thread))
        return DataObjects::no_block;
    if (!options.calls || thread == VG_INVALID_THREADID || !TreeStacks::threads[thread].is_known)
        return mapping_without_file();
    return object_of(Kind::map, nullptr, place_of_nearest(node_of(load_state(thread).node)));
}

} // namespace

constinit data::DataObjects data_objects({map_pages, unmap_pages});

void start_data_objects() {
    read_inlined_functions();
    data_objects.set_resolve(resolve);
    resolved = static_cast<Resolved*>(need_pages(resolved_count * sizeof(Resolved)));
    start_static_data();
    if (!data_objects.start(events.use, events.causes))
        exit_without_memory();
}

DataObject described(UInt object) {
    const data::Object& o = data_objects.objects()[object];
    const auto* const place = reinterpret_cast<const Place*>(o.key.first);
    const auto* const name = reinterpret_cast<const HChar*>(o.key.first);
    switch (o.kind) {
    case Kind::heap:
        return {.place = place};
    case Kind::variable:
        return {.name = name,
                .program = reinterpret_cast<const HChar*>(o.key.second),
                .address = o.key.third};
    case Kind::stack:
        return {.place = place, .name = place == nullptr ? "(stack)" : nullptr};
    case Kind::map:
        return {.place = reinterpret_cast<const Place*>(o.key.second),
                .name = name == nullptr ? "(anonymous)" : name};
    case Kind::code:
        return {};
    case Kind::other:
        break;
    }
    return {.name = object == DataObjects::no_block ? "(heap, in no block)" : "(unknown)"};
}

void data_mapped(Addr begin, SizeT length) {
    data_unmapped(begin, length);
    if (!events.cache) // then only blocks are asked for
        return;
    if (!may_have_static_data(begin, length))
        data_objects.add_part(begin, length, mapping_made_now());
}

void data_unmapped(Addr begin, SizeT length) {
    forget_resolved();
    forget_programs();
    forget_callers_in(begin, length);
    data_objects.clear(begin, length);
}

void data_moved(Addr /*from*/, Addr to, SizeT length) {
    data_mapped(to, length);
}

void heap_grown(Addr begin, SizeT length, ThreadId /*thread*/) {
    data_objects.clear(begin, length);
    if (heap_begin == 0)
        heap_begin = begin;
    heap_end = begin + length;
}

void heap_shrunk(Addr begin, SizeT length) {
    data_objects.clear(begin, length);
    if (begin + length == heap_end)
        heap_end = begin;
}

void data_thread_begins(ThreadId thread) {
    has_threads |= thread != 1;
    // Not the segment, in which the core has all mappings that are next to each other. A stack in a
    // block or in a variable belongs to that.
    data_objects.clear_mapping_at(VG_(get_SP)(thread) - 1);
}

} // namespace cg::vg
