// SPDX-License-Identifier: GPL-2.0-or-later
// Functions as callgrind tells them apart: by object, file and name.
#pragma once

#include <stddef.h>

#include "vg/core/hash_table.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Actions of options when a function is entered or left, if it is not active already.
struct FunctionActions {
    bool toggles, dumps_before, dumps_after, zeroes_before;
};

struct Function {
    const HChar* object;
    const HChar* file; // of its first instruction
    const HChar* name;
    const HChar* lines_name; // as in Callee
    UInt number = 0;         // from 1, in first-seen order
    FunctionActions actions = {};
    Addr around;      // an address in it
    Addr bias = 0;    // what is to be subtracted from its addresses to have those in its object
    bool is_nameless; // has no symbol
    bool is_skipped = false; // its cost and its calls are its caller's (--fn-skip)
    // Other functions jump into the middle of it, and its code is theirs then.
    bool is_shared = false;
    struct Entrance* entrance = nullptr; // the first one; null: it was not entered
    UWord active = 0;                    // how often it is on the stack of the running thread
    Function* next_in_bucket = nullptr;
    Function* next_in_list = nullptr;

    static UInt hash_of(const Function& f);
};

// A place where functions are entered: the target of calls.
struct Entrance {
    Addr address;
    UInt line;
    bool is_inside; // of a function with a symbol: only calls enter there
    Function* function;
    Entrance* next_in_bucket = nullptr;

    static UInt hash_of(const Entrance& e) { return hash_of_address(e.address); }
};

// Finds or adds the function that `address` is in: that of the symbol around it or, without one, of
// the code that begins there.
Function* function_around(Addr address);
Entrance* entrance_at(Addr address);
// Returns where the function was first entered; where it begins if it was not.
Entrance* first_entrance(const Function& function);

// Returns the name of the symbol around the address, interned. Null: there is none.
const HChar* name_around(Addr address);

// Returns true if no symbol tells the code's function. A superblock may run into code that has one,
// and out of it.
bool is_nameless(Addr address);

// Notes that other functions jump into the middle of the function around `address`, and discards
// the translations that do not know.
void share_function(Addr address);

// Notes that a function may run into the code, or that the code is called though it is in the
// middle of a function with a symbol. Discards the translations that do not know.
void note_uncertain_entry(Addr address);

// Returns true if it was noted that several functions may run the code that begins there.
bool is_run_by_several(Addr address);
// Notes it, and discards the translation that does not know. Must be called between superblocks, or
// when one is translated.
void note_run_by_several(Addr address);

// Gives functions the names that were told by now (where/jit_code.hpp).
void settle_functions();

// All of them, the newest first.
extern ListedTable<Function> all_functions;

} // namespace cg::vg
