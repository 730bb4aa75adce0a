// SPDX-License-Identifier: GPL-2.0-or-later
// The references of consecutive events, as many as one call of the simulation takes. A batch
// becomes a Group.
#pragma once

#include "vg/core/processor.hpp"
#include "vg/count/superblock.hpp"
#include "vg/translate/address_sums.hpp"

namespace cg::vg {

struct ReferenceBatch {
    Reference references[GroupRun::max_references];
    unsigned reference_count = 0;
    IRExpr* arguments[max_arguments];
    AddressSum sums[max_arguments]; // of the arguments
    unsigned argument_count = 0;
    sim::CodeLine* lines[GroupRun::max_lines];
    unsigned line_count = 0;
    unsigned order = 0;                       // as in GroupRun
    ULong* fetch_misses[GroupRun::max_lines]; // as in GroupRun
    CodeUse uses[GroupRun::max_lines];        // if cache use is counted, of `lines`

    // Adds a fetch from these lines, most often the same. Returns false if they do not fit.
    bool add_fetch(const Reference& fetch, sim::CodeLine& first, sim::CodeLine& last);
    // Adds a read or write. Returns false if its address does not fit.
    bool add_data(Reference& reference, IRExpr* address, const AddressSum& sum);
    // Takes its neighbour from the reference that was added last.
    void separate_last();
    // If cache use is counted: adds a fetch to the latest use, and returns true, if it follows that
    // in the same line of code.
    bool joins_use(const Reference& fetch);

    // Fills in all but the group.
    void describe(GroupRun& run) const;
    // Fills in from which arguments the addresses are computed. Returns how many are passed: their
    // indexes are in `passed` then.
    unsigned describe_arguments(HotRun& run, unsigned* passed) const;

  private:
    bool follows_use(const Reference& fetch) const;
    void add_uses(const Reference& fetch, GroupRun::Step step);
    UChar neighbour_of(const AddressSum& sum, unsigned size) const;
    void add(const Reference& reference, GroupRun::Step step);
};

} // namespace cg::vg
