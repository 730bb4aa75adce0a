// SPDX-License-Identifier: GPL-2.0-or-later
// The arena maps chunks, cuts them into blocks, and keeps one list of free blocks for
// each size.
#include "vg/core/arena.hpp"

#include "vg/core/valgrind.hpp"

namespace cg::vg {
namespace {

constexpr size_t grain = 16;
constexpr size_t largest_small = 4096; // larger sizes are rounded to powers of two
constexpr size_t chunk_bytes = size_t{1} << 20;
constexpr unsigned class_count = largest_small / grain + 1 + 64;

struct FreeBlock {
    FreeBlock* next;
};

constinit FreeBlock* free_blocks[class_count] = {};
constinit char* chunk = nullptr;
constinit size_t chunk_left = 0;
constinit ArenaStats stats = {};
constinit bool exhausted = false; // map_pages() has failed

size_t rounded(size_t bytes) {
    if (bytes <= largest_small)
        return (bytes + grain - 1) & ~(grain - 1);
    size_t power = largest_small;
    while (power < bytes)
        power *= 2;
    return power;
}

unsigned class_of(size_t size) {
    if (size <= largest_small)
        return static_cast<unsigned>(size / grain);
    return static_cast<unsigned>(largest_small / grain + 1) +
           static_cast<unsigned>(__builtin_ctzll(size));
}

} // namespace

void* map_pages(size_t bytes) {
    void* const pages = exhausted ? nullptr : memory_of(VG_(am_shadow_alloc)(bytes));
    if (pages == nullptr) {
        exhausted = true;
    } else {
        stats.mapped += bytes;
    }
    return pages;
}

void* allocate(size_t bytes) {
    const size_t size = rounded(bytes);
    FreeBlock*& list = free_blocks[class_of(size)];
    void* block = list;
    if (block != nullptr) {
        list = list->next;
        VG_(memset)(block, 0, size);
    } else if (size > chunk_bytes / 4) {
        block = map_pages(size);
    } else {
        if (chunk_left < size) {
            chunk = static_cast<char*>(map_pages(chunk_bytes));
            chunk_left = chunk == nullptr ? 0 : chunk_bytes;
        }
        if (chunk_left >= size) {
            block = chunk;
            chunk += size;
            chunk_left -= size;
        }
    }
    if (block != nullptr)
        stats.used += size;
    return block;
}

void release(void* block, size_t bytes) {
    if (block == nullptr)
        return;
    const size_t size = rounded(bytes);
    auto* const freed = static_cast<FreeBlock*>(block);
    FreeBlock*& list = free_blocks[class_of(size)];
    freed->next = list;
    list = freed;
    stats.used -= size;
}

bool memory_is_short() {
    constexpr unsigned between_probes = 256;
    static constinit unsigned since_probe = 0;
    if (++since_probe % between_probes != 0)
        return false;
    // More than the core maps at a time: the largest are its sectors for translations.
    constexpr size_t enough = size_t{64} << 20;
    void* const block = memory_of(VG_(am_shadow_alloc)(enough));
    if (block == nullptr)
        return true;
    VG_(am_munmap_valgrind)(reinterpret_cast<Addr>(block), enough);
    return false;
}

ArenaStats arena_stats() {
    return stats;
}

} // namespace cg::vg
