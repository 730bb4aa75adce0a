// SPDX-License-Identifier: GPL-2.0-or-later
// The functions that are called; each node of the tree of calls has one.
#pragma once

#include <stddef.h>

#include "vg/core/hash_table.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A function. It is identified by where it begins in its object: functions of the same name are
// different ones, several symbols of the same address are one, and a library that is loaded twice
// has each function once. If another file with the same path is loaded in between, a function of
// another name or source file is another one.
struct Callee {
    const HChar* object;
    Addr entry;        // the address of its first instruction, relative to the object
    const HChar* file; // of its first instruction
    const HChar* name;
    const HChar* symbol; // the name before demangling; `name` itself if it is not mangled
    const HChar*
        lines_name; // of its lines in a profile without calls; may be a placeholder (jit_code.hpp)
    UInt line;      // of its first instruction; 0: unknown
    bool is_nameless;             // has no symbol; its name is its address in the object
    bool is_cold_part;            // a part that the compiler moved away from its function
    bool is_skipped = false;      // its cost is added to its caller's (--calls-skip)
    UInt number = 0;              // from 1, in first-seen order
    UInt nodes = 0;               // how many nodes of the tree have it
    Callee* written_as = nullptr; // the same function, if that is written instead; null: it is not
    Callee* next_in_bucket = nullptr; // in the hash table
    Callee* next_in_list = nullptr;

    static UInt hash_of(const HChar* object, Addr entry);
    static UInt hash_of(const Callee& callee) { return hash_of(callee.object, callee.entry); }
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
// As beginning_at(), for the tree of calls. A function also begins where calls within its object
// enter it, which is not at its symbol on each processor; callgrind finds no function there.
Beginning tree_beginning_at(Addr address);

// Returns true if only a call enters a function there, because it is in the middle of one or has no
// symbol.
bool is_entered_by_calls(Addr address);

// Returns true if a symbol begins at `address`, of a function or of a part of one.
bool begins_symbol(Addr address);
// Returns true for code of the function by which the dynamic linker binds another one.
bool is_in_resolver(Addr address);
// Returns true for code by which the linker leads calls to other objects.
bool is_in_plt(Addr address);

// Returns where the symbol around `address` begins; `address` itself if there is none.
Addr symbol_begin(Addr address);

// Returns true if the symbol that contains `address` begins at `entry`.
bool is_in_function(Addr address, Addr entry);

// Finds or adds the function whose symbol contains `address` or, if none does, the function without
// a name that begins there.
Callee* callee_at(Addr address);

// Returns the function of callee_at(), if it is known. Null: it is not.
const Callee* known_callee_at(Addr address);

// Returns the name of code without a symbol: its address in its object.
const HChar* name_without_symbol(Addr address);

// Gives functions the names that were told by now (settle_jit_names()). Several may be the same one
// then.
void settle_callees();

// All of them, the newest first.
extern ListedTable<Callee> all_callees;
Callee* callee_numbered(UInt number);

} // namespace cg::vg
