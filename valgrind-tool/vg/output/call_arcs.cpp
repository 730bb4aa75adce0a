// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/call_arcs.hpp"

#include "vg/calls/call_lines.hpp"
#include "vg/core/sort.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

namespace {

// Returns n * part / whole; `part` is at most `whole`, which is not 0.
ULong share_of(ULong n, ULong part, ULong whole) {
    const ULong quotient = n / whole * part;
    ULong remainder = n % whole;
    constexpr ULong no_overflow = ULong{1} << 32;
    for (; whole >= no_overflow; whole /= 2) {
        remainder /= 2;
        part /= 2;
    }
    return quotient + remainder * part / whole;
}

bool is_before(const CallLine& left, const CallLine& right) {
    const Int order = VG_(strcmp)(left.site->file, right.site->file);
    return order != 0 ? order < 0 : left.site->line < right.site->line;
}

} // namespace

CallArc* CallArcs::arc(const CallArc::Key& key) {
    CallArc* const found =
        table_.find(CallArc::hash_of(key), [&](const CallArc& a) { return a.key == key; });
    if (found != nullptr)
        return found;
    auto* const made =
        static_cast<CallArc*>(allocate(sizeof(CallArc) + events.count * sizeof(ULong)));
    if (made == nullptr)
        return nullptr;
    made->key = key;
    List& list = by_caller_[key.caller];
    (list.last == nullptr ? list.first : list.last->next) = made;
    list.last = made;
    table_.add(made);
    return made;
}

// Adds the calls of the node, and its inclusive counts, which it changes. Null: they count nowhere.
bool CallArcs::add_node(Node& node, size_t caller, size_t callee, ULong* inclusive) {
    ULong rest = node.calls;
    const auto add = [&](const HChar* file, UInt line, ULong calls) {
        CallArc* const a = arc({caller, callee, file, line});
        if (a == nullptr)
            return false;
        a->calls += calls;
        for (unsigned i = 0; inclusive != nullptr && i < events.count; ++i) {
            const ULong share = rest == calls ? inclusive[i] : share_of(inclusive[i], calls, rest);
            a->inclusive[i] += share;
            inclusive[i] -= share;
        }
        rest -= calls;
        return true;
    };
    node.lines = sorted_list<&CallLine::next>(
        node.lines, [](const CallLine* l, const CallLine* r) { return is_before(*l, *r); });
    for (const CallLine* l = node.lines; l != nullptr;) {
        const CostCentre& site = *l->site;
        ULong calls = 0; // of all that are of the same line
        for (; l != nullptr && l->site->file == site.file && l->site->line == site.line;
             l = l->next)
            calls += l->calls;
        if (calls != 0 && site.line != 0 && !add(site.file, site.line, calls))
            return false;
    }
    return (rest == 0 && node.calls != 0) || add(nullptr, 0, rest);
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
        bool has_room = levels.append({});
        for (unsigned i = 0; i < events.count; ++i)
            has_room = has_room && inclusive.append(0);
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
        for (unsigned i = 0; i < events.count; ++i) {
            inclusive[depth * events.count + i] = node.counts[i];
            own_[l.function * events.count + i] += node.counts[i];
        }
        ++active_[l.function];
        return true;
    };
    const auto leave = [&](SizeT depth) {
        const Level& l = levels[depth];
        ULong* const counts = inclusive.data() + depth * events.count;
        const bool is_outermost = --active_[l.function] == 0;
        if (depth == 0)
            return true;
        for (unsigned i = 0; i < events.count; ++i)
            inclusive[(depth - 1) * events.count + i] += counts[i];
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
    list_call_lines();
    for (unsigned i = 0; i < root_count; ++i) {
        if (!walk(static_cast<Root>(i), functions))
            return false;
    }
    return join_uncounted(functions);
}

// Nodes without calls are of a recursion that was shortened, or began before counting: their cost
// is added to the first arc of the same functions that has calls, if there is one.
bool CallArcs::join_uncounted(const CallFunctions& functions) {
    Array<CallArc*> counted; // the last that was found, by callee
    if (!counted.reserve(functions.count()))
        return false;
    for (size_t caller = 0; caller < functions.count(); ++caller) {
        for (CallArc* a = by_caller_[caller].first; a != nullptr; a = a->next) {
            CallArc*& first = counted[a->key.callee];
            if (a->calls != 0 && (first == nullptr || first->key.caller != caller))
                first = a;
        }
        for (CallArc** link = &by_caller_[caller].first; *link != nullptr;) {
            const CallArc& a = **link;
            CallArc* const first = counted[a.key.callee];
            if (a.calls != 0 || first == nullptr || first->key.caller != caller) {
                link = &(*link)->next;
                continue;
            }
            for (unsigned i = 0; i < events.count; ++i)
                first->inclusive[i] += a.inclusive[i];
            *link = a.next;
        }
    }
    return true;
}

} // namespace cg::vg
