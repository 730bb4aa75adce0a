// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/entries.hpp"

namespace cg::vg {

// In the tool's own data, whose addresses fit the 32-bit displacements of generated
// code.
constinit Entry entries[entry_count] = {};

namespace {

constinit EntryUse use = {};
constinit Int shadow = 0; // offset of the first shadow of the guest's registers
constinit Int stack_pointer_offset = 0;

constexpr unsigned max_found = 256;
constinit Addr found[max_found] = {};
constinit unsigned found_count = 0;

CallState& state_of(UChar* guest) {
    return *reinterpret_cast<CallState*>(guest + shadow + call_state_offset);
}

Addr stack_pointer_of(const UChar* guest) {
    return *reinterpret_cast<const Addr*>(guest + stack_pointer_offset);
}

void add_calls(Entry& entry) {
    if (entry.counted != nullptr)
        entry.counted->calls += entry.calls;
    entry.calls = 0;
}

// The node that `callee` is entered in, and whether that is a call. A jump to a
// function's own beginning is a loop. A jump to code without a symbol in the same object
// may lead into the middle of a function, of which nobody knows where it begins.
struct Entered {
    Node* node;
    bool is_call;
};

Entered enter(UWord from, Callee* callee) {
    Node* const caller = node_of(from);
    if (callee->is_skipped)
        return {caller, false};
    const Callee* const current = caller->callee;
    const bool is_jump = (from & call_pending) == 0;
    const bool is_near = current == callee || (callee->is_nameless && current != nullptr &&
                                               current->object == callee->object);
    if (is_jump && is_near)
        return {caller, false};
    Node* const child = child_of(caller, callee);
    if (child == nullptr) // no room: it costs its caller
        return {caller, false};
    return {child, true};
}

} // namespace

void set_guest_layout(const VexGuestLayout& guest) {
    shadow = guest.total_sizeB;
    stack_pointer_offset = guest.offset_SP;
}

UWord key_of(const Callee& callee) {
    const UWord scattered = callee.number * UWord{2654435761u} % entry_count * node_alignment;
#if VG_WORDSIZE == 8
    return (UWord{callee.number} << (node_span_bits + 1)) + scattered;
#else
    return scattered;
#endif
}

void enter_function(UChar* guest, const Callee* callee) {
    ++use.looked_up;
    const UWord from = state_of(guest).node;
    const UWord sum = from + key_of(*callee);
    Entry& entry = entries[(sum & entry_mask) / node_alignment];
    add_calls(entry);
    const Entered entered = enter(from, const_cast<Callee*>(callee));
    entry.child = entered.node;
    entry.counted = entered.is_call ? entered.node : nullptr;
#if VG_WORDSIZE == 8
    entry.key = sum;
#else
    entry.key = from;
    entry.callee = reinterpret_cast<UWord>(callee);
#endif
}

void enter_unknown(UChar* guest, Addr at) {
    CallState& state = state_of(guest);
    Callee* const callee = callee_at(at);
    if (callee == nullptr)
        return;
    flush_counts(state);
    const Entered entered = enter(state.node, callee);
    if (entered.is_call)
        ++entered.node->calls;
    state.node = current_node = reinterpret_cast<UWord>(entered.node);
    mark_called(at);
    if (found_count < max_found)
        found[found_count++] = at; // if the list is full, a later call adds it
}

void return_slow_path(UChar* guest, Addr target) {
    ++use.unwound;
    repair_return(state_of(guest), stack_pointer_of(guest), target);
}

void jump_slow_path(UChar* guest, Addr target) {
    ++use.unwound;
    unwind(state_of(guest), stack_pointer_of(guest), target);
}

void collect_calls() {
    for (Entry& entry : entries)
        add_calls(entry);
}

void forget_entries() {
    for (Entry& entry : entries)
        entry = {};
}

void retranslate_called_code() {
    for (unsigned i = 0; i < found_count; ++i)
        discard_translations(found[i], 1);
    found_count = 0;
}

EntryUse entry_use() {
    return use;
}

} // namespace cg::vg
