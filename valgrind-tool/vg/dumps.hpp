// SPDX-License-Identifier: GPL-2.0-or-later
// Writes profiles: the only one at the program's end or, under callgrind's name, parts on request.
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

// To be called before the program starts. Creates the output file, empty, as callgrind does, if the
// tool has its name.
void start_dumps();

// Writes what was counted since the last part to the next one, and sets all counts to 0. The
// reason for it, in the file, is `trigger` and `name`. With --separate-threads=yes, that is the
// part and the counts of the running thread.
void dump(const HChar* trigger, const HChar* name);
void zero_costs();
// Writes such a part if --dump-every-bb wants one. To be called when a thread's turn ends, with the
// number of superblocks that have run.
void dump_if_due(ULong blocks);
// Writes parts of all threads, or zeroes their costs.
void dump_all(const HChar* trigger, const HChar* name);
void zero_all_costs();

// Writes the last part, to the path or where the options say. Returns false if that failed, which
// has been said.
bool write_last_part(const HChar* path = nullptr);

// Returns the totals of all parts, the last one too.
Totals totals_of_parts();

// To be called in the child of a fork: its parts begin with the first one again, and with
// --count-from-fork=yes at 0.
void begin_parts_anew();

// Returns the number of parts that were written.
UInt parts_written();

} // namespace cg::vg
