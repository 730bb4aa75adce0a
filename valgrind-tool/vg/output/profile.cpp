// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the profile.
#include "vg/output/profile.hpp"

#include "vg/calls/callee.hpp"
#include "vg/core/incomplete.hpp"
#include "vg/core/options.hpp"
#include "vg/core/processor_level.hpp"
#include "vg/count/counts.hpp"
#include "vg/count/superblock.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/output/call_profile.hpp"
#include "vg/output/code_ranges.hpp"
#include "vg/output/data_section.hpp"
#include "vg/output/out_file.hpp"
#include "vg/reproduce/reproduce.hpp"
#include "vg/where/c_library.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/objects.hpp"

namespace cg::vg {

namespace {

void write_costs(OutFile& out) {
    const HChar* file = nullptr;
    const HChar* function = nullptr;
    for (CostCentre* c = sorted_cost_centres(); c != nullptr; c = c->next_in_list) {
        Totals line = {};
        for (;; c = c->next_in_list) {
            add_counts(line.counts, c->counts);
            if (c->next_in_list == nullptr || !c->is_of_line(*c->next_in_list))
                break;
        }
        const bool new_file = c->file != file;
        if (new_file) {
            file = c->file;
            out << "fl=" << Escaped{file} << '\n';
        }
        if (new_file || c->function != function) {
            function = c->function;
            out << "fn=" << Escaped{function} << '\n';
        }
        out << c->line;
        write_counts(out, line.counts);
    }
}

void write_plain_profile(OutFile& out, const Totals& totals, const PartName& part) {
    // All releases of Valgrind's own tool write a space after the cache events alone.
    const bool has_space = events.cache && !events.branch && !events.use;
    if (events.cache)
        write_caches(out, "         ");
    write_incomplete(out);
    write_counting_options(out);
    write_reproduction(out);
    write_machine(out);
    write_trigger(out, part);
    write_command(out);
    write_events(out, has_space ? " \n" : "\n");
    write_costs(out);
    if (options.addresses)
        write_code_ranges(out);
    if (options.data_objects)
        write_data_objects(out);
    write_build_ids(out);
    out << "summary:";
    write_counts(out, totals.counts);
}

} // namespace

Totals compute_totals() {
    if (options.data_objects && events.use) // which only cells are charged with
        data_objects.cells().set_use_of_code(events.first_use);
    update_cost_centres();
    Totals totals = {};
    for (CostCentre* c = sorted_cost_centres(); c != nullptr; c = c->next_in_list)
        add_counts(totals.counts, c->counts);
    return totals;
}

void check_causes(const Totals& totals) {
    for (unsigned n = 0; events.causes && n < EventSet::misses_with_causes; ++n) {
        const unsigned misses = EventSet::miss_column(n);
        const ULong* const causes = totals.counts + events.cause_column(misses);
        ULong sum = 0;
        for (unsigned i = 0; i < EventSet::causes_of_misses; ++i)
            sum += causes[i];
        if (sum != totals.counts[misses])
            VG_(umsg)
        ("error: %llu %s have %llu causes\n", totals.counts[misses], events.name_of(misses), sum);
    }
}

bool write_profile(const Totals& totals, const PartName& part, const HChar* path) {
    settle_jit_names(true);
    settle_cost_centres();
    settle_callees();
    OutFile out(path);
    if (!out.has_failed()) {
        if (!options.calls || !write_call_profile(out, totals, part))
            write_plain_profile(out, totals, part);
    }
    return out.finish();
}

void write_caches(OutFile& out, const HChar* blanks) {
    const auto write = [&](const HChar* label, const sim::Geometry& g, const HChar* suffix = "") {
        out << "desc: " << label << suffix << " cache:" << blanks;
        if (events.cache)
            out << g.size << " B, " << g.line_size << " B, ";
        if (events.cache && g.associativity == 1)
            out << "direct-mapped";
        else if (events.cache)
            out << g.associativity << "-way associative";
        out << '\n';
    };
    write("I1", options.code);
    write("D1", options.data);
    write("LL", options.last_level);
    const auto suffix = [](unsigned column) { return VG_(strchr)(events.name_of(column), '@'); };
    for (unsigned i = 0; i < events.other_data; ++i)
        write("D1", options.other_data.caches[i], suffix(events.other_data_column(i, false)));
    for (unsigned i = 0; i < events.other_last; ++i)
        write("LL", options.other_last.caches[i],
              suffix(events.other_last_column(i, EventSet::ir_miss_last)));
}

void write_incomplete(OutFile& out) {
    if (is_incomplete)
        out << "desc: Incomplete: memory ran out, and nothing was counted from there on\n";
}

void write_counting_options(OutFile& out) {
    using CountRep = Options::CountRep;
    const bool chases = VG_(clo_vex_control).guest_chase;
    const CountRep by_default = chases ? CountRep::iterations : CountRep::once;
    const bool has_rep = options.count_rep != by_default;
    if (!chases && !has_rep && !options.cache_use_as_callgrind)
        return;
    out << "desc: Options:";
    if (chases)
        out << " --vex-guest-chase=yes";
    if (has_rep)
        out << (chases ? " --count-rep=once" : " --count-rep=iterations");
    if (options.cache_use_as_callgrind)
        out << " --cache-use-as-callgrind=yes";
    out << '\n';
}

void write_reproduction(OutFile& out) {
    if (!is_reproducing)
        return;
    out << "desc: Reproducible: " << reproduce_description();
    const Patterns& kept = options.reproduce.keep_env;
    for (unsigned i = 0; i < kept.count; ++i)
        out << ", keep-env " << Escaped{kept.pattern[i]};
    if (const HChar* const library = c_library())
        out << ", " << Escaped{library};
    out << '\n';
}

void write_machine(OutFile& out) {
    const HChar* const level = processor_level();
    if (is_reproducing || level == nullptr)
        return;
    out << "desc: Machine: " << level;
    if (const HChar* const library = c_library())
        out << ", " << Escaped{library};
    out << '\n';
}

void write_build_ids(OutFile& out) {
    if (options.addresses || !(is_reproducing || options.calls))
        return;
    for (const CodeObject* object = all_code_objects(); object != nullptr; object = object->next) {
        if (object->build_id[0] != '\0')
            out << "# build ID: " << object->build_id << ' ' << Escaped{object->path} << '\n';
    }
}

void write_trigger(OutFile& out, const PartName& part) {
    if (part.trigger == nullptr)
        return;
    out << "desc: Trigger: " << Escaped{part.trigger} << Escaped{part.trigger_name} << '\n';
}

void write_command(OutFile& out, const HChar* key) {
    out << key << Escaped{VG_(args_the_exename)};
    const Word count = VG_(sizeXA)(VG_(args_for_client));
    for (Word i = 0; i < count; ++i) {
        out << ' ' << Escaped{*static_cast<HChar**>(VG_(indexXA)(VG_(args_for_client), i))};
    }
    out << '\n';
}

void write_events(OutFile& out, const HChar* end) {
    out << "events:";
    for (unsigned i = 0; i < events.count; ++i)
        out << ' ' << events.name_of(i);
    out << end;
}

namespace {

void write_first_counts(OutFile& out, const ULong* counts, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        out << ' ' << counts[i];
    out << '\n';
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
