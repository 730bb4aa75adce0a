// SPDX-License-Identifier: GPL-2.0-or-later
// The profile, in the format of cachegrind-out(5).
#pragma once

#include "vg/count/cost_centre.hpp"
#include "vg/count/event_set.hpp"
#include "vg/output/out_file.hpp"

namespace cg::vg {

struct Totals {
    ULong counts[EventSet::max_count];
};

// Updates all cost centres and returns the sums of their counts.
Totals compute_totals();

// Says so if the causes of misses are not as many as the misses.
void check_causes(const Totals& totals);

// Identifies one part of a run, and why it was written.
struct PartName {
    UInt number;
    const HChar* trigger; // why it was written: two texts, one after the other; null: the only one
    const HChar* trigger_name;
};

// Writes the file. Prints an error and returns false if that fails.
// If there is no memory in the arena for a profile with calls, writes one without calls, which
// needs none.
bool write_profile(const Totals& totals, const PartName& part, const HChar* path);

// The following write the lines that profiles with and without calls have in common.

// Writes the settings of a reproducible run (vg/reproduce), in a line `desc: Reproducible:`.
void write_reproduction(OutFile& out);

// Without that, which machine the program saw, if the counts depend on it: in a line `desc:
// Machine:`.
void write_machine(OutFile& out);
// Writes comments with the build IDs of the program and its libraries, in a reproducible run and
// with calls, unless costs by address have them.
void write_build_ids(OutFile& out);

// Writes the desc: lines of the caches: after the blanks what they are, if they are simulated.
void write_caches(OutFile& out, const HChar* blanks);
// Writes a desc: line if counts were lost. The commands know it by its first word (Header).
void write_incomplete(OutFile& out);
// Writes a desc: line of the options that change counts, if some are not as they are by default.
void write_counting_options(OutFile& out);
// Writes the desc: line that says why the part was written, if it is one of several.
void write_trigger(OutFile& out, const PartName& part);
// Writes the line of the command, which begins with `key`.
void write_command(OutFile& out, const HChar* key = "cmd: ");
// Writes the events: line, which ends with `end`.
void write_events(OutFile& out, const HChar* end);

// Writes a space before each count, and a newline at the end.
void write_counts(OutFile& out, const ULong* counts);
// Omits zeros at the end.
void write_counts_to_last_nonzero(OutFile& out, const ULong* counts);

} // namespace cg::vg
