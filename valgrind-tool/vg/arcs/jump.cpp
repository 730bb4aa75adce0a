// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/jump.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/calls/callee.hpp"
#include "vg/core/recent.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {

constinit ListedTable<Jump> all_jumps;

UInt Jump::hash_of(const Jump& jump) {
    const Addr code = (jump.block * 31 + jump.from) * 31 + jump.to;
    const UInt mix = static_cast<UInt>(code) * 2654435761u;
    return mix ^ mix >> 15;
}

namespace {

constinit Pool<Jump> pool; // generated code refers to the counters

struct IndirectJump {
    const Jump* place;
    Addr to;
    bool operator==(const IndirectJump&) const = default;
};
constinit Recent<IndirectJump, Jump*, 1u << 10> indirect_jumps; // null: it leaves the function

} // namespace

Jump* jump_like(const Jump& wanted, ThreadId thread) {
    Jump* const known = all_jumps.find(Jump::hash_of(wanted), [&](const Jump& j) {
        return j.block == wanted.block && j.from == wanted.from && j.to == wanted.to &&
               j.function == wanted.function && j.is_conditional == wanted.is_conditional &&
               j.thread == thread;
    });
    if (known != nullptr)
        return known;
    Jump* const made = pool.allocate_one();
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
             .thread = static_cast<UShort>(thread)};
    all_jumps.add(made);
    return made;
}

bool stays_in(const Function& function, Addr to) {
    const Beginning there = beginning_at(to);
    if (function.is_nameless && there == Beginning::unknown)
        return true;
    return there == Beginning::inside && !begins_symbol(to);
}

VG_REGPARM(3) void count_indirect_jump(Jump* place, Addr to, UWord slot) {
    const UWord hash = Jump::hash_of(*place) ^ to ^ to >> 10;
    Jump* const jump = indirect_jumps.of({place, to}, hash, [=]() -> Jump* {
        Jump wanted = *place;
        wanted.to = to;
        return stays_in(*place->function, to) ? jump_like(wanted) : nullptr;
    });
    if (jump != nullptr)
        ++jump->taken[slot / sizeof(ULong)];
}

VG_REGPARM(2) void count_foreign_jump(Jump* jump, UWord events_of_jump) {
    const StackState state = load_stack_state(VG_(get_running_tid)());
    Jump wanted = *jump;
    wanted.function = running_function(state);
    if (wanted.function == nullptr)
        return;
    Jump* const own = jump_like(wanted);
    const UWord slot = state.slot / sizeof(ULong);
    own->taken[slot] += (events_of_jump & jump_is_taken) != 0;
    own->executed[slot] += (events_of_jump & jump_is_executed) != 0;
}

void forget_jumps() {
    indirect_jumps.forget();
}

void settle_jumps(ThreadId thread) {
    for (Jump& j : all_jumps) {
        bool any = false;
        for (unsigned i = 0; i < counters_in_slots; ++i)
            any = any || j.taken[i] != 0 || j.executed[i] != 0;
        Jump* const own = j.thread == 0 && any ? jump_like(j, thread) : nullptr;
        for (unsigned i = 0; i < counters_in_slots && own != nullptr; ++i) {
            own->taken[i] += j.taken[i];
            own->executed[i] += j.executed[i];
            j.taken[i] = j.executed[i] = 0;
        }
    }
}

void zero_jumps(ThreadId thread) {
    for (Jump& j : all_jumps) {
        for (unsigned i = 0; i < counters_in_slots && j.thread == thread; ++i)
            j.taken[i] = j.executed[i] = 0;
    }
}

} // namespace cg::vg
