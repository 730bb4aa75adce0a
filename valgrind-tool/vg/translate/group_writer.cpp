// SPDX-License-Identifier: GPL-2.0-or-later
// Generated code only increments a group's counter, or calls the simulation, or simulates hits
// inline.
#include "vg/translate/group_writer.hpp"

#include "vg/count/counters.hpp"
#include "vg/simulate/hot_code.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/translate/branch_writer.hpp"
#include "vg/translate/call_writer.hpp"

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
    }
}

unsigned offset_in_code_line(Addr address) {
    return address & (simulation.use.code.line_bytes() - 1);
}

// Adds a fetch to the latest use of the batch, if it follows that in the same line of code.
bool joins_use(ReferenceBatch& batch, const Reference& fetch) {
    if (batch.use_count == 0)
        return false; // the line was fetched by an earlier batch
    CodeUse& use = batch.uses[batch.use_count - 1];
    if (use.offset + use.length != offset_in_code_line(fetch.address))
        return false;
    use.length = static_cast<UShort>(use.length + fetch.size);
    ++use.fetches;
    return true;
}

void add_uses(ReferenceBatch& batch, const Reference& fetch) {
    const unsigned offset = offset_in_code_line(fetch.address);
    const unsigned below = simulation.use.code.line_bytes() - offset;
    const bool straddles = fetch.first != fetch.last;
    const unsigned in_first = straddles ? below : fetch.size;
    batch.uses[batch.use_count++] = {static_cast<UShort>(offset), static_cast<UShort>(in_first), 1};
    if (straddles)
        batch.uses[batch.use_count++] = {0, static_cast<UShort>(fetch.size - in_first), 1};
}

} // namespace

GroupWriter::GroupWriter(IrWriter& ir, Superblock& block, const AddressMap& addresses,
                         CallWriter* calls)
    : ir_(ir),
      block_(block),
      addresses_(addresses),
      calls_(calls),
      hot_(events.cache && is_hot(block.address)),
      shared_lines_(hot_ ? shared_lines(block.address) : 0) {
}

bool GroupWriter::write(const EventQueue& queue) {
    const Event* begin = queue.begin();
    unsigned arguments = 0;
    for (const Event* e = begin; e != queue.end(); ++e) {
        if (!is_data(e->kind))
            continue;
        if (++arguments > max_arguments) {
            if (!write_batch(begin, e, nullptr))
                return false;
            begin = e;
            arguments = 1;
        }
    }
    return write_batch(begin, queue.end(), nullptr);
}

bool GroupWriter::write_guarded(const EventQueue& queue, IRExpr* guard) {
    return write_batch(queue.begin(), queue.end(), guard);
}

bool GroupWriter::write_batch(const Event* begin, const Event* end, IRExpr* guard) {
    ReferenceBatch batch;
    if (!select_references(batch, begin, end))
        return false;
    const bool nothing_misses = batch.reference_count == 0;
    const bool called = !nothing_misses && (!hot_ || guard != nullptr || !can_be_inline(batch));
    Group* const group = make_group(batch, begin, end, called);
    if (group == nullptr)
        return false;
    if (group->outcomes != nullptr)
        write_branch(*group, end[-1]);
    if (nothing_misses) {
        if (group->counter != nullptr)
            ir_.increment(group->counter);
    } else if (called) {
        call_simulate(*group, batch, guard);
    } else {
        write_inline(*group, batch);
    }
    return true;
}

// Adds the events that may miss to the batch. Returns false if memory ran out.
bool GroupWriter::select_references(ReferenceBatch& batch, const Event* begin, const Event* end) {
    for (const Event* e = begin; e != end; ++e) {
        Reference r = {.cost = e->cost, .kind = e->kind, .size = e->size, .address = e->address};
        if (e->kind == ReferenceKind::fetch) {
            if (!events.cache)
                continue;
            r.first = code_line_at(e->address);
            r.last = code_line_at(e->address + e->size - 1);
            if (r.first == nullptr || r.last == nullptr)
                return false;
            const bool same_line = r.first == last_line_ && r.last == last_line_;
            last_line_ = r.last;
            if (events.use ? same_line && joins_use(batch, r) : same_line)
                continue;
            if (events.use)
                add_uses(batch, r);
        } else if (!is_data(e->kind)) {
            continue;
        } else {
            r.argument = static_cast<UChar>(batch.argument_count);
            batch.arguments[batch.argument_count++] = e->value;
            r.near_argument = r.argument;
            find_near_reference(batch, r);
        }
        batch.references[batch.reference_count++] = r;
    }
    return true;
}

// Sets `near_argument` to the nearest earlier read or write of the batch whose address is known
// to be less than a cache line away, and remembers whether both were mostly in one line.
void GroupWriter::find_near_reference(ReferenceBatch& batch, Reference& reference) {
    const RelativeAddress own = addresses_.relative(batch.arguments[reference.argument]);
    Addr nearest = Addr{1} << simulation.caches.data.line_shift();
    for (unsigned i = 0; i < batch.reference_count; ++i) {
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
    batch.same_line_likely[reference.argument] = n < 64 && (shared_lines_ >> n & 1) != 0;
}

// Allocates the counters of a branch, which only the last event can be, and the counter of runs.
// The outcomes of a branch count the runs, too, so only a group that is simulated needs both.
bool GroupWriter::allocate_counters(Group& group, const Event& last, bool called) {
    const bool branch = !is_data(last.kind) && last.kind != ReferenceKind::fetch;
    if (branch) {
        group.outcomes = allocate_outcomes();
        group.branch = last.cost;
        group.indirect = last.kind == ReferenceKind::indirect;
        if (group.outcomes == nullptr)
            return false;
    }
    if (branch && group.shape.references == 0)
        return true;
    group.counter = called ? &group.called_runs : allocate_counter();
    return group.counter != nullptr;
}

Group* GroupWriter::make_group(const ReferenceBatch& batch, const Event* begin, const Event* end,
                               bool called) {
    Tally tallies[EventQueue::capacity];
    unsigned tally_count = 0;
    for (const Event* e = begin; e != end; ++e)
        add_to_tallies(tallies, tally_count, *e);
    GroupShape shape = {.references = static_cast<UChar>(batch.reference_count),
                        .tallies = static_cast<UChar>(tally_count)};
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        shape.data += is_data(r.kind);
        shape.lines += is_data(r.kind) ? 0 : r.first == r.last ? 1 : 2;
    }
    shape.uses = static_cast<UChar>(batch.use_count);
    Group* const group = add_group(block_, shape);
    if (group == nullptr || !allocate_counters(*group, end[-1], called))
        return nullptr;
    for (unsigned i = 0; i < tally_count; ++i)
        group->tallies()[i] = tallies[i];
    for (unsigned i = 0; i < batch.use_count; ++i)
        group->uses()[i] = batch.uses[i];
    sim::CodeLine** line = group->lines();
    DataReference* data = group->data();
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = group->references()[i] = batch.references[i];
        if (is_data(r.kind)) {
            group->compare |= r.near_argument != r.argument;
            *data++ = {r.cost->counts + data_miss_1(r.kind), r.size, r.argument,
                       static_cast<UShort>(events.first_use - data_miss_1(r.kind))};
        } else {
            *line++ = r.first;
            if (r.last != r.first)
                *line++ = r.last;
        }
    }
    return group;
}

void GroupWriter::write_branch(Group& group, const Event& branch) {
    BranchWriter writer(ir_);
    IRExpr* const entered = group.indirect
                                ? writer.indirect(branch.address, branch.value, group.outcomes)
                                : writer.conditional(branch.address, branch.value, group.outcomes);
    if (calls_ != nullptr) {
        IRExpr* const missed =
            ir_.bit_and(ir_.shift_right(entered, sim::weak_shift), IrWriter::word(1));
        calls_->counts().count_word(
            group.indirect ? events.indirect_miss() : events.conditional_miss(), missed);
    }
}

void GroupWriter::write_call(const HChar* name, void* function, Group& group,
                             const ReferenceBatch& batch, IRExpr* guard) {
    IRExpr* arguments[1 + max_arguments] = {IrWriter::address_of(&group)};
    for (unsigned i = 0; i < batch.argument_count; ++i)
        arguments[1 + i] = batch.arguments[i];
    ir_.call(name, function, arguments, 1 + batch.argument_count, guard);
}

void GroupWriter::call_simulate(Group& group, const ReferenceBatch& batch, IRExpr* guard) {
    write_call("cachegrind_simulate", simulate_function(batch.argument_count), group, batch, guard);
}

void GroupWriter::call_verify(Group& group, const ReferenceBatch& batch, IRExpr* guard) {
    write_call("cachegrind_verify", verify_function(batch.argument_count), group, batch, guard);
}

} // namespace cg::vg
