// SPDX-License-Identifier: GPL-2.0-or-later
// The block of a function has the lines whose cost it ran, by file, and then its calls.
#include "vg/output/call_profile.hpp"

#include "vg/calls/call_lines.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/output/call_arcs.hpp"
#include "vg/output/call_functions.hpp"
#include "vg/output/code_ranges.hpp"
#include "vg/output/data_section.hpp"
#include "vg/output/profile.hpp"
#include "vg/output/written_name.hpp"
#include "vg/reproduce/reproduce.hpp"
#include "vg/where/functions.hpp"
#include "writing/settling.hpp"

namespace cg::vg {

namespace {

void write_forest(OutFile& out, Root which, const HChar* name, const CallFunctions& functions) {
    Node* const top = root(which);
    out << "#root " << name;
    write_counts_to_last_nonzero(out, top->counts);
    SizeT depth = 0, depth_before = 0;
    for (Node* n = next_in_preorder(top, top, depth); n != nullptr;
         n = next_in_preorder(n, top, depth)) {
        out << '#' << (depth_before + 1 - depth) << ' ' << functions.index_of(n->callee->number) + 1
            << ' ' << n->calls;
        write_counts_to_last_nonzero(out, n->counts);
        depth_before = depth;
    }
}

// Writes each function of a node as its index, plus 1, and names as their numbers. All must have
// been written before, and the children of each node be sorted (CallArcs::gather()).
void write_call_tree(OutFile& out, const CallFunctions& functions, CallNames& names) {
    const TreeUse use = tree_use();
    out << "\n#tree 1 nodes " << (use.nodes - root_count) << " functions "
        << functions.count_without_roots() << " recursion "
        << static_cast<ULong>(options.calls_recursion) << " folded "
        << use.folded + use.missing_nodes << '\n';
    for (size_t i = 0; i < functions.count_without_roots(); ++i) {
        const CallFunction& function = functions[i];
        out << "#fn " << names.objects.number_of(function.object) << ' '
            << names.files.number_of(function.file) << ' ' << function.number << ' '
            << function.callee->line << '\n';
    }
    write_forest(out, Root::thread, "thread", functions);
    write_forest(out, Root::signal, "signal", functions);
    write_forest(out, Root::missing, "missing", functions);
}

struct Allocate {
    void* operator()(size_t bytes) const { return try_allocate(bytes); }
};
using LineSettling = writing::Settling<Allocate>;
static_assert(LineSettling::nobody == CallFunctions::none);

class CallProfileWriter {
  public:
    CallProfileWriter(OutFile& out, const Totals& totals, const PartName& part)
        : out_(out), totals_(totals), part_(part), settling_(events.count, Allocate{}) {}

    bool prepare();
    void write();

  private:
    bool settle();
    void write_header();
    void write_block(size_t index);
    void write_rows(const CallFunction& function, size_t index);
    void write_row(const CallFunction& function, const CostCentre& line, const ULong* counts);
    void write_calls(size_t caller);
    void write_function(const HChar* key, CallFunction& function);

    OutFile& out_;
    const Totals& totals_;
    const PartName& part_;
    CallFunctions functions_;
    CallArcs arcs_;
    CallNames names_;
    LineSettling settling_;
    Array<const CostCentre*> lines_; // one for each line of a source, sorted
    UInt functions_written_ = 0;
    const HChar* lines_of_ = nullptr; // the function of the rows in a profile without calls
};

bool CallProfileWriter::prepare() {
    flush_threads();
    return functions_.gather() && arcs_.gather(functions_) && settle();
}

bool CallProfileWriter::settle() {
    const SizeT count = all_cost_centres.count();
    if (!lines_.reserve(count + 1) || !names_.objects.reserve(functions_.count()) ||
        !names_.files.reserve(functions_.count() + count) ||
        !settling_.start(functions_.count(), arcs_.own())) {
        return false;
    }
    const CostCentre* last = nullptr;
    for (const CostCentre* c = sorted_cost_centres(); c != nullptr; c = c->next_in_list) {
        if (last == nullptr || !last->is_of_line(*c))
            lines_.push_back(c);
        last = c;
        if (!settling_.add(lines_.size() - 1, functions_.index_of(c->expected), c->counts))
            return false;
    }
    return settling_.settle();
}

void CallProfileWriter::write_header() {
    out_ << "# callgrind format\nversion: 1\ncreator: cachegrind " << CGTOOLS_VERSION
         << "\npid: " << static_cast<ULong>(reproduce_process_number()) << '\n';
    if (events.cache)
        write_caches(out_, "         ");
    write_incomplete(out_);
    write_counting_options(out_);
    write_reproduction(out_);
    write_machine(out_);
    write_build_ids(out_);
    write_trigger(out_, part_);
    write_command(out_);
    out_ << "part: " << part_.number << "\npositions: line\n";
    write_events(out_, "\n");
    out_ << "summary:";
    write_counts(out_, totals_.counts);
}

// Writes the number of the function and, at the first time, its name, and its own name if that is
// another one.
void CallProfileWriter::write_function(const HChar* key, CallFunction& function) {
    const bool is_new = function.number == 0;
    if (is_new) {
        function.number = ++functions_written_;
        if (!function.written.is(function.name)) {
            out_ << "#name (" << function.number << (function.name[0] == '\0' ? ")" : ") ")
                 << Escaped{function.name} << '\n';
        }
    }
    out_ << key << '(' << function.number << ')';
    if (is_new) {
        out_ << ' ';
        function.written.write(out_);
    }
    out_ << '\n';
}

void CallProfileWriter::write_row(const CallFunction& function, const CostCentre& line,
                                  const ULong* counts) {
    if (line.function != lines_of_) {
        lines_of_ = line.function;
        out_ << (lines_of_ == function.name ? "#lines" : "#lines ");
        if (lines_of_ != function.name)
            out_ << Escaped{lines_of_};
        out_ << '\n';
    }
    names_.files.change(out_, line.file == function.file ? "fe=" : "fi=", line.file);
    out_ << line.line;
    write_counts(out_, counts);
}

// Writes the rows that have the function's name in a profile without calls, first those of its
// file; and then the others, such as those of stubs.
void CallProfileWriter::write_rows(const CallFunction& function, size_t index) {
    const writing::Share* const shares = settling_.shares(index);
    const auto write_if = [&](auto condition) {
        for (const writing::Share* s = shares; s != nullptr; s = s->next) {
            const CostCentre& line = *lines_[s->line];
            if (condition(line.function == function.flat_name, line.file == function.file))
                write_row(function, line, s->counts());
        }
    };
    lines_of_ = function.name;
    write_if([](bool is_named_so, bool is_in_file) { return is_named_so && is_in_file; });
    write_if([](bool is_named_so, bool is_in_file) { return is_named_so && !is_in_file; });
    write_if([](bool is_named_so, bool /*is_in_file*/) { return !is_named_so; });
    names_.files.change(out_, "fe=", function.file);
}

void CallProfileWriter::write_calls(size_t caller) {
    const HChar* const home = functions_[caller].file;
    for (const CallArc* arc = arcs_.from(caller); arc != nullptr; arc = arc->next) {
        CallFunction& callee = functions_[arc->key.callee];
        const HChar* const file = arc->key.file != nullptr ? arc->key.file : home;
        names_.files.change(out_, file == home ? "fe=" : "fi=", file);
        names_.objects.write_other(out_, "cob=", callee.object);
        if (file == home)
            names_.files.write_other(out_, "cfl=", callee.file);
        else // readers differ in which file a function has without this
            names_.files.write(out_, "cfl=", callee.file);
        write_function("cfn=", callee);
        // Calls from before counting began were not counted. To other readers, 0 calls are no call.
        if (arc->calls == 0)
            out_ << "#calls 0\n";
        out_ << "calls=" << (arc->calls != 0 ? arc->calls : 1) << ' ' << callee.callee->line << '\n'
             << arc->key.line;
        write_counts(out_, arc->inclusive);
    }
    names_.files.change(out_, "fe=", home);
}

void CallProfileWriter::write_block(size_t index) {
    CallFunction& function = functions_[index];
    out_ << '\n';
    names_.objects.change(out_, "ob=", function.object);
    names_.files.begin(out_, "fl=", function.file);
    write_function("fn=", function);
    write_rows(function, index);
    write_calls(index);
}

void CallProfileWriter::write() {
    write_header();
    for (unsigned i = 0; i < root_count; ++i) {
        const size_t root = functions_.index_of(static_cast<Root>(i));
        if (settling_.shares(root) != nullptr || arcs_.from(root) != nullptr)
            write_block(root);
    }
    for (size_t i = 0; i < functions_.count_without_roots(); ++i)
        write_block(i);
    if (options.addresses) {
        out_ << '\n';
        write_code_ranges(out_);
    }
    if (options.data_objects) {
        out_ << '\n';
        write_data_objects(out_);
    }
    write_call_tree(out_, functions_, names_);
    out_ << "\ntotals:";
    write_counts(out_, totals_.counts);
}

} // namespace

// Arrays are rounded to powers of two, so they are counted twice. How many arcs a tree has is not
// known: few functions call others from more than 32 lines.
SizeT bytes_to_write_calls() {
    constexpr SizeT arcs_of_function = 32;
    const SizeT counts = events.count * sizeof(ULong);
    const SizeT functions = all_callees.count() + root_count;
    const SizeT nodes = tree_use().nodes;
    const SizeT lines = all_cost_centres.count();
    const SizeT calls = nodes + call_line_count();
    const SizeT arcs = calls < arcs_of_function * functions ? calls : arcs_of_function * functions;
    const SizeT of_function = sizeof(CallFunction) + 16 * sizeof(UWord) + 2 * counts;
    const SizeT of_arc = sizeof(CallArc) + 2 * sizeof(UWord) + counts;
    const SizeT of_line = 5 * sizeof(UWord) + sizeof(writing::Share) + counts;
    return 2 * (functions * of_function + lines * of_line) + arcs * of_arc;
}

bool write_call_profile(OutFile& out, const Totals& totals, const PartName& part) {
    CallProfileWriter writer(out, totals, part);
    if (!writer.prepare())
        return false;
    writer.write();
    return true;
}

} // namespace cg::vg
