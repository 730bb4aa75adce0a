// SPDX-License-Identifier: GPL-2.0-or-later
// A cache of the nodes that calls lead to, for generated code, and the slow paths of that code.
#pragma once

#include "vg/calls/frames.hpp"

namespace cg::vg {

// An entry of the direct-mapped cache. On a 64-bit host, `key` is the sum of
// `CallState::node` and the callee's key. The sum is unique, because all nodes are within
// 2^node_span_bits bytes and callees' keys are further apart. On a 32-bit host, `key` is the node,
// and `callee` is compared too.
struct alignas(32) NodeEntry {
    UWord key;
#if VG_WORDSIZE == 4
    UWord callee;
#endif
    UWord site; // its key, perhaps with a bit
    Node* child;
    CallLine* line; // of the call, if it is not the node's first one; else null
};
static_assert(sizeof(NodeEntry) == 32);

// A bit of `key`: the entry is of a jump from another function, and generated code does not find
// it, because it counts for calls only.
inline constexpr UWord jump_key = 2;
// A bit of `site`: the entry is of a call that is counted for its line, so generated code does not
// find it either.
inline constexpr UWord counts_line = 1;

// Large programs have more entries than fit into any table. With more than these, the look-ups miss
// the host's cache more often, which takes more time than the calls of enter_function() save.
inline constexpr unsigned node_entry_count = 1u << 15;
extern NodeEntry* node_entries;

// Allocates the cache.
void start_node_entries();

// Returns the key of a site, which frames keep; and its number.
constexpr UWord site_key(UInt number) {
    return UWord{number} * sizeof(NodeEntry);
}
constexpr UInt number_of_site(UWord key) {
    return static_cast<UInt>(key / sizeof(NodeEntry));
}

// Returns the key of the callee with this number, to be added to `CallState::node`. The bits of the
// sum, and of the site's key, in node_entry_mask are the offset of the entry in `node_entries`.
UWord key_of(UInt callee);
inline constexpr UWord node_entry_mask = UWord{node_entry_count - 1} * sizeof(NodeEntry);

// Generated code calls the following functions; on x86 with arguments in registers, but for the
// first.

// Puts the node to which a call or jump of the function leads into the entry, where generated code
// reads it at once. It finds the entry next time, too, if this is a call from the node's first
// line, or a jump that stays in the current function. Calls from other lines and jumps to other
// functions are counted here, so they come here each time. Without memory for the node, the caller
// gets the cost. `guest`: the registers of the running thread.
#if VG_WORDSIZE == 8
void enter_function(void* guest, UWord sum);
#else
void enter_function(void* guest, UWord node, const Callee* callee);
#endif
// Enters a function in its middle, for a call that is pending.
void enter_middle(void* guest, Addr address);
// Checks the target of a call or of a stub's jump that is not in `checked`.
VG_REGPARM(1) void check_called(Addr target);
// Handles a return that does not match the top frame, or ends a call that is counted for its line.
void return_slow_path(void* guest, Addr target, Addr stack_pointer_before);
// Handles an indirect jump to another stack frame.
VG_REGPARM(1) void jump_slow_path(Addr target);

// Enters the function at `entry` if a call leads there and the translation of the code does not
// enter it, because no function was known to begin there and it was not marked.
void enter_if_called(CallState& state, Addr entry);

// Empties the cache.
void forget_node_entries();

struct NodeEntryUse {
    ULong looked_up, unwound;
};
NodeEntryUse node_entry_use();

} // namespace cg::vg
