// SPDX-License-Identifier: GPL-2.0-or-later
// Code without symbols: a function begins where a call leads to, and only calls tell where that
// is. A direct call tells it when it is translated; an indirect one, and a stub's jump, when it is
// executed. So code that nobody calls needs no check of its own.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns true if a call leads to `address`. A mark stays when code is unmapped: in other code at
// the same address it only costs time, because what is jumped to is not entered.
bool is_marked(Addr address);

// Marks code without symbols as called. Returns true if its translation does not enter the
// function, because it was made before the mark; then who calls it must.
bool mark_called(Addr entry);

// To be called when code without symbols is translated that is not marked, and that is.
void note_unmarked(Addr address);
void note_entered(Addr address);

// Discards the translations that do not enter their function. Must be called between superblocks
// only.
void retranslate_called_code();

// Addresses for which generated code need not ask what is there, because calls to them are entered
// where they begin. Direct-mapped: the bits of an address in checked_mask are the offset.
inline constexpr unsigned checked_count = 1u << 13;
inline constexpr Addr checked_mask = (checked_count - 1) * sizeof(Addr);
extern Addr checked[checked_count];

void add_checked(Addr address);
void forget_checked(Addr start, SizeT length);

} // namespace cg::vg
