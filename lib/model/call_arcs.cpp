// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_arcs.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace cg {

std::size_t CallArcs::insert(const CallArc& arc) {
    for (; indexed_ < arcs_.size(); ++indexed_)
        index_.insert(arcs_[indexed_], indexed_);
    const auto found = index_.insert(arc, arcs_.size());
    if (found.is_new) {
        arcs_.push_back(arc);
        calls_.push_back(0);
        std::fill_n(counts_.extend(event_count_), event_count_, 0);
        ++indexed_;
    }
    return found.number;
}

void CallArcs::add(const CallArc& arc, Count calls, std::span<const Count> counts) {
    arcs_.push_back(arc);
    calls_.push_back(calls);
    counts_.append(counts);
}

void CallArcs::set_functions(std::size_t functions) {
    const std::size_t wanted = functions * event_count_;
    if (wanted > own_.size()) {
        const std::size_t added = wanted - own_.size();
        std::fill_n(own_.extend(added), added, 0);
    }
}

CallArcs CallArcs::sorted(std::span<const CalledNumber> new_numbers, const Names& names) const {
    // Arcs are grouped by caller before they are sorted, because a caller has only few.
    std::vector<std::size_t> ends(new_numbers.size() + 1);
    for (const CallArc& arc : arcs_)
        ++ends[new_numbers[arc.caller] + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<std::size_t> order(size());
    for (std::size_t i = 0; i < size(); ++i)
        order[ends[new_numbers[arcs_[i].caller]]++] = i;
    const auto is_before = [&](std::size_t a, std::size_t b) {
        const CallArc& left = arcs_[a];
        const CallArc& right = arcs_[b];
        if (left.file != right.file)
            return names[left.file] < names[right.file];
        return std::pair(left.line, new_numbers[left.callee]) <
               std::pair(right.line, new_numbers[right.callee]);
    };
    std::size_t begin = 0;
    for (std::size_t caller = 0; caller < new_numbers.size(); begin = ends[caller++])
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                  order.begin() + static_cast<std::ptrdiff_t>(ends[caller]), is_before);
    CallArcs result(event_count_);
    for (const std::size_t i : order) {
        const CallArc& arc = arcs_[i];
        const CallArc renumbered{new_numbers[arc.caller], arc.file, arc.line,
                                 new_numbers[arc.callee]};
        if (result.arcs_.empty() || result.arcs_.back() != renumbered) {
            result.add(renumbered, calls(i), counts(i));
            continue;
        }
        const std::size_t to = result.size() - 1;
        result.calls(to) = checked_add(result.calls(to), calls(i));
        add_to(result.counts(to), counts(i));
    }
    result.set_functions(new_numbers.size());
    for (std::size_t f = 0; f < new_numbers.size(); ++f)
        std::ranges::copy(own(static_cast<CalledNumber>(f)), result.own(new_numbers[f]).begin());
    return result;
}

CallArcs arcs_of(const CallTree& tree, const CalledFunctions& functions) {
    CallArcs arcs(tree.event_count());
    arcs.set_functions(functions.size());
    const std::vector<Count> inclusive = tree.inclusive();
    struct Level {
        CallTree::Node node;
        std::optional<std::size_t> arc; // nothing if its parent is a root
    };
    std::vector<std::size_t> open; // by arc: the number of its nodes on the path
    std::vector<Level> path;
    const auto leave = [&] {
        if (path.back().arc)
            --open[*path.back().arc];
        path.pop_back();
    };
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node)) {
            while (!path.empty())
                leave();
            path.push_back({node, std::nullopt});
            continue;
        }
        const CallTree::Node parent = tree.parent(node);
        while (path.back().node != parent)
            leave();
        const CalledNumber callee = tree.function(node);
        add_to(arcs.own(callee), tree.counts(node));
        if (tree.is_root(parent)) {
            path.push_back({node, std::nullopt});
            continue;
        }
        const CalledNumber caller = tree.function(parent);
        const std::size_t arc = arcs.insert({caller, functions[caller].file, 0, callee});
        open.resize(arcs.size());
        arcs.calls(arc) = checked_add(arcs.calls(arc), tree.calls(node));
        if (open[arc]++ == 0 && caller != callee)
            add_to(arcs.counts(arc),
                   std::span(inclusive).subspan(node * tree.event_count(), tree.event_count()));
        path.push_back({node, arc});
    }
    std::vector<CalledNumber> same(functions.size());
    std::iota(same.begin(), same.end(), 0);
    return arcs.sorted(same, functions.names());
}

} // namespace cg
