// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/node_counts.hpp"

#include <stddef.h>

#include "vg/arcs/stack.hpp"
#include "vg/calls/call_lines.hpp"

namespace cg::vg {
namespace {

constexpr PtrdiffT count_offset(unsigned i) {
    return shadow::call_state + static_cast<PtrdiffT>(offsetof(CallState, counts)) +
           static_cast<PtrdiffT>(i * sizeof(ULong));
}

} // namespace

void NodeCounts::count(const EventQueue& queue) {
    for (const Event* e = queue.begin(); e != queue.end(); ++e) {
        if (e->is_counted())
            ++uncommitted_[call_counts.index_of(column_of(e->kind))].constant;
    }
}

void NodeCounts::count_guarded(const EventQueue& queue, IRExpr* guard) {
    for (const Event* e = queue.begin(); e != queue.end(); ++e)
        count_word(column_of(e->kind), ir_.widened(guard));
}

void NodeCounts::count_word(unsigned column, IRExpr* happened) {
    Uncommitted& u = uncommitted_[call_counts.index_of(column)];
    IRExpr* const n = ir_.word_as_count(happened);
    u.dynamic = u.dynamic == nullptr ? n : ir_.add_counts(u.dynamic, n);
}

// Also while they are not collected, which add_early_counts() asks.
void NodeCounts::keep() {
    for (unsigned i = 0; i < call_counts.count; ++i) {
        if (IRExpr* const n = counted(i)) {
            ir_.store(ir_.place_of(&counted_early[i]), n);
            kept_ = true;
        }
    }
}

// Returns the count of this superblock that is not committed. Null: there is none.
IRExpr* NodeCounts::uncommitted(unsigned i) {
    IRExpr* const n = counted(i);
    return n == nullptr || gate_ < 0 ? n : ir_.masked_count(n, mask());
}

// Returns a count of ones, or of zeros.
IRExpr* NodeCounts::mask() {
    constexpr unsigned shift = __builtin_ctz(slot_of_uncollected);
    IRExpr* const is_uncollected = ir_.shift_right(ir_.get_shadow(gate_), shift);
    return ir_.add_counts(ir_.word_as_count(is_uncollected), IrWriter::count(~0ULL));
}

IRExpr* NodeCounts::counted(unsigned i) {
    const Uncommitted& u = uncommitted_[i];
    if (u.constant == 0)
        return u.dynamic;
    IRExpr* const n = IrWriter::count(u.constant);
    return u.dynamic == nullptr ? n : ir_.add_counts(u.dynamic, n);
}

// Returns the sum of the count in the shadow and the uncommitted one.
IRExpr* NodeCounts::total(unsigned i) {
    // Anew at each exit: a value that is kept would take a register of the host.
    IRExpr* const before = ir_.get_shadow_count(count_offset(i));
    IRExpr* const n = uncommitted(i);
    return n == nullptr ? before : ir_.add_counts(before, n);
}

IRExpr* NodeCounts::untagged(IRExpr* node) {
    return ir_.bit_and(node, IrWriter::word(~(node_alignment - 1)));
}

void NodeCounts::add_to_node(IRExpr* node, unsigned i, IRExpr* n) {
    const unsigned column = call_counts.column[i];
    ir_.add_to_field(node, offsetof(Node, counts) + column * sizeof(ULong), n);
    IRExpr* const before = ir_.load_count(ir_.place_of(&flushed[column]));
    ir_.store(ir_.place_of(&flushed[column]), ir_.add_counts(before, n));
}

void NodeCounts::commit(IRExpr* tagged_node) {
    IRExpr* const node = tagged_node == nullptr ? nullptr : untagged(tagged_node);
    for (unsigned i = 0; i < call_counts.count; ++i) {
        IRExpr* const n = uncommitted(i);
        if (n == nullptr)
            continue;
        if (node != nullptr)
            add_to_node(node, i, n);
        else
            ir_.put_shadow(count_offset(i), total(i));
        uncommitted_[i] = {};
    }
    forget_early();
}

void NodeCounts::move_to_node(IRExpr* tagged_node) {
    IRExpr* const node = untagged(tagged_node);
    for (unsigned i = 0; i < call_counts.count; ++i)
        add_to_node(node, i, total(i));
    forget_early();
}

void NodeCounts::move_to_frame(IRExpr* frame) {
    for (unsigned i = 0; i < call_counts.count; ++i)
        ir_.store(in_frame(frame, i), total(i));
    clear();
    forget_early();
}

void NodeCounts::clear() {
    for (unsigned i = 0; i < call_counts.count; ++i)
        ir_.put_shadow(count_offset(i), IrWriter::count(0));
}

void NodeCounts::restore_from_frame(IRExpr* frame) {
    for (unsigned i = 0; i < call_counts.count; ++i)
        ir_.put_shadow(count_offset(i), ir_.load_count(in_frame(frame, i)));
}

IRExpr* NodeCounts::in_frame(IRExpr* frame, unsigned i) {
    return ir_.add(frame, IrWriter::word(offsetof(Frame, counts) + i * sizeof(ULong)));
}

void NodeCounts::forget_early() {
    for (unsigned i = 0; kept_ && i < call_counts.count; ++i)
        ir_.store(ir_.place_of(&counted_early[i]), IrWriter::count(0));
    kept_ = false;
}

} // namespace cg::vg
