// SPDX-License-Identifier: GPL-2.0-or-later
// Writes code that counts the events of the current node (c in call_writer.hpp).
#pragma once

#include "vg/calls/frames.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

class NodeCounts {
  public:
    explicit NodeCounts(IrWriter& ir) : ir_(ir) {}

    // Makes all counts 0 while the word at this offset of the shadow has slot_of_uncollected
    // (arcs/stack.hpp). To be called before anything is counted.
    void gate(PtrdiffT slot) { gate_ = slot; }

    // Counts the events of the queue.
    void count(const EventQueue& queue);
    // Counts the event of the queue if `guard` is 1.
    void count_guarded(const EventQueue& queue, IRExpr* guard);
    // Adds `happened`, which is 0 or 1, to the counts of the column.
    void count_word(unsigned column, IRExpr* happened);

    // Writes code that saves the counts so far, because the following code may fault before the
    // next exit.
    void keep();

    // Writes code that adds the counts since the last commit to the shadow or, if a node is given,
    // to the node.
    void commit(IRExpr* tagged_node = nullptr);
    // Returns the count of the superblock since the last commit. Null: there is none.
    IRExpr* uncommitted(unsigned i);
    // The following are for the end of a superblock. The first two also move the counts of the
    // shadow; only move_to_frame() clears them there. restore_from_frame() copies the counts of the
    // frame back to the shadow.
    void move_to_node(IRExpr* tagged_node);
    void move_to_frame(IRExpr* frame);
    void clear();
    void restore_from_frame(IRExpr* frame);

  private:
    IRExpr* counted(unsigned i);
    IRExpr* mask();
    IRExpr* total(unsigned i);
    IRExpr* in_frame(IRExpr* frame, unsigned i);
    IRExpr* untagged(IRExpr* node);
    void add_to_node(IRExpr* node, unsigned i, IRExpr* n);
    void forget_early();

    IrWriter& ir_;
    // The counts of this superblock that are not committed, by the index of the column.
    struct Uncommitted {
        ULong constant = 0;
        IRExpr* dynamic = nullptr; // those that generated code computes
    };
    Uncommitted uncommitted_[CallCounts::max_columns];
    PtrdiffT gate_ = -1;
    bool kept_ = false; // counted_early may differ from 0
};

} // namespace cg::vg
