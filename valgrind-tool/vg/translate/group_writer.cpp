// SPDX-License-Identifier: GPL-2.0-or-later
// Generated code only increments a group's counter, or calls the simulation, or simulates hits
// inline.
#include "vg/translate/group_writer.hpp"

#include "vg/count/counters.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/translate/arc_writer.hpp"
#include "vg/translate/branch_writer.hpp"

namespace cg::vg {

namespace {

// Adds the event to the tally of its source line. A group has few lines, so a linear search
// is quick.
void add_to_tallies(Tally* tallies, unsigned& count, const Event& event) {
    unsigned i = 0;
    while (i < count && tallies[i].cost != event.cost)
        ++i;
    if (i == count)
        tallies[count++] = {.cost = event.cost};
    switch (event.kind) {
    case ReferenceKind::fetch:
        if (!event.repeated)
            ++tallies[i].instructions;
        break;
    case ReferenceKind::completion:
        ++tallies[i].instructions;
        break;
    case ReferenceKind::read:
        ++tallies[i].reads;
        break;
    case ReferenceKind::write:
        ++tallies[i].writes;
        break;
    case ReferenceKind::conditional:
        ++tallies[i].conditionals;
        break;
    case ReferenceKind::indirect:
        ++tallies[i].indirects;
        break;
    case ReferenceKind::atomic:
        ++tallies[i].atomics;
        break;
    }
}

} // namespace

GroupWriter::GroupWriter(IrWriter& ir, Superblock& block, const AddressMap& addresses,
                         NodeCounts* counts, ArcWriter* arcs)
    : ir_(ir),
      block_(block),
      addresses_(addresses),
      counts_(counts),
      arcs_(arcs),
      hot_((events.cache || events.branch) && begin_translation(block)),
      known_(hot_ ? known_references(block.address) : KnownReferences{}) {
}

bool GroupWriter::write(const EventQueue& queue) {
    return write_batches(queue, nullptr);
}

bool GroupWriter::write_guarded(const EventQueue& queue, IRExpr* guard) {
    return write_batches(queue, guard);
}

bool GroupWriter::write_batches(const EventQueue& queue, IRExpr* guard) {
    for (const Event* begin = queue.begin(); begin != queue.end();) {
        ReferenceBatch batch;
        const Event* const end = select_references(batch, begin, queue.end());
        if (end == nullptr || !write_group(batch, begin, end, guard))
            return false;
        begin = end;
    }
    return true;
}

bool GroupWriter::write_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                              IRExpr* guard) {
    const bool nothing_misses = batch.reference_count == 0;
    const bool called = !nothing_misses && (!hot_ || guard != nullptr || !can_be_inline(batch));
    Group* const group = make_group(batch, begin, end, called);
    if (group == nullptr)
        return false;
    group->is_guarded = guard != nullptr;
    const Event* const branch = group->outcomes != nullptr ? end - 1 : nullptr;
    // One call for the references and the branch, if an argument is left. Cache use has
    // functions of its own, without a branch.
    const bool branch_in_call =
        called && group->shape.branch_called && batch.argument_count < max_arguments && !events.use;
    if (branch != nullptr && !branch_in_call)
        write_branch(*group, *branch);
    if (nothing_misses) {
        if (arcs_ != nullptr)
            count_in_slot(*group, guard);
        else if (group->counter != nullptr)
            ir_.increment(group->counter, guard);
    } else if (called) {
        if (arcs_ != nullptr)
            count_in_slot(*group, guard);
        call_simulate(*group, batch, guard, branch_in_call ? branch : nullptr);
    } else {
        write_inline(*group, batch);
    }
    return true;
}

void GroupWriter::count_in_slot(Group& group, IRExpr* guard) {
    arcs_->count_foreign(group, guard);
    add_in_slot(group.counter, guard == nullptr ? IrWriter::word(1) : ir_.widened(guard));
}

void GroupWriter::add_in_slot(const ULong* counters, IRExpr* word) {
    arcs_->add_in_slot(counters, word);
}

// Adds the events that may miss to the batch, until one does not fit. Returns that one, or `end`;
// null if memory ran out.
const Event* GroupWriter::select_references(ReferenceBatch& batch, const Event* begin,
                                            const Event* end) {
    for (const Event* e = begin; e != end; ++e) {
        Reference r = {.cost = e->cost,
                       .misses = e->cost->counts + miss_column(e->kind),
                       .address = e->address,
                       .size = e->size,
                       .kind = e->kind};
        if (e->kind == ReferenceKind::fetch) {
            if (!events.cache)
                continue;
            sim::CodeLine* const first = code_line_at(e->address);
            sim::CodeLine* const last = code_line_at(e->address + e->size - 1);
            if (first == nullptr || last == nullptr)
                return nullptr;
            const bool same_line = first == last_line_ && last == last_line_;
            if (events.use ? same_line && batch.joins_use(r) : same_line)
                continue;
            if (!batch.add_fetch(r, *first, *last))
                return e;
            last_line_ = last;
        } else if (!is_data(e->kind)) {
            continue;
        } else {
            if (!batch.add_data(r, e->value))
                return e;
            find_near_reference(batch);
        }
    }
    return end;
}

// Sets `near_argument` of the last reference to the nearest earlier read or write of the batch
// whose address is known to be less than a cache line away, and remembers whether both were mostly
// in one line.
void GroupWriter::find_near_reference(ReferenceBatch& batch) {
    Reference& reference = batch.references[batch.reference_count - 1];
    const RelativeAddress own = addresses_.relative(batch.arguments[reference.argument]);
    Addr nearest = Addr{1} << level_one().data.line_shift();
    for (unsigned i = 0; i < batch.reference_count - 1; ++i) {
        const Reference& other = batch.references[i];
        if (!is_data(other.kind))
            continue;
        const RelativeAddress near = addresses_.relative(batch.arguments[other.argument]);
        const Addr up = own.offset - near.offset;
        const Addr distance = up < -up ? up : -up;
        if (near.root == own.root && distance < nearest) {
            nearest = distance;
            reference.near_argument = other.argument;
        }
    }
    const unsigned n = data_references_++;
    batch.same_line_likely[reference.argument] = n < 64 && (known_.share_line >> n & 1) != 0;
    batch.misses_likely |= n < 64 && (known_.miss >> n & 1) != 0;
}

// Allocates the counters of a branch, which only the last event can be, and the counter of runs.
// The outcomes of a branch count the runs, too, so only a group that is simulated needs both.
bool GroupWriter::allocate_counters(Group& group, const Event& last, bool called) {
    const bool branch = is_branch(last.kind);
    if (branch) {
        if (group.outcomes == nullptr) // it has none of a CalledBranch
            group.outcomes = allocate_outcomes();
        group.branch = last.cost;
        group.indirect = last.kind == ReferenceKind::indirect;
        if (group.outcomes == nullptr)
            return false;
    }
    if (branch && has_slots) {
        group.mispredicted = allocate_counter();
        if (group.mispredicted == nullptr)
            return false;
    }
    group.is_called = called;
    if (branch && group.shape.references == 0 && !has_slots)
        return true;
    group.counter = called && !has_slots ? &group.run->count : allocate_counter();
    return group.counter != nullptr;
}

Group* GroupWriter::make_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                               bool called) {
    Tally tallies[EventQueue::capacity];
    unsigned tally_count = 0;
    for (const Event* e = begin; e != end; ++e)
        add_to_tallies(tallies, tally_count, *e);
    GroupShape shape = {.references = static_cast<UChar>(batch.reference_count),
                        .tallies = static_cast<UChar>(tally_count),
                        .branch_called = is_branch_called(end[-1])};
    if (events.use)
        shape.uses = static_cast<UChar>(batch.line_count);
    Group* const group = add_group(block_, shape);
    if (group == nullptr || !allocate_counters(*group, end[-1], called))
        return nullptr;
    for (const Event* e = begin; e != end; ++e)
        group->blocks += e->kind == ReferenceKind::fetch && e->address == block_.code;
    for (unsigned i = 0; i < tally_count; ++i)
        group->tallies()[i] = tallies[i];
    for (unsigned i = 0; i < shape.uses; ++i)
        group->uses()[i] = batch.uses[i];
    if (group->run != nullptr)
        batch.describe(*group->run);
    if (CalledBranch* const branch = group->called_branch())
        branch->first_counter =
            static_cast<UShort>(sim::BranchPredictor::first_counter(end[-1].address));
    Reference* fetch = group->references() + batch.argument_count;
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        (is_data(r.kind) ? group->references()[r.argument] : *fetch++) = r;
    }
    return group;
}

bool GroupWriter::is_branch_called(const Event& event) const {
    return event.kind == ReferenceKind::conditional && !hot_ && counts_ == nullptr &&
           processor::can_retranslate;
}

void GroupWriter::write_branch(Group& group, const Event& branch) {
    BranchWriter writer(ir_);
    if (CalledBranch* const called = group.called_branch()) {
        writer.call(*called, branch.value);
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
            add_in_slot(group.mispredicted, missed);
        }
    }
}

void GroupWriter::write_call(const HChar* name, void* function, Group& group,
                             const ReferenceBatch& batch, IRExpr* guard, IRExpr* taken) {
    IRExpr* arguments[1 + max_arguments] = {IrWriter::address_of(group.run)};
    unsigned count = 1;
    for (unsigned i = 0; i < batch.argument_count; ++i)
        arguments[count++] = batch.arguments[i];
    if (taken != nullptr)
        arguments[count++] = taken;
    ir_.call(name, function, arguments, count, guard);
}

void GroupWriter::call_simulate(Group& group, const ReferenceBatch& batch, IRExpr* guard,
                                const Event* branch) {
    if (branch != nullptr) {
        write_call("cachegrind_simulate_branch", simulate_branch_function(batch.argument_count),
                   group, batch, guard, branch->value);
        return;
    }
    write_call("cachegrind_simulate", simulate_function(batch.argument_count), group, batch, guard);
}

void GroupWriter::call_slow_path(Group& group, const ReferenceBatch& batch, IRExpr* guard) {
    write_call("cachegrind_slow_path", slow_path_function(batch.argument_count), group, batch,
               guard);
}

} // namespace cg::vg
