// SPDX-License-Identifier: GPL-2.0-or-later
// The block of a function has the rows of its own lines, the rows of lines of other files that
// were inlined into it, and then its calls. The rows are the same as in a profile without calls,
// but in another order, because Callgrind's format keeps a function together.
#include "vg/output/call_profile.hpp"

#include "vg/calls/thread_events.hpp"
#include "vg/output/call_arcs.hpp"
#include "vg/output/call_tree.hpp"
#include "vg/output/name_numbers.hpp"
#include "vg/output/profile_parts.hpp"
#include "vg/output/sorted_functions.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {
namespace {

class CallProfileWriter {
  public:
    CallProfileWriter(OutFile& out, const Totals& totals) : out_(out), totals_(totals) {}

    bool prepare();
    void write();

  private:
    void write_header();
    void write_function(const HChar* name);
    void write_block(const Callee& callee, SizeT callees_end, SizeT rows_begin, SizeT rows_end,
                     bool is_first);
    void write_rows(const FunctionRows& rows, ULong* sum);
    void write_cost_elsewhere(const Callee& callee, const ULong* here);
    void write_calls(const Callee& caller);

    void write_name(const HChar* key, NameNumbers& numbers, const HChar* name) {
        out_.text(key);
        numbers.write(out_, name);
        out_.character('\n');
    }
    void write_object(const HChar* object) {
        if (object != object_)
            write_name("ob=", names_.objects, object);
        object_ = object;
    }

    OutFile& out_;
    const Totals& totals_;
    CallArcs arcs_;
    CallNames names_;
    SortedFunctions functions_;
    SizeT next_callee_ = 0, next_rows_ = 0;
    const HChar* object_ = nullptr; // the latest ob=
};

bool CallProfileWriter::prepare() {
    flush_threads();
    return functions_.gather() && arcs_.gather(functions_.ranks) &&
           names_.objects.reserve(functions_.callee_count + 1) &&
           names_.files.reserve(functions_.callee_count + functions_.row_count) &&
           names_.functions.reserve(functions_.callee_count + functions_.row_count);
}

void CallProfileWriter::write_header() {
    out_.text("# callgrind format\nversion: 1\ncreator: cachegrind ");
    out_.text(CGTOOLS_VERSION);
    out_.text("\npid: ");
    out_.number(static_cast<ULong>(VG_(getpid)()));
    out_.character('\n');
    write_description(out_);
    write_command(out_);
    out_.text("part: 1\npositions: line\n");
    write_events(out_);
    out_.text("summary:");
    write_counts(out_, totals_.counts);
}

void CallProfileWriter::write_rows(const FunctionRows& rows, ULong* sum) {
    const CostCentre* c = rows.first;
    for (SizeT i = 0; i < rows.count; ++i, c = c->next_in_list) {
        out_.number(c->line);
        write_counts(out_, c->counts);
        for (unsigned k = 0; k < events.count; ++k)
            sum[k] += c->counts[k];
    }
}

// Writes the cost that the tree has for the function and the function's rows do not have: the
// cost of stubs and of code without a name. It is written as 0 calls of a function without a
// name, because readers add rows and calls to get the inclusive cost.
void CallProfileWriter::write_cost_elsewhere(const Callee& callee, const ULong* here) {
    const ULong* const own = arcs_.own(callee);
    ULong rest[EventSet::max_count];
    bool any = false;
    for (unsigned i = 0; i < events.count; ++i) {
        rest[i] = own[i] > here[i] ? own[i] - here[i] : 0;
        any |= rest[i] != 0;
    }
    if (!any)
        return;
    write_name("cob=", names_.objects, unknown);
    write_name("cfi=", names_.files, unknown);
    write_name("cfn=", names_.functions, unknown);
    out_.text("calls=0 0\n0");
    write_counts(out_, rest);
}

// Writes the calls at line 0, because the tree does not say from which line a call was made.
void CallProfileWriter::write_calls(const Callee& caller) {
    for (const Arc* arc = arcs_.from(caller); arc != nullptr; arc = arc->next) {
        const Callee& callee = *arc->callee;
        if (callee.object != caller.object)
            write_name("cob=", names_.objects, callee.object);
        if (callee.file != caller.file)
            write_name("cfi=", names_.files, callee.file);
        write_name("cfn=", names_.functions, callee.name);
        out_.text("calls=");
        out_.number(arc->calls);
        out_.character(' ');
        out_.number(callee.line);
        out_.text("\n0");
        write_counts(out_, arc->inclusive);
    }
}

// Writes the rows of the function's file as its own lines, for the first function of this name
// and file. The first function of a name also gets the rows of files that contain no function of
// the name: code of these files was inlined.
void CallProfileWriter::write_block(const Callee& callee, SizeT callees_end, SizeT rows_begin,
                                    SizeT rows_end, bool is_first) {
    out_.character('\n');
    write_object(callee.object);
    write_name("fl=", names_.files, callee.file);
    write_name("fn=", names_.functions, callee.name);
    ULong here[EventSet::max_count] = {};
    const bool has_rows =
        is_first || functions_.callees[functions_.ranks[callee.number] - 2]->file != callee.file;
    for (SizeT i = rows_begin; has_rows && i < rows_end; ++i) {
        if (functions_.rows[i].first->file == callee.file)
            write_rows(functions_.rows[i], here);
    }
    bool is_elsewhere = false;
    for (SizeT i = rows_begin; is_first && i < rows_end; ++i) {
        bool is_own = false;
        for (SizeT k = next_callee_; k < callees_end && !is_own; ++k)
            is_own = functions_.callees[k]->file == functions_.rows[i].first->file;
        if (is_own)
            continue;
        write_name("fi=", names_.files, functions_.rows[i].first->file);
        write_rows(functions_.rows[i], here);
        is_elsewhere = true;
    }
    if (is_elsewhere)
        write_name("fe=", names_.files, callee.file);
    write_cost_elsewhere(callee, here);
    write_calls(callee);
}

void CallProfileWriter::write_function(const HChar* name) {
    SizeT callees_end = next_callee_, rows_end = next_rows_;
    while (callees_end < functions_.callee_count &&
           compare_names(functions_.callees[callees_end]->name, name) == 0)
        ++callees_end;
    while (rows_end < functions_.row_count &&
           compare_names(functions_.rows[rows_end].first->function, name) == 0)
        ++rows_end;
    for (SizeT i = next_callee_; i < callees_end; ++i)
        write_block(*functions_.callees[i], callees_end, next_rows_, rows_end, i == next_callee_);
    for (SizeT i = next_rows_; next_callee_ == callees_end && i < rows_end; ++i) {
        out_.character('\n');
        write_object(unknown);
        write_name("fl=", names_.files, functions_.rows[i].first->file);
        write_name("fn=", names_.functions, name);
        ULong sum[EventSet::max_count] = {};
        write_rows(functions_.rows[i], sum);
    }
    next_callee_ = callees_end;
    next_rows_ = rows_end;
}

void CallProfileWriter::write() {
    write_header();
    while (next_callee_ < functions_.callee_count || next_rows_ < functions_.row_count) {
        const HChar* const callee = next_callee_ < functions_.callee_count
                                        ? functions_.callees[next_callee_]->name
                                        : nullptr;
        const HChar* const function = next_rows_ < functions_.row_count
                                          ? functions_.rows[next_rows_].first->function
                                          : nullptr;
        const bool by_callee =
            function == nullptr || (callee != nullptr && compare_names(callee, function) <= 0);
        write_function(by_callee ? callee : function);
    }
    write_call_tree(out_, functions_, names_);
    out_.text("\ntotals:");
    write_counts(out_, totals_.counts);
}

} // namespace

bool write_call_profile(OutFile& out, const Totals& totals) {
    CallProfileWriter writer(out, totals);
    if (!writer.prepare())
        return false;
    writer.write();
    return true;
}

} // namespace cg::vg
