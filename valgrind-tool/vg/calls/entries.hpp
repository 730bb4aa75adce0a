// SPDX-License-Identifier: GPL-2.0-or-later
// Entering functions: a table that says which node a call leads to, for generated
// code, and what is done when it does not say.
#pragma once

#include "vg/calls/frames.hpp"

namespace cg::vg {

// An entry of the table, which is direct-mapped. On a 64-bit host `key` is the sum of
// `CallState::node` and the callee's key, which is unique: nodes lie within
// 2^node_span_bits bytes, and callees' keys are further apart. On a 32-bit host it
// is the node, and `callee` is compared too.
struct alignas(32) Entry {
    UWord key;
#if VG_WORDSIZE == 4
    UWord callee;
#endif
    Node* child;
    Node* counted; // whose calls these are; null: no call (a loop, a skipped function)
    ULong calls;   // since the entry was made
};
static_assert(sizeof(Entry) == 32);

inline constexpr unsigned entry_count = 1u << 15;
extern Entry entries[entry_count];

// Added to a node's address it gives the key, and the place in the table: the bits of
// entry_mask, shifted right by entry_shift, are an offset in `entries`.
UWord key_of(const Callee& callee);
inline constexpr unsigned entry_shift = 1;
inline constexpr UWord entry_mask = UWord{entry_count - 1} * node_alignment;
static_assert(node_alignment >> entry_shift == sizeof(Entry));

// What generated code calls. `guest` is the guest's registers.

// Makes the table's entry for the call that is pending, or for the jump.
void enter_function(UChar* guest, const Callee* callee);
// Code without symbols begins at `entry`, and a call is pending.
void enter_unknown(UChar* guest, Addr entry);
void return_slowly(UChar* guest, Addr target);
void jump_slowly(UChar* guest, Addr target);

// Says where the core has things, once known.
void set_guest_layout(const VexGuestLayout& guest);

// Empties the table, whose calls were collected.
void forget_entries();

// Adds the calls that the table has counted to the nodes.
void collect_calls();

// Discards the translations of functions found by enter_unknown(), so that they are
// entered as all others from then on. Only between superblocks.
void retranslate_called_code();

struct EntryUse {
    ULong looked_up, unwound;
};
EntryUse entry_use();

} // namespace cg::vg
