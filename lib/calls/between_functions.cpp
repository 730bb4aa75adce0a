// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/between_functions.hpp"

#include <numeric>

namespace cg {
namespace {

CallArcs without_places(const Calls& calls) {
    const CallArcs placed = calls.arcs();
    CallArcs sums(placed.event_count());
    sums.set_bounded(placed.is_bounded());
    sums.set_functions(calls.functions.size());
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const CallArc& arc = placed[i];
        if (is_root_number(arc.caller))
            continue;
        const std::size_t sum =
            sums.insert({arc.caller, calls.functions[arc.caller].file, 0, arc.callee});
        sums.calls(sum) = checked_add(sums.calls(sum), placed.calls(i));
        add_to(sums.counts(sum), placed.counts(i));
    }
    for (CalledNumber function = 0; function < calls.functions.size(); ++function)
        add_to(sums.own(function), placed.own(function));
    return sums;
}

} // namespace

CallsBetweenFunctions::CallsBetweenFunctions(const Calls& calls)
    : arcs_(without_places(calls)),
      to_(listed(&CallArc::callee, calls.functions.size())),
      from_(listed(&CallArc::caller, calls.functions.size())) {
}

CallsBetweenFunctions::Lists CallsBetweenFunctions::listed(CalledNumber CallArc::*end,
                                                           std::size_t functions) const {
    Lists lists{std::vector<std::size_t>(arcs_.size()), std::vector<std::size_t>(functions + 2)};
    for (std::size_t i = 0; i < arcs_.size(); ++i)
        ++lists.begins[arcs_[i].*end + 2];
    std::partial_sum(lists.begins.begin(), lists.begins.end(), lists.begins.begin());
    for (std::size_t i = 0; i < arcs_.size(); ++i)
        lists.arcs[lists.begins[arcs_[i].*end + 1]++] = i;
    return lists;
}

} // namespace cg
