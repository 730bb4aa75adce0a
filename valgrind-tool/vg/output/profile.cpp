// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the profile.
#include "vg/output/profile.hpp"

#include "vg/core/options.hpp"
#include "vg/count/superblock.hpp"
#include "vg/output/call_profile.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/profile_parts.hpp"

namespace cg::vg {
namespace {

void write_costs(OutFile& out) {
    const HChar* file = nullptr;
    const HChar* function = nullptr;
    for (CostCentre* c = sorted_cost_centres(); c != nullptr; c = c->next_in_list) {
        const bool new_file = c->file != file;
        if (new_file) {
            file = c->file;
            out.text("fl=");
            out.escaped(file);
            out.character('\n');
        }
        if (new_file || c->function != function) {
            function = c->function;
            out.text("fn=");
            out.escaped(function);
            out.character('\n');
        }
        out.number(c->line);
        write_counts(out, c->counts);
    }
}

void write_plain_profile(OutFile& out, const Totals& totals) {
    write_description(out);
    write_command(out);
    write_events(out);
    write_costs(out);
    out.text("summary:");
    write_counts(out, totals.counts);
}

} // namespace

Totals compute_totals() {
    update_cost_centres();
    Totals totals = {};
    for (CostCentre* c = sorted_cost_centres(); c != nullptr; c = c->next_in_list) {
        for (unsigned i = 0; i < events.count; ++i)
            totals.counts[i] += c->counts[i];
    }
    return totals;
}

void write_profile(const Totals& totals) {
    HChar* const path = VG_(expand_file_name)("--cachegrind-out-file", options.out_file);
    OutFile out(path);
    if (out.failure() == nullptr) {
        if (!options.calls || !write_call_profile(out, totals))
            write_plain_profile(out, totals);
    }
    if (!out.finish()) {
        VG_(umsg)("error: %s output file '%s'\n", out.failure(), path);
        VG_(umsg)("       ... so the profile will be missing.\n");
    }
    VG_(free)(path);
}

} // namespace cg::vg
