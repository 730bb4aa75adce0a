// SPDX-License-Identifier: GPL-2.0-or-later
// Writing the profile.
#include "vg/output/profile.hpp"

#include "vg/core/options.hpp"
#include "vg/count/superblock.hpp"
#include "vg/output/out_file.hpp"

namespace cg::vg {
namespace {

void write_geometry(OutFile& out, const HChar* label, const sim::Geometry& g) {
    out.text("desc: ");
    out.text(label);
    out.number(g.size);
    out.text(" B, ");
    out.number(g.line_size);
    out.text(" B, ");
    if (g.associativity == 1) {
        out.text("direct-mapped");
    } else {
        out.number(g.associativity);
        out.text("-way associative");
    }
    out.character('\n');
}

void write_header(OutFile& out) {
    if (events.cache) {
        write_geometry(out, "I1 cache:         ", options.code);
        write_geometry(out, "D1 cache:         ", options.data);
        write_geometry(out, "LL cache:         ", options.last_level);
    }
    out.text("cmd: ");
    out.escaped(VG_(args_the_exename));
    const Word count = VG_(sizeXA)(VG_(args_for_client));
    for (Word i = 0; i < count; ++i) {
        out.character(' ');
        out.escaped(*static_cast<HChar**>(VG_(indexXA)(VG_(args_for_client), i)));
    }
    out.text("\nevents: ");
    out.text(events.names());
    out.character('\n');
}

void write_counts(OutFile& out, const ULong* counts) {
    for (unsigned i = 0; i < events.count; ++i) {
        out.character(' ');
        out.number(counts[i]);
    }
    out.character('\n');
}

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
        write_header(out);
        write_costs(out);
        out.text("summary:");
        write_counts(out, totals.counts);
    }
    if (!out.finish()) {
        VG_(umsg)("error: %s output file '%s'\n", out.failure(), path);
        VG_(umsg)("       ... so the profile will be missing.\n");
    }
    VG_(free)(path);
}

} // namespace cg::vg
