// SPDX-License-Identifier: GPL-2.0-or-later
// A part of a profile as callgrind writes it.
#pragma once

#include "vg/output/out_file.hpp"
#include "vg/output/profile.hpp"

namespace cg::vg {

struct Part {
    PartName name;
    ThreadId thread;               // 0: all threads
    ULong first_block, last_block; // of those that ran since the program began
    Totals summary;                // what the threads counted
    bool is_continued;             // in a file that has a part already
};

// Returns the sums of the costs that will be written for the thread.
Totals collected_totals(ThreadId thread);

// Writes the part. Counts must have been brought up to date: update_cost_centres(),
// settle_thread(), charge_active(). False: out of memory; then nothing is written.
bool write_part(OutFile& out, const Part& part, const Totals& totals);

} // namespace cg::vg
