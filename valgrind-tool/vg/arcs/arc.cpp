// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/arc.hpp"

#include "vg/where/code_location.hpp"

namespace cg::vg {

constinit Arc* no_arc = nullptr;
constinit Site* no_site = nullptr;
constinit UShort arcs_thread = 0;

namespace {

struct BothLevels {
    Site sites[2];
};

constinit HashTable<Site> sites;
constinit HashTable<Arc> arcs; // of the first level
constinit Pool<BothLevels> site_pool;
constinit Site* list = nullptr;
constinit ULong calls_before = 0;
constinit ArcUse use = {};

Arc* make_arc() {
    return static_cast<Arc*>(allocate(sizeof(Arc) + events.count * sizeof(ULong)));
}

ULong* make_stub_cost() {
    return static_cast<ULong*>(allocate((events.count + 1) * sizeof(ULong)));
}

void zero_counts(ULong* counts) {
    for (unsigned i = 0; i < events.count; ++i)
        counts[i] = 0;
}

bool has_cost(const Arc& arc) {
    unsigned i = 0;
    while (i < events.count && arc.inclusive[i] == 0)
        ++i;
    return i < events.count;
}

void zero(Arc& arc) {
    calls_before += arc.calls;
    arc.was_called = arc.was_called || arc.calls != 0;
    arc.calls = 0;
    zero_counts(arc.inclusive);
}

template <typename F>
void zero_arcs_if(ThreadId thread, const F& is_zeroed) {
    for (Site* s = list; s != nullptr; s = s->next_in_list) {
        if (thread == 0) // else it was moved
            zero_counts(s->stub_cost);
        for (Arc* a = s->arcs; a != nullptr; a = a->next) {
            if (a->thread == thread && is_zeroed(*a))
                zero(*a);
        }
    }
}

} // namespace

UInt Arc::hash_of(const Site* site, const Entrance* callee, UShort thread) {
    const UWord mix =
        (reinterpret_cast<UWord>(site) >> 6) * 31 + (reinterpret_cast<UWord>(callee) >> 4) + thread;
    const UInt hash = static_cast<UInt>(mix) * 2654435761u;
    return hash ^ hash >> 16;
}

void start_arcs() {
    no_arc = make_arc();
    no_site = site_pool.allocate_one()->sites;
    no_arc->site = no_site;
    no_site->stub_cost = make_stub_cost();
}

Site* site_at(Addr address, Function* function) {
    Site* const found = sites.find(hash_of_address(address), [=](const Site& s) {
        return s.address == address && s.function == function;
    });
    if (found != nullptr)
        return found;
    BothLevels* const made = site_pool.allocate_one();
    const CodeLocation at = location_of(address, address);
    for (UInt level = 0; level < 2; ++level) {
        made->sites[level] = {.address = address,
                              .function = function,
                              .file = at.file,
                              .line = at.line,
                              .level = level,
                              .next_in_list = list,
                              .stub_cost = make_stub_cost()};
        list = &made->sites[level];
    }
    sites.add(made->sites);
    return made->sites;
}

Arc* arcs_to(Site& site, Entrance* callee) {
    ++use.looked_up;
    Arc* const found = arcs.find(Arc::hash_of(&site, callee, arcs_thread), [&](const Arc& a) {
        ++use.compared;
        return a.site == &site && a.callee == callee && a.thread == arcs_thread;
    });
    if (found != nullptr)
        return found;
    Arc* const first = make_arc();
    Arc* const second = make_arc();
    first->site = second->site = &site;
    first->callee = second->callee = callee;
    first->thread = second->thread = arcs_thread;
    second->callee_level = 1;
    second->next = site.arcs;
    first->next = second;
    site.arcs = first;
    arcs.add(first);
    return first;
}

Site* all_sites() {
    return list;
}

ArcUse arc_use() {
    use.calls = calls_before;
    use.arcs = 0;
    for (const Site* s = list; s != nullptr; s = s->next_in_list) {
        for (const Arc* a = s->arcs; a != nullptr; a = a->next) {
            use.calls += a->calls;
            use.arcs += a->was_called || a->calls != 0;
        }
    }
    return use;
}

void zero_arcs(ThreadId thread) {
    zero_arcs_if(thread, [](const Arc&) { return true; });
}

void zero_written_arcs(ThreadId thread) {
    zero_arcs_if(thread, has_cost);
}

} // namespace cg::vg
