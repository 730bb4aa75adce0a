// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the functions in code without symbols: a function begins at each address that is called.
// The target of a direct call is known when the call is translated; the target of an indirect call
// or of a stub's jump, when it is executed. So calls check their targets, and code that is not
// called needs no check.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns true if a call leads to `address`. A mark stays when code is unmapped. In other code at
// the same address it only costs time, because a jump inside an object does not enter code without
// a symbol.
bool is_marked(Addr address);

// Marks code without symbols as called. Returns true if its translation does not enter the
// function, because the translation was made before the mark, or if memory ran out. Then the call
// must enter the function.
bool mark_called(Addr entry);

// Remember a translation at `address`: of code without symbols and without a mark, which enters no
// function; and of the beginning of a function, which enters it.
void note_unmarked(Addr address);
void note_entered(Addr address);

// Discards the translations that were made before their code was marked. Must be called between
// superblocks only.
void retranslate_called_code();

// Addresses that generated code need not check before it calls them: the code at the address
// enters its function, or no function begins there. A direct-mapped table: the bits of an address
// in checked_mask are its offset.
inline constexpr unsigned checked_count = 1u << 13;
inline constexpr Addr checked_mask = (checked_count - 1) * sizeof(Addr);
extern Addr* checked;

// Allocates the tables. False: out of memory.
bool start_called_code();

void add_checked(Addr address);
void forget_checked(Addr start, SizeT length);

} // namespace cg::vg
