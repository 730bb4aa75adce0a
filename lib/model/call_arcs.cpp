// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_arcs.hpp"

#include "model/containers.hpp"
#include "model/count.hpp"
#include "model/grouped.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace cg {

CallArcs::CallArcs(const CallArcs&) = default;
CallArcs::CallArcs(CallArcs&&) noexcept = default;
CallArcs& CallArcs::operator=(const CallArcs&) = default;
CallArcs& CallArcs::operator=(CallArcs&&) noexcept = default;
CallArcs::~CallArcs() = default;

std::size_t CallArcs::insert(const CallArc& arc) {
    for (; indexed_ < arcs_.size(); ++indexed_)
        index_.insert(arcs_[indexed_], indexed_);
    const std::size_t number = arcs_.insert(arc, index_);
    indexed_ = arcs_.size();
    return number;
}

void CallArcs::add_to_sum(const CallArc& arc, Count calls, std::span<const Count> counts) {
    const std::size_t sum = insert(arc);
    this->calls(sum) = checked_add(this->calls(sum), calls);
    add_to(this->counts(sum), counts);
}

void CallArcs::add(const CallArc& arc, Count calls, std::span<const Count> counts) {
    const std::span<Count> row = arcs_.append(arc);
    row[0] = calls;
    std::ranges::copy(counts, row.begin() + 1);
}

CallArcs CallArcs::without_arcs() const {
    CallArcs result(event_count());
    result.own_ = own_;
    result.functions_ = functions_;
    result.is_bounded_ = is_bounded_;
    return result;
}

void CallArcs::set_functions(std::size_t functions) {
    if (functions > functions_)
        own_.resize(functions_ = functions);
}

CallArcs CallArcs::sorted(std::span<const FunctionId> new_numbers, const Names& names) const {
    struct Item {
        CallArc arc; // renumbered
        std::size_t number;
    };
    // By caller.
    Grouped<Item> items(new_numbers.size() + path_starts, [&](auto add) {
        for (std::size_t i = 0; i < size(); ++i) {
            CallArc arc = arcs_[i];
            arc.callee = new_numbers[arc.callee];
            if (!is_root_number(arc.caller))
                arc.caller = new_numbers[arc.caller];
            add(index_of_owner(arc.caller, new_numbers.size()), {arc, i});
        }
    });
    const auto is_before = [&](const Item& left, const Item& right) {
        if (left.arc.file != right.arc.file)
            return names[left.arc.file] < names[right.arc.file];
        return std::pair(left.arc.line, left.arc.callee) <
               std::pair(right.arc.line, right.arc.callee);
    };
    CallArcs result(event_count());
    result.set_bounded(is_bounded_);
    result.arcs_.reserve(size());
    for (std::size_t caller = 0; caller < new_numbers.size() + path_starts; ++caller) {
        const std::span<Item> of_caller = items[caller];
        std::ranges::sort(of_caller, is_before);
        for (const Item& item : of_caller) {
            const std::span<const Count> row = arcs_.counts(item.number);
            if (result.size() == 0 || result[result.size() - 1] != item.arc)
                result.arcs_.append({&item.arc, 1}, row);
            else
                add_to(result.arcs_.counts(result.size() - 1), row);
        }
    }
    result.set_functions(new_numbers.size());
    for (std::size_t f = 0; f < new_numbers.size(); ++f)
        if (!is_root_number(new_numbers[f]))
            std::ranges::copy(own(static_cast<FunctionId>(f)), result.own(new_numbers[f]).begin());
    return result;
}

namespace {

// Returns the arc of a tree.
CallArc without_line(FunctionId caller, FunctionId callee, const CalledFunctions& functions) {
    return {caller, functions[is_root_number(caller) ? callee : caller].file, 0, callee};
}

} // namespace

CallArcs arcs_of(const CallTree& tree, const CalledFunctions& functions) {
    CallArcs arcs(tree.event_count());
    arcs.set_functions(functions.size());
    const CountRows inclusive = tree.inclusive();
    OutermostNodes outermost(tree, functions.size());
    // By callee: its latest arc, which is often the next one, and found without a look in the
    // table.
    std::vector<std::size_t> latest(functions.size());
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        const bool is_outermost = outermost.enter(node) == node;
        if (tree.is_root(node))
            continue;
        const CallTree::Node parent = tree.parent(node);
        const FunctionId callee = tree.function(node);
        add_to(arcs.own(callee), tree.counts(node));
        const FunctionId caller =
            tree.is_root(parent) ? root_number(tree.start(parent)) : tree.function(parent);
        std::size_t& arc = latest[callee];
        if (arc >= arcs.size() || arcs[arc].caller != caller || arcs[arc].callee != callee)
            arc = arcs.insert(without_line(caller, callee, functions));
        arcs.calls(arc) = checked_add(arcs.calls(arc), tree.calls(node));
        if (is_outermost)
            add_to(arcs.counts(arc), inclusive[node]);
    }
    std::vector<FunctionId> same = numbers_below<FunctionId>(functions.size());
    return arcs.sorted(same, functions.names());
}

bool has_lines(const CallArcs& arcs) {
    return std::ranges::any_of(arcs, [](const CallArc& arc) { return arc.line != 0; });
}

std::optional<CallArc> other_sum(CallArcs of_tree, const CallArcs& at_lines,
                                 const CalledFunctions& functions) {
    for (const auto& [at_line, calls, counts] : at_lines.rows()) {
        const std::size_t arc =
            of_tree.insert(without_line(at_line.caller, at_line.callee, functions));
        of_tree.calls(arc) = checked_subtract(of_tree.calls(arc), calls);
        subtract_from(of_tree.counts(arc), counts);
    }
    for (const auto& [arc, calls, counts] : of_tree.rows())
        if (calls != 0 || !is_zero(counts))
            return arc;
    return std::nullopt;
}

} // namespace cg
