// SPDX-License-Identifier: GPL-2.0-or-later
// Generated code only increments a group's counter, or calls the simulation, or simulates hits
// inline.
#include "vg/translate/group_writer.hpp"

#include "vg/count/superblock.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/translate/arc_writer.hpp"

namespace cg::vg {

// The code for a conditional branch, where `counters` belong to the branch and `counts`
// are its outcomes:
//
//     counter           = counters[history]
//     entered           = successors[counter + 4 * taken]
//     counters[history] = entered
//     counts[entered]  += 1
//     history           = 2 * (history + taken), as a byte
//
// This takes twelve instructions of the host, without a branch, and twenty statements that VEX
// translates: code that runs seldom calls a function. VEX makes an addressing mode
// of a sum that is used once as an address. So each such sum is written twice.

void BranchWriter::count(IRExpr* offset, const sim::Outcomes* outcomes) {
    const IrWriter::Place place = ir_.place_in(outcomes, offset);
    ir_.increment(ir_.sum(place), ir_.sum(place));
}

void BranchWriter::call(const ColdBranch& branch, IRExpr* taken) {
    IRExpr* const arguments[] = {IrWriter::address_of(&branch), taken};
    ir_.call("cachegrind_branch", branch_function(), arguments, 2);
}

IRExpr* BranchWriter::conditional(Addr branch, IRExpr* taken, const sim::Outcomes* outcomes) {
    auto& branches = simulation.branches;
    IRExpr* const first =
        IrWriter::address_of(&branches.counters[sim::BranchPredictor::first_counter(branch)]);
    IRExpr* const history = ir_.load_byte(ir_.place_of(&branches.history));
    IRExpr* const counter = ir_.load_byte(ir_.add(history, first));
    IRExpr* const outcome = ir_.shift_left(taken, sim::Successors::taken_shift);
    IRExpr* const entered = ir_.load_byte(
        ir_.add(ir_.add(counter, outcome), IrWriter::address_of(sim::successors.next)));
    ir_.store_byte(ir_.add(history, first), entered);
    count(entered, outcomes);
    IRExpr* const appended = ir_.add(history, taken);
    ir_.store_byte(ir_.place_of(&branches.history), ir_.add(appended, appended));
    return entered;
}

IRExpr* BranchWriter::indirect(Addr branch, IRExpr* target, const sim::Outcomes* outcomes) {
    const auto* const last =
        &simulation.branches.targets[sim::BranchPredictor::target_index(branch)];
    IRExpr* const wrong = ir_.widened(ir_.differs(target, ir_.load(ir_.place_of(last))));
    ir_.store(ir_.place_of(last), target);
    IRExpr* const outcome = ir_.shift_left(wrong, sim::weak_shift);
    count(outcome, outcomes);
    return outcome;
}

namespace {

// Adds the event to the tally of its source line. A group has few lines, so a linear search
// is quick.
void add_to_tallies(Tally* tallies, unsigned& count, const Event& event) {
    unsigned i = 0;
    while (i < count && tallies[i].counts != event.counts)
        ++i;
    if (i == count)
        tallies[count++] = {.counts = event.counts};
    tallies[i].number_of[static_cast<unsigned>(event.kind)] += event.is_counted();
}

} // namespace

GroupWriter::GroupWriter(IrWriter& ir, Superblock& block, NodeCounts* counts, ArcWriter* arcs,
                         const AddressSums& sums)
    : ir_(ir),
      block_(block),
      counts_(counts),
      arcs_(arcs),
      sums_(sums),
      hot_(events.cache || events.branch ? begin_translation(block) : nullptr) {
}

void GroupWriter::write(const EventQueue& queue, IRExpr* guard) {
    for (const Event* begin = queue.begin(); begin != queue.end();) {
        ReferenceBatch batch;
        const Event* const end = select_references(batch, begin, queue.end());
        write_group(batch, begin, end, guard);
        begin = end;
    }
}

void GroupWriter::write_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                              IRExpr* guard) {
    const bool nothing_misses = batch.reference_count == 0;
    const bool called =
        !nothing_misses && (hot_ == nullptr || guard != nullptr || !can_be_inline(batch));
    Group* const group = make_group(batch, begin, end, called);
    group->is_guarded = guard != nullptr;
    if (!nothing_misses)
        add_ticks(*group->run);
    const Event* const branch = group->outcomes != nullptr ? end - 1 : nullptr;
    if (branch != nullptr)
        write_branch(*group, *branch);
    if (!nothing_misses && !called) {
        write_inline(*group, batch);
        return;
    }
    count_run(*group, guard);
    if (called)
        call("cachegrind_simulate", simulate_function(batch.argument_count), *group,
             batch.arguments, batch.argument_count, guard);
}

void GroupWriter::add_ticks(const GroupRun& run) {
    ticks_ += ticks_of(run);
    if (ticks_ > simulation.most_ticks)
        simulation.most_ticks = ticks_;
}

void GroupWriter::count_run(Group& group, IRExpr* guard) {
    if (arcs_ != nullptr) {
        IRExpr* const runs = guard == nullptr ? nullptr : ir_.widened(guard);
        arcs_->count_foreign(group, runs);
        arcs_->add_in_slot(group.counter, runs == nullptr ? IrWriter::word(1) : runs);
    } else if (group.counter != nullptr && !group.called()) {
        ir_.increment(group.counter, guard);
    }
}

// Adds the events that may miss to the batch, until one does not fit. Returns that one, or `end`.
const Event* GroupWriter::select_references(ReferenceBatch& batch, const Event* begin,
                                            const Event* end) {
    for (const Event* e = begin; e != end; ++e) {
        Reference r = {
            .code = {e->counts, e->cost}, .address = e->address, .size = e->size, .kind = e->kind};
        if (e->kind == ReferenceKind::fetch) {
            if (!events.cache)
                continue;
            sim::CodeLine* const first = code_line_at(e->address);
            sim::CodeLine* const last = code_line_at(e->address + e->size - 1);
            const bool same_line = first == last_line_ && last == last_line_;
            if (events.use ? same_line && batch.joins_use(r) : same_line)
                continue;
            if (!batch.add_fetch(r, *first, *last))
                return e;
            last_line_ = last;
        } else if (!is_data(e->kind)) {
            continue;
        } else if (!batch.add_data(r, e->value, sums_.of(*e->value))) {
            return e;
        } else if (hot_ != nullptr && (!hot_->is_near(data_count_++) || events.use)) {
            batch.separate_last();
        }
    }
    return end;
}

// Allocates the counters of a branch, which only the last event can be, and the counter of runs.
// The outcomes of a branch count the runs, too, so only a group that is simulated needs both.
void GroupWriter::allocate_counters(Group& group, const Event& last, bool called) {
    const bool branch = is_branch(last.kind);
    if (branch) {
        if (group.outcomes == nullptr) // it is not a cold branch
            group.outcomes = all_outcomes.allocate_one();
        group.branch_counts = last.counts;
        group.indirect = last.kind == ReferenceKind::indirect;
    }
    if (branch && has_slots)
        group.mispredicted = allocate_counter();
    group.is_called = called;
    if (!branch || group.shape.references != 0 || has_slots)
        group.counter = called && !has_slots ? &group.run->count : allocate_counter();
}

Group* GroupWriter::make_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                               bool called) {
    Tally tallies[EventQueue::capacity];
    unsigned tally_count = 0;
    for (const Event* e = begin; e != end; ++e)
        add_to_tallies(tallies, tally_count, *e);
    GroupShape shape = {.references = static_cast<UChar>(batch.reference_count),
                        .tallies = static_cast<UChar>(tally_count),
                        .has_cold_branch = is_cold_branch(end[-1])};
    if (events.use)
        shape.uses = static_cast<UChar>(batch.line_count);
    Group* const group = add_group(block_, shape);
    allocate_counters(*group, end[-1], called);
    for (const Event* e = begin; e != end; ++e)
        group->blocks += e->kind == ReferenceKind::fetch && e->address == block_.code;
    for (unsigned i = 0; i < tally_count; ++i)
        group->tallies()[i] = tallies[i];
    for (unsigned i = 0; i < shape.uses; ++i)
        group->uses()[i] = batch.uses[i];
    if (group->run != nullptr)
        batch.describe(*group->run);
    if (ColdBranch* const branch = group->cold_branch())
        branch->first_counter =
            static_cast<UShort>(sim::BranchPredictor::first_counter(end[-1].address));
    Reference* fetch = group->references() + batch.argument_count;
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        (is_data(r.kind) ? group->references()[r.argument] : *fetch++) = r;
    }
    return group;
}

bool GroupWriter::is_cold_branch(const Event& event) const {
    return event.kind == ReferenceKind::conditional && hot_ == nullptr && counts_ == nullptr &&
           processor::can_retranslate;
}

void GroupWriter::write_branch(Group& group, const Event& branch) {
    BranchWriter writer(ir_);
    if (ColdBranch* const cold = group.cold_branch()) {
        writer.call(*cold, branch.value);
        return;
    }
    IRExpr* const entered = group.indirect
                                ? writer.indirect(branch.address, branch.value, group.outcomes)
                                : writer.conditional(branch.address, branch.value, group.outcomes);
    if (counts_ != nullptr) {
        IRExpr* const missed =
            ir_.bit_and(ir_.shift_right(entered, sim::weak_shift), IrWriter::word(1));
        counts_->count_word(group.indirect ? events.indirect_miss() : events.conditional_miss(),
                            missed);
        if (arcs_ != nullptr) {
            arcs_->count_foreign_miss(group, missed);
            arcs_->add_in_slot(group.mispredicted, missed);
        }
    }
}

void GroupWriter::call(const HChar* name, void* function, const Group& group,
                       IRExpr* const* addresses, unsigned count, IRExpr* guard) {
    IRExpr* arguments[1 + max_arguments] = {IrWriter::address_of(group.run)};
    for (unsigned i = 0; i < count; ++i)
        arguments[1 + i] = addresses[i];
    ir_.call(name, function, arguments, 1 + count, guard);
}

void GroupWriter::call_slow_path(const Group& group, const ReferenceBatch& batch, IRExpr* guard) {
    unsigned passed[max_arguments];
    const unsigned count = batch.describe_arguments(static_cast<HotRun&>(*group.run), passed);
    IRExpr* addresses[max_arguments];
    for (unsigned i = 0; i < count; ++i)
        addresses[i] = batch.arguments[passed[i]];
    call("cachegrind_slow_path", slow_path_function(count), group, addresses, count, guard);
}

// The code of a hot group tests whether all references hit. It writes the time stamps of
// hits, and calls the simulation only if a reference may miss.
//
// The code for a group of one code line and one read of 8 bytes, with cache lines of 64
// bytes (the loads come first, so that VEX can combine them with the operations):
//
//     miss  = code_line.absent
//     slot  = slots at (address >> 3 & mask)
//     miss |= (address + 7) ^ slot
//     counter += 1
//     now   = clock
//     clock = now + ticks
//     *code_line.stamp = now
//     *(ignored_stamp + (miss < 64 ? slot & place_mask : 0)) = now
//     if (miss >= 64) slow_path(group, address)
//
// Each comparison is written where it is used: VEX makes it a part of the instruction after
// it, but puts a bit that is used twice into a register.
//
// A code line is stamped before the call. That is safe: the stamp of an absent line is never
// read. A resident line is the only one of the group in its set (can_be_inline()), so its
// stamp is not compared with another before the call fetches it.
//
// A slot may belong to another line than the one referenced. So if there is a call, the
// stamp of each slot is written to memory that is never read, and the call writes the
// stamps. They are not written after the call, because registers would have to keep the
// slots during the call.
//
// With the causes of misses, stamps of two code lines are written like those of slots, and the
// second one is later: the causes depend on the order of uses in all sets.

using sim::DataCache;

// Bytes that a data reference and its neighbours use, while the code that tests whether they are in
// one line, and hit, is written.
struct InlineData {
    UInt arguments;  // a bit for each
    unsigned last;   // argument
    IRExpr* address; // of the first byte
    unsigned size;
    UWord distance; // of the first byte, as in AddressSum
    IRExpr* slot;   // the value of the slot, if packed(); else the offset of its place

    bool has(unsigned argument) const { return (arguments >> argument & 1) != 0; }
    // Adds those of a neighbour.
    void join(const Reference& r, IRExpr* at, UWord its_distance) {
        arguments |= UInt{1} << r.argument;
        last = r.argument;
        const auto above = static_cast<Word>(its_distance - distance);
        const unsigned below = above < 0 ? static_cast<unsigned>(-above) : 0;
        const unsigned end = above < 0 ? r.size : static_cast<unsigned>(above) + r.size;
        size = size + below > end ? size + below : end;
        if (below != 0) {
            address = at;
            distance = its_distance;
        }
    }
};

struct CodeLines {
    sim::CodeLine* at[GroupRun::max_lines];
    unsigned count = 0;
    // If cache use is counted: the use in one run of the group.
    ULong used_bytes[GroupRun::max_lines] = {}; // a mask
    ULong fetches[GroupRun::max_lines] = {};
};

namespace {

void or_into(IrWriter& ir, IRExpr*& value, IRExpr* more) {
    value = value == nullptr ? more : ir.bit_or(value, more);
}

// Gathers the code lines that the batch fetches, each once. Returns false if two of them are
// in one set, because then the order of the fetches matters.
bool gather_code_lines(CodeLines& lines, const ReferenceBatch& batch) {
    for (unsigned i = 0; i < batch.line_count; ++i) {
        sim::CodeLine* const line = batch.lines[i];
        unsigned known = lines.count;
        for (unsigned k = 0; k < lines.count; ++k) {
            if (lines.at[k] == line) {
                known = k;
            } else if (level_one().code.same_set(*lines.at[k], *line)) {
                return false;
            }
        }
        if (known == lines.count)
            lines.at[lines.count++] = line;
        if (events.use) {
            const CodeUse& use = batch.uses[i];
            lines.used_bytes[known] |= sim::LineMask::lowest(use.length) << use.offset;
            lines.fetches[known] += use.fetches;
        }
    }
    return true;
}

// Gathers the data references of the batch, neighbours together. Returns how many they are then.
// They are in the order of their last ones, in which stamps must be written: two may be in one line
// all the same.
unsigned gather_data(InlineData* data, const ReferenceBatch& batch) {
    unsigned count = 0;
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        if (!is_data(r.kind))
            continue;
        IRExpr* const address = batch.arguments[r.argument];
        const UWord distance = batch.sums[r.argument].distance;
        if (!r.has_neighbour()) {
            data[count++] = {UInt{1} << r.argument, r.argument, address, r.size, distance, nullptr};
            continue;
        }
        InlineData* at = data;
        while (!at->has(r.neighbour))
            ++at;
        InlineData joined = *at;
        joined.join(r, address, distance);
        for (; at + 1 != data + count; ++at)
            *at = at[1];
        *at = joined;
    }
    return count;
}

// Returns true if the mask of a line is one word of the host.
bool use_can_be_inline() {
    return processor::wide && use_of_code().line_bytes <= 64 && use_of_data().line_bytes <= 64;
}

} // namespace

bool GroupWriter::can_be_inline(const ReferenceBatch& batch) {
    if (events.use && !use_can_be_inline())
        return false;
    CodeLines lines;
    return gather_code_lines(lines, batch);
}

// Returns a word of which a bit above those of an offset in a cache line is set if the reference
// may miss.
IRExpr* GroupWriter::write_hit_test(InlineData& data) {
    auto& cache = level_one().data;
    const unsigned shift = cache.line_shift() - DataCache::slot_shift;
    IRExpr* number = ir_.shift_right(data.address, shift);
    if (cache.is_folded()) {
        using sim::IndexMapping;
        IRExpr* const higher =
            ir_.shift_right(data.address, cache.line_shift() + IndexMapping::slot_bits);
        number = ir_.add(number, ir_.multiply(higher, IndexMapping::fold << DataCache::slot_shift));
    }
    IRExpr* const offset = ir_.bit_and(number, IrWriter::word(DataCache::slot_mask));
    IRExpr* const slot = ir_.load(ir_.add(offset, IrWriter::address_of(cache.slots)));
    IRExpr* const last =
        data.size == 1 ? data.address : ir_.add(data.address, IrWriter::word(data.size - 1));
    data.slot = cache.packed() ? slot : offset;
    return ir_.bit_xor(last, slot);
}

// Returns the distance of the stamp from the ignored one.
IRExpr* GroupWriter::place_of_stamp(const InlineData& data) {
    auto& cache = level_one().data;
    if (cache.packed())
        return data.slot;
    constexpr unsigned place_shift = 2;
    static_assert(sizeof(*cache.places()) == 1u << place_shift &&
                  sizeof(sim::Time) == 1u << place_shift);
    IRExpr* const offset = ir_.shift_right(data.slot, DataCache::slot_shift - place_shift);
    IRExpr* const place = ir_.load_as_word(ir_.add(offset, IrWriter::address_of(cache.places())));
    return ir_.shift_left(place, place_shift);
}

// An absent line has the count and the mask of the ignored stamp.
void GroupWriter::write_code_use(const CodeLines& lines, unsigned line, IRExpr* stamp) {
    IRExpr* const twice = ir_.shift_left(stamp, 1);
    ir_.add_to_field(twice, use_of_code().count_distance, IrWriter::count(lines.fetches[line]));
    ir_.or_into_field(twice, use_of_code().mask_distance, IrWriter::count(lines.used_bytes[line]));
}

void GroupWriter::write_data_use(const InlineData& data, IRExpr* stamp) {
    IRExpr* const twice = ir_.shift_left(stamp, 1);
    ir_.add_to_field(twice, use_of_data().count_distance, IrWriter::count(1));
    IRExpr* const offset = ir_.bit_and(data.address, IrWriter::word(use_of_data().line_bytes - 1));
    ir_.or_into_field(
        twice, use_of_data().mask_distance,
        ir_.shift_count_left(IrWriter::count(sim::LineMask::lowest(data.size)), offset));
}

// Writes the stamp of the n-th code line, unless the simulation is called.
void GroupWriter::write_ordered_stamp(unsigned line, IRExpr* stamp, IRExpr* now, IRExpr* hits) {
    IRExpr* const place =
        ir_.choose(hits, stamp, IrWriter::address_of(level_one().code.ignored_stamp()));
    ir_.store(place, line == 0 ? now : ir_.add_time(now, line * sim::tick));
}

void GroupWriter::write_inline(Group& group, const ReferenceBatch& batch) {
    CodeLines code_lines;
    gather_code_lines(code_lines, batch);
    IRExpr* any = nullptr;
    for (unsigned i = 0; i < code_lines.count; ++i)
        or_into(ir_, any, ir_.load(ir_.place_of(&code_lines.at[i]->absent)));
    InlineData data[max_arguments];
    const unsigned data_count = gather_data(data, batch);
    for (unsigned i = 0; i < data_count; ++i)
        or_into(ir_, any, write_hit_test(data[i]));
    IRExpr* const line_size = IrWriter::word(sim::Word{1} << level_one().data.line_shift());
    const auto hits = [&] { return ir_.is_below(any, line_size); };

    count_run(group, nullptr);
    IRExpr* const now = ir_.load_time(ir_.place_of(simulation.clock));
    ir_.store(ir_.place_of(simulation.clock), ir_.add_time(now, ticks_of(*group.run)));
    for (unsigned i = 0; i < code_lines.count; ++i) {
        IRExpr* const stamp = ir_.load(ir_.place_of(&code_lines.at[i]->stamp));
        if (events.causes && code_lines.count > 1)
            write_ordered_stamp(i, stamp, now, hits());
        else
            ir_.store(stamp, now);
        if (events.use)
            write_code_use(code_lines, i, stamp);
    }
    auto& cache = level_one().data;
    IRExpr* const no_place = IrWriter::word(0);
    IRExpr* mask = IrWriter::word(cache.packed() ? cache.mapping().place_mask() : ~sim::Word{0});
    const bool one_mask = data_count > 1;
    if (one_mask)
        mask = ir_.choose(hits(), mask, no_place);
    for (unsigned i = 0; i < data_count; ++i) {
        IRExpr* place = ir_.bit_and(place_of_stamp(data[i]), mask);
        if (!one_mask)
            place = ir_.choose(hits(), place, no_place);
        IRExpr* const stamp = ir_.add(place, IrWriter::address_of(cache.ignored_stamp()));
        const unsigned last = data[i].last;
        ir_.store(stamp, last == 0 ? now : ir_.add_time(now, last * sim::tick));
        if (events.use)
            write_data_use(data[i], stamp);
    }
    call_slow_path(group, batch, ir_.negated(hits()));
}

} // namespace cg::vg
