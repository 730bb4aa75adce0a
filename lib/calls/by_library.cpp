// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/by_library.hpp"

#include "model/calls.hpp"
#include "model/containers.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/function_lines_builder.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {
namespace {

std::string_view new_name(std::string_view object, std::span<const MovedObject> moved) {
    const auto found = std::ranges::find(moved, object, &MovedObject::before);
    return found == moved.end() ? object : std::string_view(found->after);
}

// Calls between libraries, which have the numbers of the functions of a Calls.
class LibraryCalls {
  public:
    LibraryCalls(const Calls& calls, std::span<const MovedObject> moved) : calls_(calls) {
        std::vector<MovedObject> moves(moved.begin(), moved.end());
        for (const auto& [before, after] : calls.functions.matched()) // of a difference
            if (calls.functions.object(before) != calls.functions.object(after))
                moves.push_back({std::string(calls.functions.object(before)),
                                 std::string(calls.functions.object(after))});
        for (FunctionId f = 0; f < calls.functions.size(); ++f)
            of_.push_back(insert(new_name(calls.functions.object(f), moves)));
        if (std::ranges::any_of(calls.lines.blocks(), is_root_number,
                                &FunctionLines::Block::function))
            outside_ = insert(unknown_name);
        const std::vector<FunctionId> sorted = libraries_.sort();
        for (FunctionId& library : of_)
            library = sorted[library];
        if (outside_)
            outside_ = sorted[*outside_];
    }

    Calls made() && {
        FunctionLines lines = this->lines();
        if (const CallTree* const tree = calls_.tree())
            return {std::move(libraries_), between(*tree), calls_.recursion, calls_.folded,
                    std::move(lines)};
        CallArcs arcs = between(std::get<CallArcs>(calls_.tree_or_arcs));
        return {std::move(libraries_), std::move(arcs), 0, 0, std::move(lines)};
    }

  private:
    FunctionId insert(std::string_view object) {
        const NameId name = libraries_.intern(object);
        return libraries_.insert(name, libraries_.intern(unknown_name), name);
    }
    FunctionId library(FunctionId function) const {
        return is_root_number(function) ? *outside_ : of_[function];
    }

    FunctionLines lines() const {
        FunctionLinesBuilder lines(calls_.event_count());
        for (const FunctionLines::Block& block : calls_.lines.blocks()) {
            const CalledFunction& of = libraries_[library(block.function)];
            lines.enter(library(block.function), of.file, of.name);
            const auto sum = lines.add_row(0);
            for (const std::size_t row : block.rows())
                add_to(sum, calls_.lines.counts(row));
        }
        return std::move(lines).finish();
    }

    CallTree between(const CallTree& tree) const {
        CallTreeBuilder result(tree.event_count());
        std::vector<CallTree::Node> places(tree.size());
        for (CallTree::Node node = 0; node < tree.size(); ++node) {
            const auto counts = tree.counts(node);
            if (tree.is_root(node)) {
                places[node] = CallTreeBuilder::root(tree.start(node));
                if (outside_ && !is_zero(counts))
                    add_to(result.counts(result.child(places[node], *outside_)), counts);
                continue;
            }
            const CallTree::Node caller = tree.parent(node), place = places[caller];
            const FunctionId here = of_[tree.function(node)];
            const bool is_within = !tree.is_root(caller) && of_[tree.function(caller)] == here;
            places[node] = is_within ? place : result.child(place, here);
            add_to(result.counts(places[node]), counts);
            if (!is_within)
                result.calls(places[node]) =
                    checked_add(result.calls(places[node]), tree.calls(node));
        }
        return std::move(result).finish();
    }

    CallArcs between(const CallArcs& arcs) const {
        CallArcs result(arcs.event_count());
        result.set_functions(libraries_.size());
        for (const auto& [arc, calls, counts] : arcs.rows()) {
            const FunctionId callee = of_[arc.callee];
            const FunctionId caller = is_root_number(arc.caller) ? arc.caller : of_[arc.caller];
            if (caller != callee)
                result.add({caller, libraries_[callee].file, 0, callee}, calls, counts);
        }
        for (FunctionId f = 0; f < of_.size(); ++f)
            add_to(result.own(of_[f]), arcs.own(f));
        for (const FunctionLines::Block& block : calls_.lines.blocks())
            for (const std::size_t row : block.rows())
                if (is_root_number(block.function))
                    add_to(result.own(*outside_), calls_.lines.counts(row));
        return result.sorted(numbers_below<FunctionId>(libraries_.size()), libraries_.names());
    }

    const Calls& calls_;
    CalledFunctions libraries_;
    std::vector<FunctionId> of_;        // by function
    std::optional<FunctionId> outside_; // the library of code outside any function, if there is any
};

// Without calls: from the addresses of instructions. Other code is in no library.
CostTable costs_of_objects(const Profile& profile, std::span<const MovedObject> moved,
                           Names& names) {
    const CodeRanges& code = *profile.addresses;
    CostTableBuilder costs(profile.header.events.size());
    const NameId none = names.intern(unknown_name);
    std::vector<Count> rest = profile.summary;
    for (const auto& [range, counts] : code.ranges.rows()) {
        costs.enter(none, names.intern(new_name(code.objects[range.object].path, moved)));
        std::ranges::copy(counts, costs.add_row(0).begin());
        subtract_from(rest, counts);
    }
    if (!is_zero(rest)) {
        costs.enter(none, none);
        std::ranges::copy(rest, costs.add_row(0).begin());
    }
    return std::move(costs).finish();
}

} // namespace

bool knows_libraries(const Profile& profile) {
    return profile.calls || profile.addresses;
}

Profile by_library(const Profile& profile, std::span<const MovedObject> moved) {
    if (!profile.calls) {
        Names names;
        CostTable costs = costs_of_objects(profile, moved, names);
        return {profile.header, std::move(names), std::move(costs), profile.summary};
    }
    Calls calls = LibraryCalls(*profile.calls, moved).made();
    Names names = calls.functions.names();
    CostTable costs = by_line(calls.lines);
    return {profile.header, std::move(names), std::move(costs), profile.summary, std::move(calls)};
}

} // namespace cg
