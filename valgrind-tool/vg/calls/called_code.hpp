// SPDX-License-Identifier: GPL-2.0-or-later
// Finds what is called in code without symbols and in the middle of functions: a function is
// entered at each address that is called. The target of a direct call is known when the call is
// translated; the target of an indirect call or of a stub's jump, when it is executed. So calls
// check their targets, and code that is not called needs no check.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns true if a call leads to `address`. A mark stays when code is unmapped. In other code at
// the same address it only costs time, because nothing is entered there without a call.
bool is_marked(Addr address);

// Marks code as called. Returns true if its translation does not enter the function, because the
// translation was made before the mark. Then the call must enter the function.
bool mark_called(Addr entry);

// Remember a translation at `address`: of code without a mark, which enters no function; and of
// code that enters one.
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

// Allocates the tables.
void start_called_code();

void add_checked(Addr address);
void forget_checked(Addr start, SizeT length);

} // namespace cg::vg
