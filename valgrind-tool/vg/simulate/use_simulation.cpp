// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/use_simulation.hpp"

#include <stddef.h>

#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/simulate/entry_points.hpp"
#include "vg/simulate/group_run.hpp"

namespace cg::vg {
namespace {

using sim::Word;

// `counts` are those of cache use, in a cost centre.
template <bool calls>
inline sim::Owner owner_with(ULong* counts) {
    return {counts, calls ? node_of(current_node)->counts + events.first_use : nullptr};
}

inline void add_code_use(const sim::CodeLine& line, const CodeUse& use) {
    simulation.use.add_code(simulation.caches, line, use.offset, use.length, use.fetches);
}

template <uint32_t ways, bool calls>
inline void simulate_data_reference(const Reference& r, Word address, Word now) {
    const auto misses =
        simulation.use.reference<ways>(simulation.caches, address, r.size, now, [&r] {
            return owner_with<calls>(r.cost->counts + events.first_use);
        });
    if (misses.level1)
        count_misses<calls>(r.cost->counts + data_miss_1(r.kind), data_miss_1(r.kind), misses);
}

// `adds_code`: the uses of code are added too.
template <uint32_t ways, bool calls, bool adds_code>
inline void simulate_references(Group& group, const Word* arguments, Word now) {
    unsigned line = 0;
    for (unsigned i = 0; i < group.shape.references; ++i, now += 2) {
        const Reference& r = group.references()[i];
        if (r.kind != ReferenceKind::fetch) {
            simulate_data_reference<ways, calls>(r, arguments[r.argument], now);
            continue;
        }
        const auto misses = simulation.use.fetch(
            simulation.caches, *r.first, *r.last, r.address, r.size, now,
            [&r] { return owner_with<calls>(r.cost->counts + events.first_use); });
        if (misses.level1)
            count_misses<calls>(r.cost->counts + EventSet::ir_miss_1, EventSet::ir_miss_1, misses);
        const unsigned end = line + (r.first == r.last ? 1 : 2);
        for (; line < end; ++line) {
            if (adds_code)
                add_code_use(*group.lines()[line], group.uses()[line]);
        }
    }
}

// For a group whose code is resident.
template <uint32_t ways, bool calls>
inline void simulate_data(Group& group, const Word* arguments, Word now) {
    for (unsigned i = 0; i < group.shape.data; ++i, now += 2) {
        const DataReference& r = group.data()[i];
        const auto misses =
            simulation.use.reference<ways>(simulation.caches, arguments[r.argument], r.size, now,
                                           [&r] { return owner_with<calls>(r.misses + r.use); });
        if (misses.level1)
            count_misses<calls>(r.misses, events.first_use - r.use, misses);
    }
}

// Returns the lines of the group that are absent, one bit for each.
inline UInt absent_lines(Group& group) {
    UInt absent = 0;
    for (unsigned i = 0; i < group.shape.lines; ++i)
        absent |= static_cast<UInt>(group.lines()[i]->absent & 1) << i;
    return absent;
}

template <uint32_t ways, bool calls>
inline void simulate(Group* group, const Word* arguments) {
    const Word start = begin_run(*group, arguments);
    if (absent_lines(*group) != 0) {
        simulate_references<ways, calls, true>(*group, arguments, start);
        return;
    }
    for (unsigned i = 0; i < group->shape.lines; ++i) {
        sim::CodeLine& line = *group->lines()[i];
        *line.stamp = start + i;
        add_code_use(line, group->uses()[i]);
    }
    simulate_data<ways, calls>(*group, arguments, start);
}

// Generated code has added the uses of the code that was resident, and its lines are in different
// sets, so the others do not replace them.
template <uint32_t ways, bool calls>
inline void verify(Group* group, const Word* arguments) {
    const Word start = begin_verified_run(*group);
    if (!simulation.caches.code.missed_at(start)) {
        simulate_data<ways, calls>(*group, arguments, start);
        return;
    }
    const UInt absent = absent_lines(*group);
    simulate_references<ways, calls, false>(*group, arguments, start);
    for (unsigned i = 0; i < group->shape.lines; ++i) {
        if ((absent >> i & 1) != 0)
            add_code_use(*group->lines()[i], group->uses()[i]);
    }
}

} // namespace

void* used_simulate_function(unsigned arguments) {
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<simulate<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

void* used_verify_function(unsigned arguments) {
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<verify<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

bool start_use(const sim::Geometry& code, const sim::Geometry& data,
               const sim::Geometry& last_level) {
    const auto lines_of = [](const sim::Geometry& g) { return g.sets() * g.associativity; };
    const UInt level_1_lines = lines_of(code) + lines_of(data);
    void* const for_code = map_pages(sim::LevelOneUse::loads_bytes(code));
    void* const for_data = map_pages(sim::LevelOneUse::loads_bytes(data));
    void* const for_last = map_pages(sim::LastLevelUse::storage_bytes(last_level, level_1_lines));
    if (for_code == nullptr || for_data == nullptr || for_last == nullptr)
        return false;
    sim::UsedHierarchy& use = simulation.use;
    use.code.init(code, simulation.caches.code.beside_stamps(), for_code);
    use.data.init(data, simulation.caches.data.beside_stamps(), for_data);
    use.last.init(last_level, level_1_lines, for_last);
    if (options.cache_use_as_callgrind)
        use.last.follow_callgrind(last_level.line_size / 32);
    return true;
}

void settle_use() {
    simulation.use.settle_all();
}

void replace_owners(Node* (*replacement)(Node* node)) {
    const size_t column = offsetof(Node, counts) + events.first_use * sizeof(ULong);
    simulation.use.for_each_owner([&](sim::Owner& owner) {
        if (owner.node == nullptr)
            return;
        auto* const node = reinterpret_cast<Node*>(reinterpret_cast<char*>(owner.node) - column);
        owner.node = replacement(node)->counts + events.first_use;
    });
}

} // namespace cg::vg
