// SPDX-License-Identifier: GPL-2.0-or-later
// The summary: totals, misses, rates and unused bytes in columns.
#include "vg/output/summary.hpp"

#include "vg/calls/node.hpp"
#include "vg/core/internals.hpp"
#include "vg/core/kernel.hpp"
#include "vg/core/options.hpp"
#include "vg/data/allocators.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/output/event_order.hpp"

namespace cg::vg {

namespace {

// Returns the number of digits and commas.
Int width_of(ULong n) {
    Int digits = 1;
    for (; n >= 10; n /= 10)
        ++digits;
    return digits + (digits - 1) / 3;
}

Int max(Int a, Int b) {
    return a > b ? a : b;
}

// The counts of reads and writes, or of conditional and indirect branches.
struct CountPair {
    ULong first, second;
    ULong total() const { return first + second; }
};

// A ratio in percent, as text. 0 of 0 is 0.
struct Percentage {
    HChar text[32];
    Percentage(ULong part, ULong whole, unsigned decimals) {
        const ULong one = decimals == 2 ? 100 : 10;
        const ULong value =
            whole == 0
                ? 0
                : rounded(100.0 * static_cast<double>(part) / static_cast<double>(whole), one);
        VG_(sprintf)
        (text, decimals == 2 ? "%llu.%02llu%%" : "%llu.%01llu%%", value / one, value % one);
    }

  private:
    // Rounds as Valgrind's own tools print, which was found by what they print (tests/tool/ties):
    // the fraction is scaled, and an exact half of what is scaled is rounded down. So 39.25 is
    // 39.2, 0.45 is 0.4, and 8.05, which as a double is a bit more, is 8.1. Not inline, because a
    // processor whose registers have more digits passes a double.
    [[gnu::noinline]] static ULong rounded(double percent, ULong one) {
        const auto whole = static_cast<ULong>(percent);
        const double scaled = (percent - static_cast<double>(whole)) * static_cast<double>(one);
        const auto down = static_cast<ULong>(scaled);
        const bool is_above_half = scaled - static_cast<double>(down) > 0.5;
        return whole * one + down + (is_above_half ? 1 : 0);
    }
};

// The width of each column, which is the width of its largest number.
struct Columns {
    Int total, first, second;
};

void print_counts(const Columns& w, const HChar* label, const CountPair& p, const HChar* first,
                  const HChar* second) {
    VG_(umsg)
    ("%s%'*llu  (%'*llu %s+ %'*llu %s)\n", label, w.total, p.total(), w.first, p.first, first,
     w.second, p.second, second);
}

// Returns the width to print a rate with: the width of the counts in its column, and one more for
// the per cent sign. If the rate is longer, returns its length, because the core's %*s truncates.
Int column(Int counts, const Percentage& rate) {
    return max(counts + 1, static_cast<Int>(VG_(strlen)(rate.text)));
}

void print_rates(const Columns& w, const HChar* label, const CountPair& misses,
                 const CountPair& all, const HChar* end) {
    // Callgrind's columns of caches are nearer.
    const bool is_narrow = options.callgrind && end[2] == '\0';
    const Percentage total(misses.total(), all.total(), 1);
    const Percentage first(misses.first, all.first, 1);
    const Percentage second(misses.second, all.second, 1);
    VG_(umsg)
    ("%s%*s (%*s   %s+ %*s%s)\n", label, column(w.total, total), total.text, column(w.first, first),
     first.text, is_narrow ? "" : "  ", column(w.second, second), second.text, end);
}

// Callgrind's columns have other spaces.
const HChar* read_unit() {
    return options.callgrind ? "rd " : "rd   ";
}

void print_cache(const Columns& w, const ULong* n) {
    const ULong instructions = n[EventSet::ir];
    const ULong code_1 = n[EventSet::ir_miss_1];
    const ULong code_last = n[EventSet::ir_miss_last];
    const Percentage rate_1(code_1, instructions, 2);
    const Percentage rate_last(code_last, instructions, 2);
    VG_(umsg)("I1  misses:    %'*llu\n", w.total, code_1);
    VG_(umsg)("LLi misses:    %'*llu\n", w.total, code_last);
    VG_(umsg)
    ("I1  miss rate: %*s\n", column(w.total, rate_1), rate_1.text);
    VG_(umsg)
    ("LLi miss rate: %*s\n", column(w.total, rate_last), rate_last.text);

    const CountPair data = {n[EventSet::read], n[EventSet::write]};
    const CountPair data_1 = {n[EventSet::read_miss_1], n[EventSet::write_miss_1]};
    const CountPair data_last = {n[EventSet::read_miss_last], n[EventSet::write_miss_last]};
    VG_(umsg)("\n");
    print_counts(w, options.callgrind ? "D   refs:      " : "D refs:        ", data, read_unit(),
                 "wr");
    print_counts(w, "D1  misses:    ", data_1, read_unit(), "wr");
    print_counts(w, "LLd misses:    ", data_last, read_unit(), "wr");
    print_rates(w, "D1  miss rate: ", data_1, data, "  ");
    print_rates(w, "LLd miss rate: ", data_last, data, "  ");

    // The last level is referenced by misses of level 1. Fetches count as reads.
    const CountPair last = {code_1 + data_1.first, data_1.second};
    const CountPair last_misses = {code_last + data_last.first, data_last.second};
    const CountPair all = {instructions + data.first, data.second};
    VG_(umsg)("\n");
    print_counts(w, "LL refs:       ", last, read_unit(), "wr");
    print_counts(w, "LL misses:     ", last_misses, read_unit(), "wr");
    print_rates(w, "LL miss rate:  ", last_misses, all, "  ");
}

// Prints the misses in data of other caches.
void print_other_caches(const Columns& w, const ULong* n) {
    const auto print = [&](const HChar* level, unsigned read, unsigned write) {
        HChar label[32];
        const HChar* const size = VG_(strchr)(events.name_of(read), '@');
        VG_(snprintf)(label, sizeof label, "%s%s:", level, size);
        Int length = static_cast<Int>(VG_(strlen)(label));
        for (constexpr Int width = 15; length < width; ++length)
            label[length] = ' ';
        label[length] = '\0';
        print_counts(w, label, {n[read], n[write]}, read_unit(), "wr");
    };
    if (events.other_data + events.other_last != 0)
        VG_(umsg)("\n");
    for (unsigned i = 0; i < events.other_data; ++i)
        print("D1", events.other_data_column(i, false), events.other_data_column(i, true));
    for (unsigned i = 0; i < events.other_last; ++i)
        print("LLd", events.other_last_column(i, EventSet::read_miss_last),
              events.other_last_column(i, EventSet::write_miss_last));
}

// Prints how many bytes were loaded and never used.
void print_unused(const Columns& w, const HChar* label, ULong unused, ULong loaded) {
    VG_(umsg)
    ("%s%'*llu bytes (%s of %'llu loaded)\n", label, w.total, unused,
     Percentage(unused, loaded, 1).text, loaded);
}

void print_use(const Columns& w, const ULong* n) {
    const ULong loaded_1 =
        n[EventSet::ir_miss_1] * options.code.line_size +
        (n[EventSet::read_miss_1] + n[EventSet::write_miss_1]) * options.data.line_size;
    const ULong loaded_last =
        (n[EventSet::ir_miss_last] + n[EventSet::read_miss_last] + n[EventSet::write_miss_last]) *
        options.last_level.line_size;
    VG_(umsg)("\n");
    print_unused(w, "L1 unused:     ", n[events.loss_1()], loaded_1);
    print_unused(w, "LL unused:     ", n[events.loss_last()], loaded_last);
}

void print_branches(const Columns& w, const ULong* n) {
    const CountPair branches = {n[events.conditional], n[events.indirect()]};
    const CountPair misses = {n[events.conditional_miss()], n[events.indirect_miss()]};
    VG_(umsg)("\n");
    print_counts(w, "Branches:      ", branches, "cond ", "ind");
    print_counts(w, "Mispredicts:   ", misses, "cond ", "ind");
    print_rates(w, "Mispred rate:  ", misses, branches, "   ");
}

// Says which calls are missing in the tree.
void print_tree_use(const TreeUse& use) {
    if (use.folded != 0 || use.missing_nodes != 0)
        VG_(umsg)("\n");
    if (use.folded != 0) {
        VG_(umsg)
        ("%llu nodes of the call tree were folded into their callers (--calls-nodes=%lld).\n",
         use.folded, options.calls_nodes);
    }
    if (use.missing_nodes != 0) {
        VG_(umsg)
        ("%llu calls were counted as cost of their callers: there was no memory for their nodes.\n",
         use.missing_nodes);
    }
}

} // namespace

void print_callgrind_summary(const Totals& totals) {
    const EventOrder order = EventOrder::of(events);
    const unsigned length = order.length_of(totals.counts);
    VG_(umsg)("Events    :");
    for (unsigned i = 0; i < order.count; ++i)
        VG_(umsg)(" %s", events.name_of(order.column[i]));
    VG_(umsg)("\n");
    VG_(umsg)("Collected :");
    for (unsigned i = 0; i < length || i < 1; ++i)
        VG_(umsg)(" %llu", totals.counts[order.column[i]]);
    VG_(umsg)("\n");
    VG_(umsg)("\n");
    print_summary(totals);
}

void print_summary(const Totals& totals) {
    const ULong* const n = totals.counts;
    Columns w = {width_of(n[EventSet::ir]), 0, 0};
    if (events.cache) {
        w.first = max(w.first, width_of(n[EventSet::read]));
        w.second = max(w.second, width_of(n[EventSet::write]));
        w.total = max(w.total, width_of(n[EventSet::read] + n[EventSet::write]));
        w.first = max(w.first, width_of(n[EventSet::ir_miss_1] + n[EventSet::read_miss_1]));
    }
    if (events.branch) {
        w.first = max(w.first, width_of(n[events.conditional]));
        w.second = max(w.second, width_of(n[events.indirect()]));
        w.total = max(w.total, width_of(n[events.conditional] + n[events.indirect()]));
    }
    VG_(umsg)
    (options.callgrind ? "I   refs:      %'*llu\n" : "I refs:        %'*llu\n", w.total,
     n[EventSet::ir]);
    if (events.cache)
        print_cache(w, n);
    print_other_caches(w, n);
    if (events.branch)
        print_branches(w, n);
    if (events.use && !options.callgrind)
        print_use(w, n);
    if (options.calls)
        print_tree_use(tree_use());
}

namespace {

constexpr const HChar* how_to_name = "--data-alloc=NAME:malloc and NAME:free name its functions";

void print_pools(ULong over_live) {
    VG_(umsg)
    ("note: %'llu blocks began over live ones: a pool frees blocks unseen;\n", over_live);
    VG_(umsg)("      %s.\n", how_to_name);
}

// Returns the misses in D1 of memory that was mapped without a file, in this part of the run.
ULong misses_of_mappings() {
    ULong misses = 0;
    data_objects.cells().for_each([&](const data::Cell& cell) {
        if (is_mapping_without_file(cell.object))
            misses += cell.counts[data::read_miss_1] + cell.counts[data::write_miss_1];
    });
    return misses;
}

// Says how many of the misses are in memory that the program mapped by itself.
void print_arenas(ULong all_misses) {
    constexpr ULong min_percent = 10;
    const ULong misses = misses_of_mappings();
    if (all_misses == 0 || 100 * misses / all_misses < min_percent)
        return;
    VG_(umsg)
    ("note: %llu%% of D1 misses are in mapped memory without known blocks. If that is a pool,\n",
     100 * misses / all_misses);
    VG_(umsg)("      %s.\n", how_to_name);
}

void print_unknown_names() {
    for (unsigned i = 0; i < options.data_alloc.count; ++i) {
        const DataAllocs::One& named = options.data_alloc.one[i];
        if (!named.has_run)
            VG_(umsg)
        ("note: --data-alloc=%s: no function of this name ran; it may be inlined.\n", named.name);
    }
}

} // namespace

void print_data_notes(const Totals& totals) {
    if (allocators_found() == 0) {
        VG_(umsg)("note: no allocation function was found, so no heap block is known:\n");
        VG_(umsg)
        ("      the program is linked statically and has no symbols, or allocates nothing.\n");
    }
    print_unknown_names();
    if (const ULong over_live = data_objects.over_live())
        print_pools(over_live);
    if (!events.cache)
        return;
    print_arenas(totals.counts[EventSet::read_miss_1] + totals.counts[EventSet::write_miss_1]);
}

namespace {

bool messages_go_to_terminal() {
    return &VG_(log_output_sink) != nullptr && VG_(log_output_sink).fd >= 0 &&
           kernel::is_terminal(VG_(log_output_sink).fd);
}

bool is_regular(const HChar* path) {
    struct vg_stat status = {};
    return !sr_isError(VG_(stat)(path, &status)) && VKI_S_ISREG(status.mode);
}

// Returns the path without the directory in which the run was started, where the user will type
// the next command.
const HChar* from_start_directory(const HChar* path) {
    constexpr const HChar* name = "x";
    HChar* const start = VG_(expand_file_name)("--cachegrind-out-file", name);
    const SizeT length = VG_(strlen)(start) - VG_(strlen)(name);
    const bool is_below = VG_(strncmp)(path, start, length) == 0;
    VG_(free)(start);
    return is_below ? path + length : path;
}

// Returns false for a path that a shell or a terminal would not take as it is.
bool is_plain(const HChar* path) {
    if (path[0] == '-')
        return false;
    for (; *path != '\0'; ++path) {
        const HChar c = *path;
        const bool is_letter_or_digit =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_letter_or_digit && VG_(strchr)("/._-+,:=@%", c) == nullptr)
            return false;
    }
    return true;
}

} // namespace

void print_next_step(const HChar* path) {
    if (!messages_go_to_terminal() || !is_regular(path))
        return;
    const HChar* const shown = from_start_directory(path);
    if (is_plain(shown))
        VG_(umsg)("Profile: %s (to look at it: cg_show %s)\n", shown, shown);
}

} // namespace cg::vg
