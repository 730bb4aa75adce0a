// SPDX-License-Identifier: GPL-2.0-or-later
// The tool's memory. Released blocks are used again, so memory stays bounded when a
// program makes and discards translations for hours.
#pragma once

#include <stddef.h>

namespace cg::vg {

// Maps zeroed memory, which is never unmapped. Null: out of memory. After one failure
// each later call fails, too.
void* map_pages(size_t bytes);

// Allocates a zeroed block, aligned to 16 bytes. Null: out of memory.
void* allocate(size_t bytes);
// Releases a block; `bytes` is the size it was allocated with. `block` may be null.
void release(void* block, size_t bytes);

template <typename T>
T* allocate() {
    return static_cast<T*>(allocate(sizeof(T)));
}

// Tries to map a large block, once in 256 calls, and returns true if that fails. When
// one of the core's own allocations fails, the core ends the program without calling the
// tool. So the tool calls this for each superblock, to notice before the core does.
bool memory_is_short();

struct ArenaStats {
    size_t mapped; // bytes mapped
    size_t used;   // of these, bytes in allocated blocks
};
ArenaStats arena_stats();

} // namespace cg::vg
