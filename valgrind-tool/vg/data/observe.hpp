// SPDX-License-Identifier: GPL-2.0-or-later
// Observes calls of allocation functions: generated code calls the functions below when one is
// entered, and when the program comes to where one returns to.
//
// A return address is always the beginning of a superblock. The entry puts it into a set, and code
// that is translated there has a call, which is made while a call is pending. Code that was
// translated there before is discarded; until then its returns are not seen (stale_returns()).
#pragma once

#include "vg/calls/node.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/data/allocators.hpp"

namespace cg::vg {

// The number of calls of allocation functions that have not returned, in all threads.
extern UWord pending_calls;

void start_observing();

// Returns true if an allocation function may return to `address`.
bool returns_to(Addr address);

// Returns true if code that begins at `address` calls one of the functions below.
bool is_observed(Addr address);

// Code that begins there was translated and is not counted: it has no record, by which it would be
// known.
void note_uncounted_code(Addr address);
// All translations are discarded.
void forget_uncounted_code();

// Generated code calls these at the beginning of superblocks, with the address of the thread's
// registers (processor::CallOf).

// The function was entered.
void observe_entry(const void* state, const Allocator* function);
// The thread came to `address`, to which an allocation function may return, while a call is
// pending.
void observe_return(const void* state, UWord address);

// Discards translations that do not observe a return which they should. Must be called between
// superblocks only.
void discard_blind_code();

// The number of calls whose returns were not seen.
ULong stale_returns();

// Returns true if the thread is in an allocation function.
bool is_allocating(ThreadId thread);
// The thread has no pending call: it begins.
void forget_pending_call(ThreadId thread);
// The other threads are not in this process, the child of a fork.
void forget_calls_of_others(ThreadId thread);

// Other code may be there from now on.
void forget_callers_in(Addr begin, SizeT length);

// Replaces nodes of the tree of calls.
void replace_nodes_of_data(Node* (*replacement)(Node* node));

} // namespace cg::vg
