// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/jump_arcs.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace cg {

JumpArcs lay_out(std::span<const Jump> jumps, std::uint32_t max_lanes) {
    std::map<std::uint32_t, JumpArc> by_target;
    for (const Jump& jump : jumps) {
        JumpArc& arc =
            by_target.try_emplace(jump.to, JumpArc{jump.to, jump.to, jump.to, {}, 0}).first->second;
        arc.first = std::min(arc.first, jump.from);
        arc.last = std::max(arc.last, jump.from);
        arc.sources.push_back(jump.from);
    }
    JumpArcs result;
    for (auto& [target, arc] : by_target)
        result.arcs.push_back(std::move(arc));
    std::ranges::sort(result.arcs, {}, [](const JumpArc& arc) {
        return std::tuple(arc.last - arc.first, arc.first, arc.target);
    });
    // The rows that are taken, by lane: first and last.
    std::vector<std::map<std::uint32_t, std::uint32_t>> taken;
    const auto is_free = [](const std::map<std::uint32_t, std::uint32_t>& lane,
                            const JumpArc& arc) {
        const auto next = lane.upper_bound(arc.last);
        return next == lane.begin() || std::prev(next)->second < arc.first;
    };
    std::erase_if(result.arcs, [&](JumpArc& arc) {
        std::uint32_t lane = 0;
        while (lane < taken.size() && !is_free(taken[lane], arc))
            ++lane;
        if (lane == max_lanes)
            return true;
        if (lane == taken.size())
            taken.emplace_back();
        taken[lane].emplace(arc.first, arc.last);
        arc.lane = lane;
        return false;
    });
    result.lanes = static_cast<std::uint32_t>(taken.size());
    return result;
}

ArcColumns::ArcColumns(const JumpArcs& arcs, std::size_t rows) : lanes_(arcs.lanes), at_(rows) {
    for (const JumpArc& arc : arcs.arcs)
        for (std::uint32_t row = arc.first; row <= arc.last; ++row)
            at_[row].push_back(&arc);
}

std::string ArcColumns::row(std::uint32_t row) const {
    if (lanes_ == 0)
        return {};
    std::vector<const JumpArc*> in_lane(lanes_);
    for (const JumpArc* arc : at_[row])
        in_lane[arc->lane] = arc;
    const auto ends_here = [&](const JumpArc* arc) {
        return arc != nullptr &&
               (arc->target == row || std::ranges::find(arc->sources, row) != arc->sources.end());
    };
    std::string text;
    bool is_line = false, is_target = false; // to the right of the lane
    for (std::size_t lane = lanes_; lane-- > 0;) {
        const JumpArc* const arc = in_lane[lane];
        if (!ends_here(arc)) {
            text += arc == nullptr ? (is_line ? "─" : " ") : is_line ? "┼" : "│";
            continue;
        }
        text += arc->first == arc->last ? "╶"
                : is_line               ? (arc->first == row  ? "┬"
                                           : arc->last == row ? "┴"
                                                              : "┼")
                : arc->first == row     ? "╭"
                : arc->last == row      ? "╰"
                                        : "├";
        is_line = true;
        is_target = is_target || arc->target == row;
    }
    return text + (is_target ? ">" : is_line ? "─" : " ");
}

std::string ArcColumns::before(std::uint32_t row) const {
    if (lanes_ == 0)
        return {};
    std::vector<bool> passes(lanes_);
    for (const JumpArc* arc : at_[row])
        if (arc->first < row)
            passes[arc->lane] = true;
    std::string text;
    for (std::size_t lane = lanes_; lane-- > 0;)
        text += passes[lane] ? "│" : " ";
    return text + ' ';
}

} // namespace cg
