// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/arc_costs.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <ranges>
#include <utility>

namespace cg {
namespace {

bool is_self_call(const CallArc& arc) {
    return arc.caller == arc.callee;
}

// Returns the sum of the own cost and the cost of the calls of each function.
CountRows own_and_callees(const CallArcs& arcs) {
    CountRows sums = arcs.own();
    for (const auto& [arc, calls, counts] : arcs.rows())
        if (!is_self_call(arc) && !is_root_number(arc.caller))
            add_to(sums[arc.caller], counts);
    return sums;
}

// Returns for each function whether another one or a root called it.
std::vector<bool> called_functions(const CallArcs& arcs, std::size_t functions) {
    std::vector<bool> is_called(functions);
    for (const CallArc& arc : arcs)
        if (!is_self_call(arc))
            is_called[arc.callee] = true;
    return is_called;
}

// Returns for each function whether it is in a circle of calls with others.
std::vector<bool> recursive_functions(const CallArcs& arcs, std::size_t functions) {
    std::vector<std::pair<FunctionId, FunctionId>> calls;
    calls.reserve(arcs.size());
    for (const CallArc& arc : arcs)
        if (!is_root_number(arc.caller))
            calls.emplace_back(arc.caller, arc.callee);
    const boost::compressed_sparse_row_graph<> graph(boost::edges_are_unsorted_multi_pass,
                                                     calls.begin(), calls.end(), functions);
    std::vector<std::size_t> circle(functions); // a number; a function alone is one, too
    const std::size_t circles = boost::strong_components(
        graph, boost::make_iterator_property_map(circle.begin(), get(boost::vertex_index, graph)));
    std::vector<std::size_t> sizes(circles);
    for (const std::size_t number : circle)
        ++sizes[number];
    std::vector<bool> is_recursive(functions);
    for (std::size_t f = 0; f < functions; ++f)
        is_recursive[f] = sizes[circle[f]] > 1;
    return is_recursive;
}

// The own costs of functions, and the costs of the calls of them.
class CalledCosts {
  public:
    CalledCosts(const CallArcs& arcs, std::size_t functions)
        : arcs_(arcs),
          sums_(own_and_callees(arcs)),
          calls_(arcs.event_count(), functions),
          is_called_(called_functions(arcs, functions)) {
        for (const auto& [arc, calls, counts] : arcs.rows())
            if (!is_self_call(arc))
                add_to(calls_[arc.callee], counts);
    }

    // Returns true if the calls of a function that is not recursive cost more than itself and the
    // calls that it makes.
    bool calls_cost_more(FunctionId f) {
        const auto size_of = [](Count count) {
            return magnitude(count);
        }; // negative in differences
        if (!is_called_[f] || is_zero(sums_[f]) ||
            std::ranges::equal(calls_[f], sums_[f], std::ranges::less_equal(), size_of, size_of))
            return false;
        if (is_recursive_.empty()) // few profiles need it
            is_recursive_ = recursive_functions(arcs_, is_called_.size());
        return !is_recursive_[f];
    }
    CountRows inclusive() && {
        for (FunctionId f = 0; f < is_called_.size(); ++f)
            if (is_called_[f] && !(arcs_.is_bounded() && calls_cost_more(f)))
                std::ranges::copy(calls_[f], sums_[f].begin());
        return std::move(sums_);
    }

  private:
    const CallArcs& arcs_;
    CountRows sums_;
    CountRows calls_; // by others
    std::vector<bool> is_called_;
    std::vector<bool> is_recursive_;
};

} // namespace

CountRows inclusive_costs_of(const CallArcs& arcs, std::size_t functions) {
    return CalledCosts(arcs, functions).inclusive();
}

void bound_costs(CallArcs& arcs, std::size_t functions) {
    CalledCosts costs(arcs, functions);
    const auto numbers = std::views::iota(FunctionId{0}, static_cast<FunctionId>(functions));
    arcs.set_bounded(
        std::ranges::any_of(numbers, [&](FunctionId f) { return costs.calls_cost_more(f); }));
}

void clear_self_calls(CallArcs& arcs) {
    for (std::size_t i = 0; i < arcs.size(); ++i)
        if (is_self_call(arcs[i]))
            std::ranges::fill(arcs.counts(i), 0);
}

void add_rest_of_called(CallArcs& arcs, const CalledFunctions& functions) {
    CountRows rest = own_and_callees(arcs);
    for (const auto& [arc, calls, counts] : arcs.rows())
        if (!is_self_call(arc))
            subtract_from(rest[arc.callee], counts);
    const std::vector<bool> is_called = called_functions(arcs, functions.size());
    std::vector<bool> is_recursive; // few profiles need it
    for (FunctionId f = 0; f < functions.size(); ++f) {
        const auto cost = rest[f];
        for (Count& count : cost)
            count = std::max<Count>(count, 0);
        if (!is_called[f] || is_zero(cost))
            continue;
        if (is_recursive.empty())
            is_recursive = recursive_functions(arcs, functions.size());
        if (!is_recursive[f])
            arcs.add({root_number(PathStart::missing), functions[f].file, 0, f}, 0, cost);
    }
}

void add_uncalled(CallArcs& arcs, const CalledFunctions& functions) {
    const CountRows sums = own_and_callees(arcs);
    const std::vector<bool> is_called = called_functions(arcs, functions.size());
    for (FunctionId f = 0; f < functions.size(); ++f)
        if (!is_called[f] && !is_zero(sums[f]))
            arcs.add({root_number(PathStart::missing), functions[f].file, 0, f}, 0, sums[f]);
}

CallArcs without_uncalled(CallArcs arcs, std::size_t functions) {
    const CountRows sums = own_and_callees(arcs);
    std::vector<std::size_t> arcs_to(functions); // but self-calls
    for (const CallArc& arc : arcs)
        arcs_to[arc.callee] += !is_self_call(arc);
    const auto is_implied = [&](const CallArcs::Row& row) {
        const auto& [arc, calls, counts] = row;
        return arc.caller == root_number(PathStart::missing) && arcs_to[arc.callee] == 1 &&
               calls == 0 && std::ranges::equal(counts, sums[arc.callee]);
    };
    if (std::ranges::none_of(arcs.rows(), is_implied))
        return arcs;
    CallArcs kept = arcs.without_arcs();
    for (const CallArcs::Row& row : arcs.rows())
        if (!is_implied(row))
            kept.add(row.arc, row.calls, row.counts);
    return kept;
}

} // namespace cg
