// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/profile_parts.hpp"

#include "vg/core/options.hpp"

namespace cg::vg {

void write_geometry(OutFile& out, const sim::Geometry& g) {
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
}

void write_description(OutFile& out) {
    if (!events.cache)
        return;
    const auto write = [&](const HChar* label, const sim::Geometry& cache) {
        out.text(label);
        write_geometry(out, cache);
        out.character('\n');
    };
    write("desc: I1 cache:         ", options.code);
    write("desc: D1 cache:         ", options.data);
    write("desc: LL cache:         ", options.last_level);
}

void write_trigger(OutFile& out, const PartName& part) {
    if (part.trigger == nullptr)
        return;
    out.text("desc: Trigger: ");
    out.escaped(part.trigger);
    out.escaped(part.trigger_name);
    out.character('\n');
}

void write_command(OutFile& out, const HChar* key) {
    out.text(key);
    out.escaped(VG_(args_the_exename));
    const Word count = VG_(sizeXA)(VG_(args_for_client));
    for (Word i = 0; i < count; ++i) {
        out.character(' ');
        out.escaped(*static_cast<HChar**>(VG_(indexXA)(VG_(args_for_client), i)));
    }
    out.character('\n');
}

void write_events(OutFile& out, const HChar* end) {
    out.text("events: ");
    out.text(events.names());
    out.text(end);
}

namespace {

void write_first_counts(OutFile& out, const ULong* counts, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        out.character(' ');
        out.number(counts[i]);
    }
    out.character('\n');
}

} // namespace

void write_counts(OutFile& out, const ULong* counts) {
    write_first_counts(out, counts, events.count);
}

void write_counts_to_last_nonzero(OutFile& out, const ULong* counts) {
    unsigned count = events.count;
    while (count != 0 && counts[count - 1] == 0)
        --count;
    write_first_counts(out, counts, count);
}

} // namespace cg::vg
