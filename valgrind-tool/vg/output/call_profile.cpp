// SPDX-License-Identifier: GPL-2.0-or-later
// A function's block has its own lines, those of other files that were inlined into it,
// and its calls. The rows are those of a profile without calls; they are in another
// order, since Callgrind's format keeps a function together.
#include "vg/output/call_profile.hpp"

#include "vg/calls/entries.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/sort.hpp"
#include "vg/output/call_arcs.hpp"
#include "vg/output/name_numbers.hpp"
#include "vg/output/profile_parts.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {
namespace {

// Adjacent cost centres of one file and function.
struct FunctionRows {
    CostCentre* first;
    SizeT count;
};

Int compare_names(const HChar* left, const HChar* right) {
    return left == right ? 0 : VG_(strcmp)(left, right);
}

class CallProfileWriter {
  public:
    CallProfileWriter(OutFile& out, const Totals& totals) : out_(out), totals_(totals) {}

    bool prepare();
    void write();

  private:
    bool gather_rows();
    bool gather_callees();
    void write_header();
    void write_function(const HChar* name);
    void write_block(const Callee& callee, SizeT callees_end, SizeT rows_begin, SizeT rows_end,
                     bool is_first);
    void write_rows(const FunctionRows& rows, ULong* sum);
    void write_cost_elsewhere(const Callee& callee, const ULong* here);
    void write_calls(const Callee& caller);
    void write_tree();
    void write_forest(Root which, const HChar* name);
    void sort_children(Node* node);

    void write_name(const HChar* key, NameNumbers& numbers, const HChar* name) {
        out_.text(key);
        numbers.write(out_, name);
        out_.character('\n');
    }
    void write_object(const HChar* object) {
        if (object != object_)
            write_name("ob=", objects_, object);
        object_ = object;
    }

    OutFile& out_;
    const Totals& totals_;
    CallArcs arcs_;
    NameNumbers objects_, files_, functions_;
    FunctionRows* rows_ = nullptr; // by function, then file
    SizeT row_count_ = 0;
    Callee** callees_ = nullptr; // by name, then file, then object
    SizeT callee_count_ = 0;
    UInt* ranks_ = nullptr; // by a callee's number: its place in callees_, from 1
    SizeT next_callee_ = 0, next_rows_ = 0;
    const HChar* object_ = nullptr; // the latest ob=
};

bool CallProfileWriter::gather_rows() {
    CostCentre* const all = sorted_cost_centres();
    for (const CostCentre* c = all; c != nullptr; c = c->next_in_list)
        ++row_count_;
    rows_ = static_cast<FunctionRows*>(allocate((row_count_ + 1) * sizeof(FunctionRows)));
    if (rows_ == nullptr)
        return false;
    row_count_ = 0;
    for (CostCentre* c = all; c != nullptr; c = c->next_in_list) {
        if (row_count_ != 0 && rows_[row_count_ - 1].first->function == c->function &&
            rows_[row_count_ - 1].first->file == c->file) {
            ++rows_[row_count_ - 1].count;
        } else {
            rows_[row_count_++] = {c, 1};
        }
    }
    sort(rows_, row_count_, [](const FunctionRows& left, const FunctionRows& right) {
        const Int names = compare_names(left.first->function, right.first->function);
        return names != 0 ? names < 0 : compare_names(left.first->file, right.first->file) < 0;
    });
    return true;
}

bool CallProfileWriter::gather_callees() {
    callees_ = static_cast<Callee**>(allocate((SizeT{callee_count()} + 1) * sizeof(Callee*)));
    ranks_ = static_cast<UInt*>(allocate((SizeT{callee_count()} + 1) * sizeof(UInt)));
    if (callees_ == nullptr || ranks_ == nullptr)
        return false;
    for (Callee* c = all_callees(); c != nullptr; c = c->next_in_list)
        callees_[callee_count_++] = c;
    sort(callees_, callee_count_, [](const Callee* left, const Callee* right) {
        const Int names = compare_names(left->name, right->name);
        if (names != 0)
            return names < 0;
        const Int files = compare_names(left->file, right->file);
        return files != 0 ? files < 0 : compare_names(left->object, right->object) < 0;
    });
    for (SizeT i = 0; i < callee_count_; ++i)
        ranks_[callees_[i]->number] = static_cast<UInt>(i + 1);
    return true;
}

bool CallProfileWriter::prepare() {
    collect_calls();
    return gather_rows() && gather_callees() && arcs_.gather() &&
           objects_.reserve(callee_count_ + 1) && files_.reserve(callee_count_ + row_count_) &&
           functions_.reserve(callee_count_ + row_count_);
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

// The tree has more for the function than the rows with its name: the stubs that it
// calls others by, code without a name. As 0 calls of what has no name, for readers
// that add rows and calls up to inclusive cost.
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
    write_name("cob=", objects_, unknown);
    write_name("cfi=", files_, unknown);
    write_name("cfn=", functions_, unknown);
    out_.text("calls=0 0\n0");
    write_counts(out_, rest);
}

// At line 0, as the tree does not say from which line a call was made.
void CallProfileWriter::write_calls(const Callee& caller) {
    for (const Arc* arc = arcs_.from(caller); arc != nullptr; arc = arc->next) {
        const Callee& callee = *arc->callee;
        if (callee.object != caller.object)
            write_name("cob=", objects_, callee.object);
        if (callee.file != caller.file)
            write_name("cfi=", files_, callee.file);
        write_name("cfn=", functions_, callee.name);
        out_.text("calls=");
        out_.number(arc->calls);
        out_.character(' ');
        out_.number(callee.line);
        out_.text("\n0");
        write_counts(out_, arc->inclusive);
    }
}

// The rows of its file are its own; what no function of the name has for its file was
// inlined, into the first of them for want of a better one.
void CallProfileWriter::write_block(const Callee& callee, SizeT callees_end, SizeT rows_begin,
                                    SizeT rows_end, bool is_first) {
    out_.character('\n');
    write_object(callee.object);
    write_name("fl=", files_, callee.file);
    write_name("fn=", functions_, callee.name);
    ULong here[EventSet::max_count] = {};
    const bool has_rows = is_first || callees_[ranks_[callee.number] - 2]->file != callee.file;
    for (SizeT i = rows_begin; has_rows && i < rows_end; ++i) {
        if (rows_[i].first->file == callee.file)
            write_rows(rows_[i], here);
    }
    bool is_elsewhere = false;
    for (SizeT i = rows_begin; is_first && i < rows_end; ++i) {
        bool is_own = false;
        for (SizeT k = next_callee_; k < callees_end && !is_own; ++k)
            is_own = callees_[k]->file == rows_[i].first->file;
        if (is_own)
            continue;
        write_name("fi=", files_, rows_[i].first->file);
        write_rows(rows_[i], here);
        is_elsewhere = true;
    }
    if (is_elsewhere)
        write_name("fe=", files_, callee.file);
    write_cost_elsewhere(callee, here);
    write_calls(callee);
}

void CallProfileWriter::write_function(const HChar* name) {
    SizeT callees_end = next_callee_, rows_end = next_rows_;
    while (callees_end < callee_count_ && compare_names(callees_[callees_end]->name, name) == 0)
        ++callees_end;
    while (rows_end < row_count_ && compare_names(rows_[rows_end].first->function, name) == 0)
        ++rows_end;
    for (SizeT i = next_callee_; i < callees_end; ++i)
        write_block(*callees_[i], callees_end, next_rows_, rows_end, i == next_callee_);
    for (SizeT i = next_rows_; next_callee_ == callees_end && i < rows_end; ++i) {
        out_.character('\n');
        write_object(unknown);
        write_name("fl=", files_, rows_[i].first->file);
        write_name("fn=", functions_, name);
        ULong sum[EventSet::max_count] = {};
        write_rows(rows_[i], sum);
    }
    next_callee_ = callees_end;
    next_rows_ = rows_end;
}

void CallProfileWriter::sort_children(Node* node) {
    node->first_child =
        sorted_list<&Node::next>(node->first_child, [this](const Node* left, const Node* right) {
            return ranks_[left->callee->number] < ranks_[right->callee->number];
        });
}

void CallProfileWriter::write_forest(Root which, const HChar* name) {
    Node* const top = root(which);
    out_.text("#root ");
    out_.text(name);
    write_counts_shortly(out_, top->counts);
    SizeT depth = 0, depth_before = 0;
    sort_children(top);
    for (Node* n = next_in_preorder(top, top, depth); n != nullptr;
         n = next_in_preorder(n, top, depth)) {
        sort_children(n);
        out_.character('#');
        out_.number(depth_before + 1 - depth);
        out_.character(' ');
        out_.number(ranks_[n->callee->number]);
        out_.character(' ');
        out_.number(n->calls);
        write_counts_shortly(out_, n->counts);
        depth_before = depth;
    }
}

void CallProfileWriter::write_tree() {
    const TreeUse use = tree_use();
    out_.text("\n#tree 1 nodes ");
    out_.number(use.nodes - root_count);
    out_.text(" functions ");
    out_.number(callee_count_);
    out_.text(" recursion ");
    out_.number(static_cast<ULong>(options.calls_recursion));
    out_.text(" folded ");
    out_.number(use.folded);
    out_.character('\n');
    for (SizeT i = 0; i < callee_count_; ++i) {
        const Callee& callee = *callees_[i];
        out_.text("#fn ");
        out_.number(objects_.number_of(callee.object));
        out_.character(' ');
        out_.number(files_.number_of(callee.file));
        out_.character(' ');
        out_.number(functions_.number_of(callee.name));
        out_.character(' ');
        out_.number(callee.line);
        out_.character('\n');
    }
    write_forest(Root::thread, "thread");
    write_forest(Root::signal, "signal");
    write_forest(Root::missing, "missing");
}

void CallProfileWriter::write() {
    write_header();
    while (next_callee_ < callee_count_ || next_rows_ < row_count_) {
        const HChar* const callee =
            next_callee_ < callee_count_ ? callees_[next_callee_]->name : nullptr;
        const HChar* const function =
            next_rows_ < row_count_ ? rows_[next_rows_].first->function : nullptr;
        const bool by_callee =
            function == nullptr || (callee != nullptr && compare_names(callee, function) <= 0);
        write_function(by_callee ? callee : function);
    }
    write_tree();
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
