// SPDX-License-Identifier: GPL-2.0-or-later
// Which functions allocate and free: they are observed, not replaced, so nothing that a program
// does changes.
#pragma once

#include "vg/core/options.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A function that allocates or frees.
struct Allocator {
    Addr entry; // its first instruction
    Allocates kind;
    bool is_of_loader; // what the loader has before the C library: no heap, so it is not counted
    Allocator* next;
};

// Returns the allocation function that begins at `address`, by its symbol: one of the C library, an
// operator of C++, or of --data-alloc. Null: none begins there.
const Allocator* allocator_at(Addr address);

// Returns how many different functions allocator_at() has found that allocate.
UInt allocators_found();

} // namespace cg::vg
