// SPDX-License-Identifier: GPL-2.0-or-later
// The arena maps chunks, cuts them into blocks, and keeps one list of free blocks for
// each size.
#include "vg/core/arena.hpp"

#include "vg/core/incomplete.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/replaced_functions.hpp"

namespace cg::vg {
namespace {

constexpr size_t grain = 16;
constexpr size_t largest_small = 4096; // larger sizes are rounded to powers of two
constexpr size_t largest_chunk = size_t{1} << 20;
constexpr size_t largest_of_chunk = largest_chunk / 4; // larger ones are mapped by themselves
constexpr unsigned small_count = largest_small / grain + 1;
constexpr unsigned class_count = small_count + 8 * sizeof(size_t);

struct FreeBlock {
    FreeBlock* next;
};

constinit FreeBlock* free_blocks[class_count] = {};
constinit Chunks chunks(largest_of_chunk, largest_chunk);
constinit Pages reserve = {};
constexpr size_t bytes_for_superblock = largest_of_chunk;
constinit Pages left_for_superblock = {};
constinit bool has_run_out = false;
constinit bool is_reserve_used = false; // so that blocks of any size may be parts of it
constinit Addr base = 0;
constinit ArenaStats stats = {};

size_t rounded(size_t bytes) {
    if (bytes <= largest_small)
        return (bytes + grain - 1) & ~(grain - 1);
    size_t power = largest_small;
    while (power < bytes)
        power *= 2;
    return power;
}

unsigned class_of(size_t size) {
    return size <= largest_small ? static_cast<unsigned>(size / grain)
                                 : small_count + static_cast<unsigned>(__builtin_ctzll(size));
}

} // namespace

void* map_pages(size_t bytes) {
    void* const pages = memory_of(VG_(am_shadow_alloc)(bytes));
    if (pages == nullptr)
        return nullptr;
    if (base == 0)
        base = reinterpret_cast<Addr>(pages);
    stats.mapped += bytes;
    return pages;
}

void unmap_pages(void* pages, size_t bytes) {
    if (pages == nullptr)
        return;
    VG_(am_munmap_valgrind)(reinterpret_cast<Addr>(pages), bytes);
    stats.mapped -= bytes;
}

Addr arena_base() {
    return base;
}

void* need_pages(size_t bytes) {
    void* const pages = map_pages(bytes);
    if (pages == nullptr)
        exit_without_memory();
    return pages;
}

void start_arena() {
    left_for_superblock = {need_pages(bytes_for_superblock), bytes_for_superblock};
}

bool memory_ran_out() {
    return has_run_out;
}

void note_memory_ran_out() {
    has_run_out = is_incomplete = true;
    const ThreadId running = VG_(get_running_tid)();
    if (running != VG_INVALID_THREADID)
        processor::end_slice(running);
}

void* allocate_from_reserve(size_t bytes) {
    constexpr size_t alignment = 64;
    note_memory_ran_out();
    bytes = (bytes + alignment - 1) & ~(alignment - 1);
    if (left_for_superblock.bytes < bytes)
        exit_without_memory();
    void* const block = left_for_superblock.begin;
    left_for_superblock = {static_cast<char*>(block) + bytes, left_for_superblock.bytes - bytes};
    stats.used += bytes;
    return block;
}

void* allocate(size_t bytes) {
    void* const block = try_allocate(bytes);
    return block != nullptr ? block : allocate_from_reserve(rounded(bytes));
}

void* try_allocate(size_t bytes) {
    const size_t size = rounded(bytes);
    FreeBlock*& list = free_blocks[class_of(size)];
    void* block = list;
    if (block != nullptr) {
        list = list->next;
        VG_(memset)(block, 0, size);
    } else {
        block = size > largest_of_chunk ? map_pages(size) : nullptr;
        if (block == nullptr)
            block = chunks.take(size);
    }
    if (block != nullptr)
        stats.used += size;
    return block;
}

void release(void* block, size_t bytes) {
    if (block == nullptr)
        return;
    const size_t size = rounded(bytes);
    stats.used -= size;
    if (size > largest_of_chunk && !is_reserve_used && !has_run_out) {
        unmap_pages(block, size);
        return;
    }
    auto* const freed = static_cast<FreeBlock*>(block);
    FreeBlock*& list = free_blocks[class_of(size)];
    freed->next = list;
    list = freed;
}

void keep_reserve(size_t bytes) {
    if (bytes <= reserve.bytes)
        return;
    // Each is half as large again, so that there are few, if there is as much.
    size_t wanted = VG_PGROUNDUP(bytes + bytes / 2);
    void* pages = map_pages(wanted);
    if (pages == nullptr) {
        wanted = VG_PGROUNDUP(bytes);
        pages = map_pages(wanted);
    }
    if (pages == nullptr)
        return note_memory_ran_out();
    unmap_pages(reserve.begin, reserve.bytes);
    reserve = {pages, wanted};
}

// As pages that are mapped: a process above its limit, which a program may have lowered, gets none
// for those that it unmaps.
void use_reserve() {
    chunks.use(reserve);
    reserve = {};
    is_reserve_used = true;
}

ArenaStats arena_stats() {
    return stats;
}

} // namespace cg::vg
