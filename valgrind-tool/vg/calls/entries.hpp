// SPDX-License-Identifier: GPL-2.0-or-later
// A cache of the nodes that calls lead to, for generated code, and the slow path for calls
// that are not in the cache.
#pragma once

#include "vg/calls/frames.hpp"

namespace cg::vg {

// An entry of the direct-mapped cache. On a 64-bit host, `key` is the sum of
// `CallState::node` and the callee's key. The sum is unique, because all nodes are within
// 2^node_span_bits bytes and callees' keys are further apart. On a 32-bit host, `key` is the node,
// and `callee` is compared too.
struct alignas(32) Entry {
    UWord key;
#if VG_WORDSIZE == 4
    UWord callee;
#endif
    Node* child;
    Node* counted; // the node that `calls` is added to; null: no call (a loop, a skipped function)
    ULong calls;   // since the entry was filled
};
static_assert(sizeof(Entry) == 32);

inline constexpr unsigned entry_count = 1u << 15;
extern Entry entries[entry_count];

// Returns the number that is added to a node's address. The sum is the key, and its bits in
// entry_mask, shifted right by entry_shift, are the offset in `entries`.
UWord key_of(const Callee& callee);
inline constexpr unsigned entry_shift = 1;
inline constexpr UWord entry_mask = UWord{entry_count - 1} * node_alignment;
static_assert(node_alignment >> entry_shift == sizeof(Entry));

// Generated code calls the following functions; `guest` are the guest's registers.

// Fills the entry for the pending call, or for the jump, and enters the function.
void enter_function(UChar* guest, const Callee* callee);
// Enters code without symbols at `entry`, for the pending call.
void enter_unknown(UChar* guest, Addr entry);
// Handles a return that does not match the top frame, or an indirect jump to another stack frame.
void return_slow_path(UChar* guest, Addr target);
void jump_slow_path(UChar* guest, Addr target);

// Sets the offsets of the guest's registers. To be called before code is generated.
void set_guest_layout(const VexGuestLayout& guest);

// Empties the cache. To be called after collect_calls().
void forget_entries();

// Adds the calls that the cache has counted to the nodes.
void collect_calls();

// Discards the translations of functions that enter_unknown() found, because new
// translations enter them by the cache. Must be called between superblocks only.
void retranslate_called_code();

struct EntryUse {
    ULong looked_up, unwound;
};
EntryUse entry_use();

} // namespace cg::vg
