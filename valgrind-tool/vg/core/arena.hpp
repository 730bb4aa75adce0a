// SPDX-License-Identifier: GPL-2.0-or-later
// Memory for what the tool keeps. Blocks given back are used again, so a program
// that makes and discards translations for hours stays bounded.
#pragma once

#include <stddef.h>

namespace cg::vg {

// Zeroed memory straight from the system, never given back; null if there is none.
void* map_pages(size_t bytes);

// A zeroed block, aligned to 16, or null: out of memory (reported once, see
// ran_out_of_memory()). `release` wants the same size back.
void* allocate(size_t bytes);
void release(void* block, size_t bytes);

template <typename T>
T* allocate() {
    return static_cast<T*>(allocate(sizeof(T)));
}

// True if the system would not release a large block now; asks it only once in 256 calls.
// The core stops the program when its own requests fail, without asking the tool: whoever
// counts had better notice before, and asks for each superblock.
bool memory_is_short();

// A request has failed; whoever counts stops then, and what was counted is
// written.
bool ran_out_of_memory();

// Bytes taken from the system, and of them now in use.
struct ArenaStats {
    size_t mapped;
    size_t used;
};
ArenaStats arena_stats();

} // namespace cg::vg
