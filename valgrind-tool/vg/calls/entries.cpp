// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/entries.hpp"

#include "vg/calls/call_lines.hpp"
#include "vg/calls/called_code.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"

namespace cg::vg {

constinit NodeEntry* node_entries = nullptr;

namespace {

constinit NodeEntryUse use = {};

// Generated code never asks for such an entry, because its counts must be moved first.
NodeEntry of_jump(NodeEntry key) {
    key.key |= jump_key;
    return key;
}

NodeEntry of_other_line(NodeEntry key) {
    key.site |= counts_line;
    return key;
}

bool have_same_key(const NodeEntry& left, const NodeEntry& right) {
#if VG_WORDSIZE == 4
    if (left.callee != right.callee)
        return false;
#endif
    return left.key == right.key && left.site == right.site;
}

// Returns true if a jump to the callee stays in the current function. A jump to the function's own
// beginning is a loop. A jump to code without a symbol in the same object may lead into the middle
// of the current function, because nobody knows where functions without symbols end.
bool stays(const Node& node, const Callee* callee) {
    const Callee* const current = node.callee;
    return current == callee ||
           (callee->is_nameless && current != nullptr && current->object == callee->object);
}

// Enters the function by a jump. Its call ends when the call of the current function ends.
void enter_by_jump(CallState& state, const NodeEntry& entry) {
    flush_counts(state);
    ++entry.child->calls;
    if (entry.line != nullptr)
        begin_call(*state.top, *entry.line);
}

void enter(UWord from, Callee* callee, NodeEntry& entry, const NodeEntry& key, CallState& state) {
    ++use.looked_up;
    Node* const caller = node_of(from);
    const bool is_pending = (from & call_pending) != 0; // then generated code counts a call
    const bool runs_into = !is_pending && (from & runs_on) != 0;
    const bool may_stay = !is_pending || is_jump(from);
    const bool is_inside = runs_into || (may_stay && stays(*caller, callee));
    Node* const child = is_inside ? nullptr : child_of(caller, callee);
    if (child == nullptr) { // stays in the caller, which without memory for a node gets the cost
        entry = is_inside && !is_pending ? key : NodeEntry{};
        entry.child = caller;
        caller->calls -= is_pending;
        return;
    }
    CallLine* const line = other_line(*child, number_of_site(state.top->site));
    entry = !is_pending ? of_jump(key) : line != nullptr ? of_other_line(key) : key;
    entry.child = child;
    entry.line = line;
    if (!is_pending)
        enter_by_jump(state, entry);
}

// Does what generated code asks for when a function begins, for a call or jump from the node
// `from`.
void enter_function(UWord from, Callee* callee, NodeEntry& entry, const NodeEntry& key,
                    CallState& state) {
    if (have_same_key(entry, of_jump(key)))
        return enter_by_jump(state, entry);
    if (!have_same_key(entry, of_other_line(key)))
        enter(from, callee, entry, key, state);
    if (have_same_key(entry, of_other_line(key)))
        begin_call(*state.top, *entry.line);
}

// Enters the function around the address.
void enter_around(CallState& state, Addr address) {
    Callee* const callee = callee_at(address);
    flush_counts(state);
    Node* const caller = node_of(state.node);
    Node* const child = callee->is_skipped ? nullptr : child_of(caller, callee);
    if (child != nullptr) {
        ++child->calls;
        if (CallLine* const line = other_line(*child, number_of_site(state.top->site)))
            begin_call(*state.top, *line);
    }
    state.node = tagged(child != nullptr ? child : caller);
    current_node = state.node;
}

// Calls `change` with the state and the stack pointer of the running thread, and stores the state.
template <typename F>
void change_state(const F& change) {
    const ThreadId thread = VG_(get_running_tid)();
    CallState state = load_state(thread);
    change(state, VG_(get_SP)(thread));
    store_thread_state(thread, state);
}

// If the return matches the top frame, ends its calls. Else returns false.
bool end_calls_of_top(void* guest, Addr stack_pointer) {
    RunningState<CallState> running(guest);
    Frame& top = *(*running).top;
    if (top.began_at() != stack_pointer)
        return false;
    end_calls(top);
    return true;
}

} // namespace

void start_node_entries() {
    node_entries = static_cast<NodeEntry*>(need_pages(node_entry_count * sizeof(NodeEntry)));
    forget_node_entries();
}

UWord key_of(UInt callee) {
    const UWord scattered = callee * UWord{2654435761u} % node_entry_count * sizeof(NodeEntry);
#if VG_WORDSIZE == 8
    return (UWord{callee} << (node_span_bits + 1)) + scattered;
#else
    return scattered;
#endif
}

#if VG_WORDSIZE == 8
// Nodes are at addresses from span_begin() to 2^node_span_bits above it, and the scattered part
// of a key is less than that.
void enter_function(void* guest, UWord sum) {
    RunningState<CallState> running(guest);
    const UWord site = (*running).top->site;
    NodeEntry& entry = node_entries[((sum + site) & node_entry_mask) / sizeof(NodeEntry)];
    if (entry.key == sum && entry.site == (site | counts_line))
        return begin_call(*(*running).top, *entry.line);
    const NodeEntry key = {.key = sum, .site = site, .child = nullptr, .line = nullptr};
    const auto number = static_cast<UInt>((sum - span_begin()) >> (node_span_bits + 1));
    enter_function(sum - key_of(number), callee_numbered(number), entry, key, *running);
}
#else
void enter_function(void* guest, UWord node, const Callee* callee) {
    RunningState<CallState> running(guest);
    const UWord site = (*running).top->site;
    const UWord sum = node + key_of(callee->number) + site;
    NodeEntry& entry = node_entries[(sum & node_entry_mask) / sizeof(NodeEntry)];
    const NodeEntry key = {.key = node,
                           .callee = reinterpret_cast<UWord>(callee),
                           .site = site,
                           .child = nullptr,
                           .line = nullptr};
    enter_function(node, const_cast<Callee*>(callee), entry, key, *running);
}
#endif

VG_REGPARM(1) void check_called(Addr target) {
    const bool needs_mark = is_entered_by_calls(target) && !is_marked(target);
    if (needs_mark || (is_marked(target) && mark_called(target)))
        change_state([=](CallState& state, Addr) { enter_if_called(state, target); });
    else
        add_checked(target);
}

void enter_if_called(CallState& state, Addr entry) {
    if ((state.node & call_pending) == 0 || !is_entered_by_calls(entry))
        return;
    if (is_jump(state.node)) // to a stub that leads here
        state.node &= ~jump_pending;
    else if (mark_called(entry))
        enter_around(state, entry);
}

void enter_middle(void* guest, Addr address) {
    RunningState<CallState> running(guest);
    enter_around(*running, address);
}

void return_slow_path(void* guest, Addr target, Addr stack_pointer_before) {
    if (end_calls_of_top(guest, stack_pointer_before))
        return;
    ++use.unwound;
    change_state([=](CallState& state, Addr stack_pointer) {
        // Generated code has added these counts to the node.
        for (unsigned i = 0; i < call_counts.count; ++i)
            state.counts[i] = 0;
        repair_return(state, stack_pointer, target);
        enter_if_called(state, target);   // a resolver may jump by a return
        push_frame(state, stack_pointer); // generated code pops it
    });
}

VG_REGPARM(1) void jump_slow_path(Addr target) {
    ++use.unwound;
    change_state(
        [=](CallState& state, Addr stack_pointer) { unwind(state, stack_pointer, target); });
}

void forget_node_entries() {
    for (unsigned i = 0; i < node_entry_count; ++i)
        node_entries[i] = {};
}

NodeEntryUse node_entry_use() {
    return use;
}

} // namespace cg::vg
