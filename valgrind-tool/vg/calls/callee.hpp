// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that are called: what a node of the tree of calls stands for.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A function of one object, file and name. Two places in memory with the same three
// (a library that is loaded again) are one.
struct Callee {
    const HChar* object;
    const HChar* file; // of its first instruction
    const HChar* name;
    UInt line;              // of its first instruction; 0: unknown
    UInt number;            // from 1, in the order in which they came
    bool is_skipped;        // its cost is its caller's (--calls-skip)
    bool is_nameless;       // has no symbol; its name is its address in the object
    Callee* next_in_bucket; // in the hash table
    Callee* next_in_list;
};

// How code that a superblock begins with takes part in calls.
enum class Beginning : UChar {
    inside,   // in the middle of a function, or passed over: a stub, the linker's resolver
    function, // a symbol begins here, or code without symbols is known to be called here
    unknown,  // code without symbols: a function begins here if it is called
};

// By the debug information that is loaded now.
Beginning beginning_at(Addr address);

// The function that begins at `entry`. Null: out of memory.
Callee* callee_at(Addr entry);

// The function that `address` is in. Null: out of memory.
Callee* callee_around(Addr address);

// Code without symbols is called here: it is a function from now on.
void mark_called(Addr entry);
// Forgets what was marked in code that may have changed.
void forget_called(Addr start, SizeT length);

// All of them, the last made first, as a list (`next_in_list`).
Callee* all_callees();
UInt callee_count();

} // namespace cg::vg
