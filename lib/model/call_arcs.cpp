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
    // Runs of arcs with the same caller are brought into order, then the arcs of each caller, which
    // are few: in a file, a caller's arcs are adjacent.
    struct Run {
        CalledNumber caller; // its new number
        std::size_t begin, end;
    };
    std::vector<Run> runs;
    std::vector<std::size_t> ends(new_numbers.size() + 1); // of each caller's runs
    for (std::size_t begin = 0; begin < size();) {
        std::size_t end = begin + 1;
        while (end < size() && arcs_[end].caller == arcs_[begin].caller)
            ++end;
        const CalledNumber caller = new_numbers[arcs_[begin].caller];
        runs.push_back({caller, begin, end});
        ++ends[caller + std::size_t{1}];
        begin = end;
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Run> ordered_runs(runs.size());
    for (const Run& run : runs)
        ordered_runs[ends[run.caller]++] = run;

    CallArcs result(event_count_);
    result.arcs_.reserve(size());
    result.calls_.reserve(size());
    result.counts_.reserve(size() * event_count_);
    struct Item {
        CallArc arc; // renumbered
        std::size_t number;
    };
    const auto is_before = [&](const Item& left, const Item& right) {
        if (left.arc.file != right.arc.file)
            return names[left.arc.file] < names[right.arc.file];
        return std::pair(left.arc.line, left.arc.callee) <
               std::pair(right.arc.line, right.arc.callee);
    };
    std::vector<Item> items; // of a caller
    for (std::size_t i = 0; i < ordered_runs.size();) {
        // The runs are anywhere in memory.
        if (constexpr std::size_t ahead = 8; i + ahead < ordered_runs.size()) {
            const std::size_t n = ordered_runs[i + ahead].begin;
            __builtin_prefetch(arcs_.data() + n);
            __builtin_prefetch(calls_.data() + n);
            __builtin_prefetch(counts_.data() + n * event_count_);
        }
        const CalledNumber caller = ordered_runs[i].caller;
        items.clear();
        for (; i < ordered_runs.size() && ordered_runs[i].caller == caller; ++i)
            for (std::size_t n = ordered_runs[i].begin; n < ordered_runs[i].end; ++n)
                items.push_back(
                    {{caller, arcs_[n].file, arcs_[n].line, new_numbers[arcs_[n].callee]}, n});
        std::ranges::sort(items, is_before);
        for (const Item& item : items) {
            if (result.arcs_.empty() || result.arcs_.back() != item.arc) {
                result.add(item.arc, calls(item.number), counts(item.number));
                continue;
            }
            const std::size_t to = result.size() - 1;
            result.calls(to) = checked_add(result.calls(to), calls(item.number));
            add_to(result.counts(to), counts(item.number));
        }
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
