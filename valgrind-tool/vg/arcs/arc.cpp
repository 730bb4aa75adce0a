// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/arc.hpp"

#include "vg/count/counts.hpp"

namespace cg::vg {

constinit Arc* no_arc = nullptr;
constinit Site* no_site = nullptr;
constinit UShort arcs_thread = 0;
constinit ListedTable<Site> all_sites;

namespace {

struct BothLevels {
    Site sites[2];
};

constinit HashTable<Arc> arcs; // of the first level
constinit Pool<BothLevels> site_pool;
constinit ULong calls_before = 0;
constinit ArcUse use = {};

Arc* make_arc() {
    return static_cast<Arc*>(allocate(sizeof(Arc) + events.count * sizeof(ULong)));
}

template <typename F>
void for_each_arc(const F& f) {
    for (Site& first : all_sites) {
        for (unsigned level = 0; level < cost_slots; ++level) {
            for (Arc* a = (&first)[level].arcs; a != nullptr; a = a->next)
                f(*a);
        }
    }
}

void zero(Arc& arc) {
    zero_calls(arc);
    zero_counts(arc.inclusive);
}

template <typename F>
void zero_arcs_if(ThreadId thread, const F& is_zeroed) {
    for_each_arc([&](Arc& a) {
        if (a.thread == thread && is_zeroed(a))
            zero(a);
    });
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
    no_site->counts = static_cast<ULong*>(allocate(events.count * sizeof(ULong)));
}

Site* site_at(Addr address, Function* function) {
    Site* const found = all_sites.find(hash_of_address(address), [=](const Site& s) {
        return s.address == address && s.function == function;
    });
    if (found != nullptr)
        return found;
    CostCentre* const line = cost_centre_at(address, address, function->number);
    BothLevels* const made = site_pool.allocate_one();
    for (unsigned level = 0; level < cost_slots; ++level) {
        Site& site = made->sites[level];
        site.address = address;
        site.function = function;
        site.line = line;
        site.counts = line->counts + level * events.count;
    }
    all_sites.add(made->sites);
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

ArcUse arc_use() {
    use.calls = calls_before;
    use.arcs = 0;
    for_each_arc([](const Arc& a) {
        use.calls += a.calls;
        use.arcs += a.was_called || a.calls != 0;
    });
    return use;
}

void zero_calls(Arc& arc) {
    calls_before += arc.calls;
    arc.was_called = arc.was_called || arc.calls != 0;
    arc.calls = 0;
}

void zero_arcs(ThreadId thread) {
    zero_arcs_if(thread, [](const Arc&) { return true; });
}

void zero_written_arcs(ThreadId thread) {
    zero_arcs_if(thread, [](const Arc& a) { return !are_zero(a.inclusive); });
}

} // namespace cg::vg
