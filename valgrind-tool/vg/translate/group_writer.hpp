// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the code that counts and simulates a group.
#pragma once

#include "sim/branch.hpp"
#include "vg/core/processor.hpp"
#include "vg/count/superblock.hpp"
#include "vg/simulate/hot_code.hpp"
#include "vg/translate/address_sums.hpp"
#include "vg/translate/event_queue.hpp"
#include "vg/translate/ir.hpp"
#include "vg/translate/reference_batch.hpp"

namespace cg::vg {

// Writes code that predicts a branch, trains the predictor and counts the outcome.
class BranchWriter {
  public:
    explicit BranchWriter(IrWriter& ir) : ir_(ir) {}

    // For code that runs seldom: writes a call, which does all that conditional() does.
    void call(const ColdBranch& branch, IRExpr* taken);

    // Both return the outcome that was counted, as an offset in sim::Outcomes. `taken` is an
    // atom, 0 or 1.
    IRExpr* conditional(Addr branch, IRExpr* taken, const sim::Outcomes* outcomes);
    IRExpr* indirect(Addr branch, IRExpr* target, const sim::Outcomes* outcomes);

  private:
    void count(IRExpr* offset, const sim::Outcomes* outcomes);

    IrWriter& ir_;
};

class ArcWriter;
class NodeCounts;
struct CodeLines;
struct InlineData;

class GroupWriter {
  public:
    // `counts` is of the calls, and counts mispredicted branches. Null: there are no calls. `arcs`
    // has the slot of the counters. Null: they have none. `sums` knows the addresses so far.
    GroupWriter(IrWriter& ir, Superblock& block, NodeCounts* counts, ArcWriter* arcs,
                const AddressSums& sums);

    // Writes the code for all events of the queue; if a guard is given, for one reference, which
    // happens only if that is 1.
    void write(const EventQueue& queue, IRExpr* guard = nullptr);

  private:
    const Event* select_references(ReferenceBatch& batch, const Event* begin, const Event* end);
    void write_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                     IRExpr* guard);
    Group* make_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                      bool called);
    static void allocate_counters(Group& group, const Event& last, bool called);
    // Returns true if the event is a branch that a function simulates, not code that is inline.
    bool is_cold_branch(const Event& event) const;
    void write_branch(Group& group, const Event& branch);
    // Calls a function of the simulation with the run and these addresses.
    void call(const HChar* name, void* function, const Group& group, IRExpr* const* addresses,
              unsigned count, IRExpr* guard);
    void call_slow_path(const Group& group, const ReferenceBatch& batch, IRExpr* guard);
    static bool can_be_inline(const ReferenceBatch& batch);
    void write_inline(Group& group, const ReferenceBatch& batch);
    IRExpr* write_hit_test(InlineData& data);
    IRExpr* place_of_stamp(const InlineData& data);
    void write_code_use(const CodeLines& lines, unsigned line, IRExpr* stamp);
    void write_data_use(const InlineData& data, IRExpr* stamp);
    void write_ordered_stamp(unsigned line, IRExpr* stamp, IRExpr* now, IRExpr* hits);

    // Counts a run of the group, unless a function or its branch does; if a guard is given, an
    // atom, only if that is 1.
    void count_run(Group& group, IRExpr* guard);
    // Notes how far a run of the superblock advances the clock.
    void add_ticks(const GroupRun& run);

    IrWriter& ir_;
    Superblock& block_;
    NodeCounts* counts_;
    ArcWriter* arcs_;
    const AddressSums& sums_;
    const HotCode* hot_;      // null: the superblock is not hot
    unsigned data_count_ = 0; // the reads and writes so far
    sim::Time ticks_ = 0;     // of the groups so far
    // The line that this superblock fetched last. Fetching it again at once cannot miss.
    sim::CodeLine* last_line_ = nullptr;
};

} // namespace cg::vg
