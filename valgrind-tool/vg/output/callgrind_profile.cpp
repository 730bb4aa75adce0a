// SPDX-License-Identifier: GPL-2.0-or-later
// The block of a function, for each level of recursion, has its own costs by line and then its
// calls.
#include "vg/output/callgrind_profile.hpp"

#include "vg/arcs/arc.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/sort.hpp"
#include "vg/count/counts.hpp"
#include "vg/count/superblock.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/output/event_order.hpp"
#include "vg/output/profile.hpp"
#include "vg/output/written_name.hpp"
#include "vg/reproduce/reproduce.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {
namespace {

// Calls f(cost centre, counts) for all costs of the thread, or of all threads if that is 0; the
// counts are of each level.
template <typename F>
void for_each_cost(ThreadId thread, const F& f) {
    if (thread == 0) {
        for (const CostCentre& c : all_cost_centres)
            f(c, c.counts);
    }
    for (const ThreadCost& c : all_thread_costs) {
        if (c.thread == thread)
            f(*c.centre, c.counts);
    }
}

// Own cost: of a line, of its system calls.
struct OwnCost {
    UInt function; // its number
    UInt line;
    const HChar* file;
    Addr address;
    const ULong* counts[cost_slots]; // for each level; null: there are none
};

bool precedes(const OwnCost& a, const OwnCost& b) {
    if (a.function != b.function)
        return a.function < b.function;
    const Int files = compare(a.file, b.file);
    if (files != 0)
        return files < 0;
    return a.line != b.line ? a.line < b.line : a.address < b.address;
}

// Orders sites or jumps by function and address.
template <auto address, typename T>
bool is_before(const T* left, const T* right) {
    if (left->function != right->function)
        return left->function->number < right->function->number;
    return left->*address < right->*address;
}

// Positions in the file: absolute, or relative to the one before if that is near and of a cost of
// the same function.
class Positions {
  public:
    explicit Positions(OutFile& out) : out_(out) {}

    void start_function() { is_based_ = false; }
    // Readers differ in whether the place of a jump moves what later positions are relative to.
    void end_jump() { is_based_ = false; }

    // Writes the place of a cost, of a call, and the place that a call leads to.
    void write_own(Addr address, UInt line) {
        write(address, line);
        move_to(address, line);
        is_based_ = true;
    }
    void write_call(Addr address, UInt line) {
        write(address, line);
        if (is_based_)
            move_to(address, line);
    }
    void write(Addr address, UInt line) {
        if (options.dump_instr) {
            write_one(address, address_, true);
            if (options.dump_line)
                out_ << ' ';
        }
        if (!options.dump_instr || options.dump_line)
            write_one(line, line_, false);
    }

  private:
    void move_to(Addr address, UInt line) {
        address_ = address;
        line_ = line;
    }

    void write_one(ULong now, ULong before, bool hexadecimal) {
        constexpr ULong near = 100;
        if (!is_based_ || !options.compress_positions || now - before + near > 2 * near) {
            if (hexadecimal)
                out_ << Hexadecimal{now};
            else
                out_ << now;
        } else if (now == before) {
            out_ << '*';
        } else {
            out_ << (now > before ? '+' : '-') << (now > before ? now - before : before - now);
        }
    }

    OutFile& out_;
    ULong address_ = 0, line_ = 0;
    bool is_based_ = false;
};

class PartWriter {
  public:
    PartWriter(OutFile& out, const Part& part)
        : out_(out), part_(part), positions_(out), order_(EventOrder::of(events)) {}

    bool prepare();
    void write(const Totals& totals);

  private:
    void gather_own();
    void gather_jumps();
    // The calls of a function that is skipped are its caller's.
    bool is_written(const Arc& arc) const {
        return arc.thread == part_.thread && !arc.callee->function->is_skipped &&
               !are_zero(arc.inclusive);
    }
    void write_header();
    void write_part_number();
    void write_system_events();
    void write_functions();
    // The range of a function in `own_`, `sites_` or `jumps_`.
    struct Range {
        SizeT begin = 0, end = 0;
    };
    struct Ranges {
        Range own, sites, jumps;
    };
    void advance(Ranges& ranges, UInt number) const;
    bool is_empty(const Ranges& ranges, UInt level) const;
    void write_block(const Function& function, UInt level, const Ranges& ranges);
    void write_jump(const Function& function, const Jump& jump, UInt level);
    void write_own(const Function& function, const OwnCost& own, UInt level);
    void write_arc(const Function& function, const Site& site, const Arc& arc);
    void write_counts_in_order(const ULong* counts, unsigned count);
    void write_function(const HChar* key, const Function& function, UInt level);
    void switch_file(const Function& function, const HChar* file);

    OutFile& out_;
    const Part& part_;
    Positions positions_;
    EventOrder order_;
    CallNames names_;
    Array<OwnCost> own_;
    Array<const Site*> sites_; // of the first level
    Array<const Jump*> jumps_;
    Array<UInt> numbers_;              // of functions, for both levels; 0: not written yet
    Array<const Function*> functions_; // by number
    UInt functions_written_ = 0;
    const HChar* block_file_ = nullptr; // the latest fl=
};

bool PartWriter::prepare() {
    const SizeT centres = part_.thread == 0 ? all_cost_centres.count() : all_thread_costs.count();
    const SizeT functions = all_functions.count() + 1;
    if (!own_.reserve(centres + all_system_costs.count() + 1) ||
        !sites_.reserve(all_sites.count() + 1) || !jumps_.reserve(all_jumps.count() + 1) ||
        !functions_.reserve(functions) || !numbers_.reserve(2 * functions) ||
        !names_.objects.reserve(functions) ||
        !names_.files.reserve(functions + own_.room() + sites_.room() + 2 * jumps_.room()))
        return false;
    for (const Function& f : all_functions)
        functions_[f.number] = &f;
    for (const Site& s : all_sites)
        sites_.push_back(&s);
    gather_own();
    gather_jumps();
    sort(own_.data(), own_.size(), precedes);
    sort(jumps_.data(), jumps_.size(), is_before<&Jump::from, Jump>);
    sort(sites_.data(), sites_.size(), is_before<&Site::address, Site>);
    return true;
}

void PartWriter::gather_own() {
    for_each_cost(part_.thread, [this](const CostCentre& centre, const ULong* counts) {
        own_.push_back({centre.expected,
                        centre.line,
                        centre.file,
                        centre.address,
                        {counts, counts + events.count}});
    });
    for (const SystemCost& c : all_system_costs) {
        if (c.thread != part_.thread)
            continue;
        OwnCost own = {c.function->number, c.line, c.file, c.address, {}};
        for (UInt level = 0; level < cost_slots; ++level)
            own.counts[level] = c.is_written(level) ? c.counts[level] : nullptr;
        own_.push_back(own);
    }
}

void PartWriter::gather_jumps() {
    for (const Jump& j : all_jumps) {
        // As callgrind, none between lines that are not known.
        const bool has_position = options.dump_instr || (j.line != 0 && j.to_line != 0);
        if (has_position && j.thread == part_.thread && j.taken_in(0) + j.taken_in(1) != 0)
            jumps_.push_back(&j);
    }
}

// Says what the events of system calls are.
void PartWriter::write_system_events() {
    const HChar* const unit = options.systime_unit == 1       ? "ns"
                              : options.systime_unit == 1'000 ? "us"
                                                              : "ms";
    if (events.system_count != 0)
        out_ << "event: sysTime : sysTime (elapsed " << unit << ")\n";
    if (events.system_count == 3)
        out_ << "event: sysCpuTime : sysCpuTime (system cpu ns)\n";
}

void PartWriter::write_part_number() {
    out_ << "part: " << part_.name.number;
    if (part_.thread != 0)
        out_ << "\nthread: " << part_.thread;
    out_ << "\n\n";
}

void PartWriter::write_header() {
    if (part_.is_continued) {
        out_ << '\n';
        write_part_number();
    } else {
        out_ << "# callgrind format\nversion: 1\ncreator: callgrind-cgtools-" CGTOOLS_VERSION
                "\npid: "
             << static_cast<ULong>(reproduce_process_number()) << '\n';
        write_command(out_, "cmd:  ");
        write_part_number();
        out_ << '\n';
        write_caches(out_, " ");
        out_ << '\n';
    }
    write_incomplete(out_);
    write_reproduction(out_);
    if (is_reproducing)
        write_build_ids(out_);
    out_ << "desc: Timerange: Basic block " << part_.first_block << (" - ") << part_.last_block
         << "\ndesc: Trigger: " << part_.name.trigger << part_.name.trigger_name
         << "\n\npositions:" << (options.dump_instr ? " instr" : "")
         << (!options.dump_instr || options.dump_line ? " line" : "") << '\n';
    write_system_events();
    out_ << "events:";
    for (unsigned i = 0; i < order_.count; ++i)
        out_ << ' ' << events.name_of(order_.column[i]);
    out_ << "\nsummary:";
    write_counts_in_order(part_.summary.counts, order_.count);
    out_ << '\n';
}

void PartWriter::write_counts_in_order(const ULong* counts, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        out_ << ' ' << counts[order_.column[i]];
    out_ << '\n';
}

void PartWriter::write_function(const HChar* key, const Function& function, UInt level) {
    UInt& number = numbers_[2 * function.number + level];
    const bool is_new = number == 0;
    if (is_new)
        number = ++functions_written_;
    out_ << key;
    if (options.compress_strings)
        out_ << '(' << number << (is_new ? ") " : ")");
    if (is_new || !options.compress_strings) {
        out_ << Escaped{function.name};
        if (level != 0)
            out_ << "'2";
    }
    out_ << '\n';
}

void PartWriter::switch_file(const Function& function, const HChar* file) {
    names_.files.change(out_, file == function.file ? "fe=" : "fi=", file);
}

void PartWriter::write_own(const Function& function, const OwnCost& own, UInt level) {
    const ULong* const counts = own.counts[level];
    if (counts == nullptr || are_zero(counts))
        return;
    switch_file(function, own.file);
    positions_.write_own(own.address - function.bias, own.line);
    write_counts_in_order(counts, order_.length_of(counts));
}

void PartWriter::write_arc(const Function& function, const Site& site, const Arc& arc) {
    if (!is_written(arc))
        return;
    switch_file(function, site.line->file);
    const Function& callee = *arc.callee->function;
    names_.objects.write_other(out_, "cob=", callee.object);
    names_.files.write_other(out_, "cfi=", callee.file);
    write_function("cfn=", callee, arc.callee_level);
    out_ << "calls=" << arc.calls << ' ';
    positions_.write(arc.callee->address - callee.bias, arc.callee->line);
    out_ << " \n";
    positions_.write_call(site.address - function.bias, site.line->line);
    write_counts_in_order(arc.inclusive, order_.length_of(arc.inclusive));
}

void PartWriter::write_jump(const Function& function, const Jump& jump, UInt level) {
    if (jump.taken_in(level) == 0)
        return;
    switch_file(function, jump.file);
    names_.files.write_other(out_, "jfi=", jump.to_file);
    out_ << (jump.is_conditional ? "jcnd=" : "jump=") << jump.taken_in(level);
    if (jump.is_conditional)
        out_ << '/' << jump.executed_in(level);
    out_ << ' ';
    positions_.write(jump.to - function.bias, jump.to_line);
    out_ << " \n";
    positions_.write_call(jump.from - function.bias, jump.line);
    out_ << " \n";
    positions_.end_jump();
}

bool PartWriter::is_empty(const Ranges& ranges, UInt level) const {
    bool is_empty = true;
    for (SizeT i = ranges.own.begin; i < ranges.own.end && is_empty; ++i) {
        is_empty = own_[i].counts[level] == nullptr || are_zero(own_[i].counts[level]);
    }
    for (SizeT i = ranges.sites.begin; i < ranges.sites.end && is_empty; ++i) {
        for (const Arc* a = sites_[i][level].arcs; a != nullptr && is_empty; a = a->next)
            is_empty = !is_written(*a);
    }
    return is_empty;
}

// A function without costs has no block, so its jumps are not written: nothing was collected in it.
void PartWriter::write_block(const Function& function, UInt level, const Ranges& ranges) {
    if (is_empty(ranges, level))
        return;
    names_.objects.change(out_, "ob=", function.object);
    if (function.file != names_.files.valid() || function.file != block_file_)
        names_.files.begin(out_, "fl=", function.file);
    block_file_ = function.file;
    write_function("fn=", function, level);
    positions_.start_function();
    for (SizeT i = ranges.own.begin; i < ranges.own.end; ++i)
        write_own(function, own_[i], level);
    for (SizeT i = ranges.jumps.begin; i < ranges.jumps.end; ++i)
        write_jump(function, *jumps_[i], level);
    for (SizeT i = ranges.sites.begin; i < ranges.sites.end; ++i) {
        const Site& site = sites_[i][level];
        for (const Arc* a = site.arcs; a != nullptr; a = a->next)
            write_arc(function, site, *a);
    }
    out_ << '\n';
}

// Moves on to what the function of the next number has.
void PartWriter::advance(Ranges& ranges, UInt number) const {
    const auto move = [number](Range& range, SizeT count, auto number_at) {
        range.begin = range.end;
        while (range.end < count && number_at(range.end) == number)
            ++range.end;
    };
    move(ranges.own, own_.size(), [this](SizeT i) { return own_[i].function; });
    move(ranges.sites, sites_.size(), [this](SizeT i) { return sites_[i]->function->number; });
    move(ranges.jumps, jumps_.size(), [this](SizeT i) { return jumps_[i]->function->number; });
}

void PartWriter::write_functions() {
    Ranges ranges;
    for (UInt n = 1; n <= all_functions.count(); ++n) {
        advance(ranges, n);
        for (UInt level = 0; level < cost_slots; ++level)
            write_block(*functions_[n], level, ranges);
    }
}

void PartWriter::write(const Totals& totals) {
    write_header();
    out_ << "\n";
    write_functions();
    out_ << "totals:";
    write_counts_in_order(totals.counts, order_.count);
}

} // namespace

Totals collected_totals(ThreadId thread) {
    Totals totals = {};
    for_each_cost(thread, [&](const CostCentre&, const ULong* counts) {
        for (UInt level = 0; level < cost_slots; ++level)
            add_counts(totals.counts, counts + level * events.count);
    });
    for (const SystemCost& c : all_system_costs) {
        for (UInt level = 0; level < cost_slots; ++level) {
            if (c.thread == thread && c.is_written(level))
                add_counts(totals.counts, c.counts[level]);
        }
    }
    return totals;
}

bool write_part(OutFile& out, const Part& part, const Totals& totals) {
    PartWriter writer(out, part);
    if (!writer.prepare())
        return false;
    writer.write(totals);
    return true;
}

} // namespace cg::vg
