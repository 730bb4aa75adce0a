// SPDX-License-Identifier: GPL-2.0-or-later
// The functions that are called; each node of the tree of calls has one.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A function, identified by object, file and name. A library that is loaded twice has each function
// once.
struct Callee {
    const HChar* object;
    const HChar* file; // of its first instruction
    const HChar* name;
    UInt line;              // of its first instruction; 0: unknown
    UInt number;            // from 1, in first-seen order
    bool is_skipped;        // its cost is added to its caller's (--calls-skip)
    bool is_nameless;       // has no symbol; its name is its address in the object
    Callee* next_in_bucket; // in the hash table
    Callee* next_in_list;
};

// Tells whether a function begins where a superblock begins.
enum class Beginning : UChar {
    inside,   // a function with a symbol, but not its beginning
    stub,     // a stub or the linker's resolver, which is ignored: its caller gets its cost
    function, // a function with a symbol, or code without symbols that is marked as called
              // (called_code.hpp)
    unknown,  // code without symbols: a function begins here if it is called
};

// Returns what begins at `address`, by the debug information that is loaded now.
Beginning beginning_at(Addr address);

// Returns true if the symbol that contains `address` begins at `entry`.
bool is_in_function(Addr address, Addr entry);

// Finds or adds the function that begins at `entry`. Null: out of memory.
Callee* callee_at(Addr entry);

// Finds or adds the function that contains `address`. Null: out of memory.
Callee* callee_around(Addr address);

// Returns the list of all functions (`next_in_list`), the newest first.
Callee* all_callees();
UInt callee_count();
Callee* callee_numbered(UInt number);

} // namespace cg::vg
