// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/block_counts.hpp"

#include "vg/arcs/system_cost.hpp"
#include "vg/arcs/thread_stack.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/recent.hpp"
#include "vg/count/thread_costs.hpp"

namespace cg::vg {

constinit Superblock* last_block = nullptr;
constinit UWord last_is_foreign = 0;
constinit ULong uncounted_blocks = 0;

namespace {

// More than the references of a superblock: the later ones are not noted.
constexpr unsigned max_misses = 512; // each with its cause
constinit Miss* misses = nullptr;    // allocated, so that only who needs them has them
constinit unsigned miss_count = 0;
constinit const Superblock* missing = nullptr; // the superblock that missed

// Adds the misses of the latest block `times` times, in the slot in which they were. Callgrind has
// added them to the totals at once.
void add_misses(ULong times) {
    for (unsigned i = 0; missing == last_block && i < miss_count; ++i)
        misses[i].counts[misses[i].column] += times;
}

// Where the function that runs counts what code of another one costs.
class ForeignCosts {
  public:
    explicit ForeignCosts(const StackState& state) {
        const bool is_known = state.top != nullptr && state.is_collected();
        running_ = is_known ? running_function(state) : nullptr;
        level_ = state.level();
    }

    bool are_collected() const { return running_ != nullptr; }

    // Calls `add` with the cost centre like that of these counts, and with the level.
    template <typename F>
    void add(ULong* counts, const F& add) const {
        CostCentre* const own = find(centre_of(counts));
        add(*own, level_);
        if (options.separate_threads)
            move_costs(*own);
    }

  private:
    // Interpreters jump all the time from one function's code to another's.
    CostCentre* find(const CostCentre& centre) const {
        struct CodeOfOther {
            const CostCentre* centre;
            UInt function;
            bool operator==(const CodeOfOther&) const = default;
        };
        static constinit Recent<CodeOfOther, CostCentre*, 1u << 10> found;
        const UInt function = running_->number;
        const UWord hash = (reinterpret_cast<UWord>(&centre) >> 4) + function * UWord{37};
        return found.of({&centre, function}, hash,
                        [&] { return cost_centre_like(centre, function); });
    }

    const Function* running_;
    unsigned level_;
};

// Adds the counts of the block after which the thread waits `times` times.
void add(ThreadId thread, ULong times) {
    const PairStacks::Thread& t = PairStacks::threads[thread];
    const StackState state = last_state(thread);
    if (t.last_block->run_flag != 0)
        *run_flag_of(*t.last_block) = 1;
    SystemCost* const system =
        events.system_count == 0 ? nullptr : system_cost_of(t.last_block->code);
    if (system != nullptr)
        system->runs[state.slot / sizeof(ULong)] += times;
    // With caches, callgrind adds to the totals at once.
    const bool is_collected = state.is_collected() && !events.cache;
    const ForeignCosts costs(state);
    for (Group* group = t.last_block->groups; group != nullptr; group = group->next) {
        if (group->is_guarded)
            continue;
        const UWord slot = t.last_is_foreign ? slot_of_uncollected | state.slot : state.slot;
        group->counter[slot / sizeof(ULong)] += times;
        for (unsigned i = 0; i < group->shape.tallies; ++i) {
            const Tally& tally = group->tallies()[i];
            if (t.last_is_foreign && costs.are_collected()) {
                costs.add(tally.counts, [&](CostCentre& own, unsigned level) {
                    add_tally(tally, own.counts, times, level);
                });
            }
            if (!is_collected)
                continue;
            tally.for_each([&](unsigned column, UInt number) {
                add_to_totals(thread, column, times * number);
            });
        }
    }
    if (thread == PairStacks::placed)
        add_misses(times);
}

// As add(), if the thread waits. If each has a profile of its own, the counters are the thread's
// meanwhile.
void add_if_waiting(ThreadId thread, ULong times) {
    if (PairStacks::threads[thread].last_block == nullptr)
        return;
    const ThreadId latest = PairStacks::placed;
    const bool has_counters = !options.separate_threads || thread == latest;
    if (!has_counters)
        profile_thread(thread);
    add(thread, times);
    uncounted_blocks -= times;
    if (!has_counters)
        profile_thread(latest);
}

// Does that for the thread or for all of them.
void add_of(ThreadId wanted, ULong times) {
    if (!options.arcs)
        return;
    if (wanted != all_threads)
        return add_if_waiting(wanted, times);
    for (ThreadId thread = 1; thread < VG_N_THREADS; ++thread)
        add_if_waiting(thread, times);
}

} // namespace

UInt begin_references(const Superblock* block) {
    static constinit UInt number = 0;
    if (missing != block) {
        miss_count = 0;
        missing = block;
        ++number;
    }
    return number;
}

void note_miss(Miss miss) {
    if (misses == nullptr)
        misses = static_cast<Miss*>(allocate(max_misses * sizeof(Miss)));
    if (miss_count < max_misses)
        misses[miss_count++] = miss;
}

void forget_misses() {
    missing = nullptr;
}

void forget_last_block(const Superblock* block) {
    if (last_block == block)
        last_block = nullptr;
}

void set_last_block(ThreadId thread, Superblock* block) {
    PairStacks::Thread& t = PairStacks::threads[thread];
    if (t.last_block != nullptr)
        --t.last_block->waiting;
    if (block != nullptr)
        ++block->waiting;
    t.last_block = block;
    t.last_is_foreign = last_is_foreign != 0;
}

void uncount_last_blocks(ThreadId thread) {
    add_of(thread, ~ULong{0});
}

void count_last_blocks(ThreadId thread) {
    add_of(thread, 1);
}

void count_foreign(void* guest, Group* group) {
    const ForeignCosts costs(*RunningState<StackState>(guest));
    for (unsigned i = 0; i < group->shape.tallies && costs.are_collected(); ++i) {
        const Tally& tally = group->tallies()[i];
        costs.add(tally.counts,
                  [&](CostCentre& own, unsigned level) { add_tally(tally, own.counts, 1, level); });
    }
}

void count_foreign_miss(void* guest, Group* group) {
    const unsigned column = group->indirect ? events.indirect_miss() : events.conditional_miss();
    const ForeignCosts costs(*RunningState<StackState>(guest));
    if (costs.are_collected()) {
        costs.add(group->branch_counts, [&](CostCentre& own, unsigned level) {
            ++own.counts[level * events.count + column];
        });
    }
}

} // namespace cg::vg
