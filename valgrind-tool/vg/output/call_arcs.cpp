// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/call_arcs.hpp"

#include "vg/core/sort.hpp"
#include "vg/count/counts.hpp"

namespace cg::vg {

namespace {

bool is_before(const CallArc::Key& left, const CallArc::Key& right) {
    if (left.file != right.file) {
        if (left.file == nullptr || right.file == nullptr)
            return left.file == nullptr;
        return VG_(strcmp)(left.file, right.file) < 0;
    }
    return left.line != right.line ? left.line < right.line : left.callee < right.callee;
}

} // namespace

CallArc* CallArcs::arc(const CallArc::Key& key) {
    CallArc* const found =
        table_.find(CallArc::hash_of(key), [&](const CallArc& a) { return a.key == key; });
    if (found != nullptr)
        return found;
    auto* const made =
        static_cast<CallArc*>(try_allocate(sizeof(CallArc) + events.count * sizeof(ULong)));
    if (made == nullptr)
        return nullptr;
    made->key = key;
    made->next = by_caller_[key.caller];
    by_caller_[key.caller] = made;
    table_.add(made);
    return made;
}

// Adds the calls of the node, with its inclusive counts, which it changes, to the arcs of its
// lines. `inclusive`: null: they count nowhere.
bool CallArcs::add_node(const Node& node, size_t caller, size_t callee, ULong* inclusive) {
    const bool has_line = node.parent->callee != nullptr && node.site != no_call_site;
    const CallSite& first = site_numbered(has_line ? node.site : unknown_call_site);
    ULong calls = node.calls; // of the first line
    for (const CallLine* l = has_line ? other_lines(node) : nullptr; l != nullptr; l = l->next) {
        calls -= l->calls;
        if (inclusive != nullptr)
            subtract_counts(inclusive, l->inclusive);
        if (!add(site_numbered(l->site), caller, callee, l->calls,
                 inclusive == nullptr ? nullptr : l->inclusive))
            return false;
    }
    return add(first, caller, callee, calls, inclusive);
}

bool CallArcs::add(const CallSite& site, size_t caller, size_t callee, ULong calls,
                   const ULong* inclusive) {
    CallArc* const a = arc({caller, callee, site.line == 0 ? nullptr : site.file, site.line});
    if (a == nullptr)
        return false;
    a->calls += calls;
    if (inclusive != nullptr)
        add_counts(a->inclusive, inclusive);
    return true;
}

// Keeps the node, the function and the inclusive counts of each node on the current path.
bool CallArcs::walk(Root which, const CallFunctions& functions) {
    struct Level {
        size_t function;
        Node* node;
    };
    Node* const top = root(which);
    Array<Level> levels;
    Array<ULong> inclusive; // events.count counts for each level
    const auto add_level = [&] {
        bool has_room = levels.try_append({});
        for (unsigned i = 0; i < events.count; ++i)
            has_room = has_room && inclusive.try_append(0);
        return has_room;
    };
    const auto index_of = [&](const Node* node) {
        return functions.index_of(node->callee->number);
    };
    const auto enter = [&](Node& node, SizeT depth) {
        if (depth == levels.size() && !add_level())
            return false;
        Level& l = levels[depth];
        l.function = depth == 0 ? functions.index_of(which) : index_of(&node);
        l.node = &node;
        copy_counts(inclusive.data() + depth * events.count, node.counts);
        add_counts(own_.data() + l.function * events.count, node.counts);
        ++active_[l.function];
        return true;
    };
    const auto leave = [&](SizeT depth) {
        const Level& l = levels[depth];
        ULong* const counts = inclusive.data() + depth * events.count;
        const bool is_outermost = --active_[l.function] == 0;
        if (depth == 0)
            return true;
        add_counts(counts - events.count, counts);
        return add_node(*l.node, levels[depth - 1].function, l.function,
                        is_outermost ? counts : nullptr);
    };
    SizeT depth = 0;
    for (Node* n = top; n != nullptr;) {
        if (!enter(*n, depth))
            return false;
        n->first_child =
            sorted_list<&Node::next>(n->first_child, [&](const Node* left, const Node* right) {
                return index_of(left) < index_of(right);
            });
        const SizeT before = depth;
        n = next_in_preorder(n, top, depth);
        const SizeT last_left = n == nullptr ? 0 : depth;
        for (SizeT d = before + 1; d > last_left; --d) {
            if (!leave(d - 1))
                return false;
        }
    }
    return true;
}

bool CallArcs::gather(const CallFunctions& functions) {
    if (!by_caller_.reserve(functions.count()) || !own_.reserve(functions.count() * events.count) ||
        !active_.reserve(functions.count()))
        return false;
    for (unsigned i = 0; i < root_count; ++i) {
        if (!walk(static_cast<Root>(i), functions))
            return false;
    }
    return join_uncounted(functions);
}

// Arcs without calls are of a recursion that was shortened, or of calls that began before counting.
// Unless they have a line and a cost, another arc of the same functions, if there is one, gets
// their cost: the first that has calls, or else that stays.
bool CallArcs::join_uncounted(const CallFunctions& functions) {
    Array<CallArc*> joined; // with which those of the callee are, if it is of this caller
    if (!joined.reserve(functions.count()))
        return false;
    const auto has_known_cost = [](const CallArc& arc) {
        return arc.key.line != 0 && !are_zero(arc.inclusive);
    };
    for (size_t caller = 0; caller < functions.count(); ++caller) {
        by_caller_[caller] =
            sorted_list<&CallArc::next>(by_caller_[caller], [](const CallArc* l, const CallArc* r) {
                return is_before(l->key, r->key);
            });
        const auto rank = [&](const CallArc* arc) {
            if (arc == nullptr || arc->key.caller != caller)
                return 0;
            return arc->calls != 0 ? 3 : has_known_cost(*arc) ? 2 : 1;
        };
        for (CallArc* a = by_caller_[caller]; a != nullptr; a = a->next) {
            CallArc*& first = joined[a->key.callee];
            if (rank(a) > rank(first))
                first = a;
        }
        for (CallArc** link = &by_caller_[caller]; *link != nullptr;) {
            const CallArc& a = **link;
            CallArc* const first = joined[a.key.callee];
            if (&a == first || rank(&a) > 1) {
                link = &(*link)->next;
                continue;
            }
            add_counts(first->inclusive, a.inclusive);
            *link = a.next;
        }
    }
    return true;
}

} // namespace cg::vg
