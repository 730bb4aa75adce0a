// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/jump.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/calls/callee.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {
namespace {

UInt hash_of(Addr block, Addr from, Addr to) {
    const auto mix = static_cast<UInt>((block * 31 + from) * 31 + to) * 2654435761u;
    return mix ^ mix >> 15;
}

UInt hash_of_jump(const Jump& jump) {
    return hash_of(jump.block, jump.from, jump.to);
}

constinit HashTable<Jump, &Jump::next_in_bucket, hash_of_jump> jumps;
constinit Pool<Jump> pool; // generated code refers to the counters
constinit Jump* list = nullptr;

// The indirect jumps that were found last. `jump` is null if it leaves the function.
struct Found {
    const Jump* place;
    Addr to;
    Jump* jump;
};
constexpr unsigned found_count = 1u << 10;
constinit Found* found = nullptr;

// Finds or adds the jump of the same code, of the thread. Null: out of memory.
Jump* jump_like(const Jump& wanted, UShort thread) {
    Jump* const known = jumps.find(hash_of_jump(wanted), [&](const Jump& j) {
        return j.block == wanted.block && j.from == wanted.from && j.to == wanted.to &&
               j.function == wanted.function && j.is_conditional == wanted.is_conditional &&
               j.thread == thread;
    });
    if (known != nullptr)
        return known;
    Jump* const made = pool.allocate_one();
    if (made == nullptr)
        return nullptr;
    const CodeLocation from = location_of(wanted.from, wanted.from);
    const CodeLocation to = wanted.to == 0 ? from : location_of(wanted.to, wanted.to);
    *made = {.block = wanted.block,
             .from = wanted.from,
             .to = wanted.to,
             .function = wanted.function,
             .file = from.file,
             .to_file = to.file,
             .line = from.line,
             .to_line = to.line,
             .is_conditional = wanted.is_conditional,
             .thread = thread,
             .next_in_bucket = nullptr,
             .next_in_list = list,
             .taken = {},
             .executed = {}};
    jumps.add(made);
    list = made;
    return made;
}

} // namespace

bool stays_in(const Function& function, Addr to) {
    const Beginning there = beginning_at(to);
    if (function.is_nameless && there == Beginning::unknown)
        return true;
    return there == Beginning::inside && !begins_symbol(to);
}

Jump* jump_at(Addr block, Addr from, Addr to, Function* function, bool is_conditional) {
    Jump wanted = {};
    wanted.block = block;
    wanted.from = from;
    wanted.to = to;
    wanted.function = function;
    wanted.is_conditional = is_conditional;
    return jump_like(wanted, 0);
}

VG_REGPARM(3) void count_indirect_jump(Jump* place, Addr to, UWord slot) {
    if (found == nullptr)
        found = static_cast<Found*>(map_pages(found_count * sizeof(Found)));
    if (found == nullptr)
        return;
    Found& f = found[(hash_of_jump(*place) ^ to ^ to >> 10) % found_count];
    if (f.place != place || f.to != to) {
        Function* const function = place->function;
        Jump* const jump = stays_in(*function, to)
                               ? jump_at(place->block, place->from, to, function, false)
                               : nullptr;
        f = {place, to, jump};
    }
    if (f.jump != nullptr)
        ++f.jump->taken[slot / sizeof(ULong)];
}

VG_REGPARM(2) void count_foreign_jump(Jump* jump, UWord events_of_jump) {
    const StackState state = load_stack_state(VG_(get_running_tid)());
    Function* const running = running_function(state);
    Jump* const own = running == nullptr ? nullptr
                                         : jump_at(jump->block, jump->from, jump->to, running,
                                                   jump->is_conditional);
    if (own == nullptr)
        return;
    const UWord slot = state.slot / sizeof(ULong);
    own->taken[slot] += (events_of_jump & jump_is_taken) != 0;
    own->executed[slot] += (events_of_jump & jump_is_executed) != 0;
}

void forget_jumps() {
    for (unsigned i = 0; i < found_count && found != nullptr; ++i)
        found[i] = {};
}

Jump* all_jumps() {
    return list;
}

SizeT jump_count() {
    return jumps.count();
}

void settle_jumps(ThreadId thread) {
    for (Jump* j = list; j != nullptr; j = j->next_in_list) {
        bool any = false;
        for (unsigned i = 0; i < counters_in_slots; ++i)
            any = any || j->taken[i] != 0 || j->executed[i] != 0;
        if (j->thread != 0 || !any)
            continue;
        Jump* const own = jump_like(*j, static_cast<UShort>(thread));
        for (unsigned i = 0; i < counters_in_slots && own != nullptr; ++i) {
            own->taken[i] += j->taken[i];
            own->executed[i] += j->executed[i];
            j->taken[i] = j->executed[i] = 0;
        }
    }
}

void zero_jumps(ThreadId thread) {
    for (Jump* j = list; j != nullptr; j = j->next_in_list) {
        for (unsigned i = 0; i < counters_in_slots && j->thread == thread; ++i)
            j->taken[i] = j->executed[i] = 0;
    }
}

} // namespace cg::vg
