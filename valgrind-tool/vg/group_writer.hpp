// SPDX-License-Identifier: GPL-2.0-or-later
// Writing the code that counts and simulates a group.
#pragma once

#include "event_queue.hpp"
#include "ir.hpp"
#include "superblock.hpp"

namespace cg::vg {

class GroupWriter {
  public:
    GroupWriter(IrWriter& ir, Superblock& block);

    /// Both: false when memory ran out.
    bool write(const EventQueue& queue);
    /// For a single reference that happens only if `guard` holds.
    bool write_guarded(const EventQueue& queue, IRExpr* guard);

  private:
    struct Part;

    bool write_part(const Event* begin, const Event* end, IRExpr* guard);
    bool select_references(Part& part, const Event* begin, const Event* end);
    Group* make_group(const Part& part, const Event* begin, const Event* end);
    void write_call(Group& group, const Part& part, IRExpr* guard);
    void write_inline(Group& group, const Part& part);
    IRExpr* mismatch_of(const Reference& reference, const Part& part);

    IrWriter& ir_;
    Superblock& block_;
    bool hot_;
    /// Fetched last in this superblock: fetching it again cannot miss.
    sim::CodeLine* last_line_ = nullptr;
};

} // namespace cg::vg
