// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/sum.hpp"

#include "calls/arc_costs.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <utility>

namespace cg {
namespace {

std::vector<FunctionId> imported(const CalledFunctions& from, CalledFunctions& into,
                                 const CalledNameMap& new_name) {
    std::vector<FunctionId> numbers;
    numbers.reserve(from.size());
    for (FunctionId f = 0; f < from.size(); ++f) {
        if (new_name) {
            const CalledName to = new_name(
                {std::string(from.object(f)), std::string(from.file(f)), std::string(from.name(f))},
                f);
            numbers.push_back(into.insert(into.intern(to.object), into.intern(to.file),
                                          into.intern(to.name), from[f].line));
        } else {
            numbers.push_back(into.insert(into.intern(from.object(f)), into.intern(from.file(f)),
                                          into.intern(from.name(f)), from[f].line));
        }
        if (from[f].is_apart)
            into.set_apart(numbers.back());
    }
    if (from.is_by_file())
        into.set_apart_by_file();
    std::vector<std::pair<FunctionId, FunctionId>> matched = from.matched();
    for (auto& [before, after] : matched) {
        before = numbers[before];
        after = numbers[after];
    }
    into.match(matched);
    return numbers;
}

bool are_distinct(std::vector<FunctionId> numbers) {
    std::ranges::sort(numbers);
    return std::ranges::adjacent_find(numbers) == numbers.end();
}

} // namespace

void CallsSum::add_tree(const CallTree& tree, const std::vector<FunctionId>& numbers,
                        const Change& change) {
    if (!tree_)
        tree_.emplace(event_count_);
    const auto number_of = [&](FunctionId f) { return numbers[f]; };
    tree_->add_paths(tree, number_of, [&](CallTree::Node node, CallTree::Node to) {
        tree_->calls(to) = checked_add(tree_->calls(to), change.of(tree.calls(node)));
        change.add(tree_->counts(to), tree.counts(node));
    });
}

void CallsSum::add_arcs(CallArcs& sum, const CallArcs& arcs, const CalledFunctions& functions,
                        const std::vector<FunctionId>& numbers, const Change& change,
                        const RowPlaceMap& new_place) {
    sum.set_bounded(sum.is_bounded() || arcs.is_bounded());
    sum.set_functions(functions_.size());
    const auto place_of = [&](const CallArc& from, FunctionId caller, FunctionId callee) {
        if (is_root_number(caller))
            return std::pair(functions_[callee].file, from.line);
        const std::string_view file = functions.names()[from.file];
        const std::string_view name = functions.name(from.caller);
        std::optional<RowPlace> place;
        if (new_place)
            place = new_place(file, name, from.caller);
        Line line = place && place->at_line_0 ? 0 : from.line;
        if (change.new_line && line != 0)
            line = change.new_line(file, name, line);
        if (from.file == functions[from.caller].file)
            return std::pair(functions_[caller].file, line);
        return std::pair(functions_.intern(place ? place->file : file), line);
    };
    for (const auto& [from, calls, counts] : arcs.rows()) {
        const FunctionId caller = is_root_number(from.caller) ? from.caller : numbers[from.caller];
        const FunctionId callee = numbers[from.callee];
        const auto [file, line] = place_of(from, caller, callee);
        const std::size_t to = sum.insert({caller, file, line, callee});
        sum.calls(to) = checked_add(sum.calls(to), change.of(calls));
        if (caller != callee || from.caller == from.callee) // a call of itself only by its new name
            change.add(sum.counts(to), counts);
    }
    for (std::size_t f = 0; f < numbers.size(); ++f)
        change.add(sum.own(numbers[f]), arcs.own(static_cast<FunctionId>(f)));
}

void CallsSum::add_lines(const Calls& calls, const std::vector<FunctionId>& numbers,
                         const Change& change, const RowPlaceMap& new_place) {
    const Names& names = calls.functions.names();
    for (const FunctionLines::Block& block : calls.lines.blocks()) {
        NameId file, name;
        bool at_line_0 = false;
        if (new_place) {
            const RowPlace place = new_place(names[block.file], names[block.name], block.function);
            file = functions_.intern(place.file);
            name = functions_.intern(place.name);
            at_line_0 = place.at_line_0;
        } else {
            file = functions_.intern(names[block.file]);
            name = functions_.intern(names[block.name]);
        }
        lines_.enter(is_root_number(block.function) ? block.function : numbers[block.function],
                     file, name);
        for (const std::size_t row : block.rows()) {
            Line line = at_line_0 ? 0 : calls.lines.line(row);
            if (change.new_line)
                line = change.new_line(names[block.file], names[block.name], line);
            change.add(lines_.add_row(line), calls.lines.counts(row));
        }
    }
    rows_ += calls.lines.row_count();
    if (rows_ < rows_to_sum_)
        return;
    const FunctionLines sum = std::exchange(lines_, FunctionLinesBuilder(event_count_)).finish();
    for (const FunctionLines::Block& block : sum.blocks()) {
        lines_.enter(block.function, block.file, block.name);
        lines_.add_rows(sum, block);
    }
    rows_ = sum.row_count();
    rows_to_sum_ = std::max(3 * rows_, enough_rows);
}

// Changes the sum, which is a tree or empty, to arcs.
void CallsSum::keep_arcs_only() {
    arcs_.emplace(event_count_);
    if (tree_)
        add_arcs_of_tree(*arcs_);
    tree_.reset();
}

// Adds the calls of the tree so far.
void CallsSum::add_arcs_of_tree(CallArcs& sum) {
    const CallArcs arcs = lines_of_calls_ && !has_lost_lines_of_calls_
                              ? *std::exchange(lines_of_calls_, std::nullopt)
                              : arcs_of(CallTreeBuilder(*tree_).finish(), functions_);
    add_arcs(sum, arcs, functions_, numbers_below<FunctionId>(functions_.size()), {}, {});
}

// To be called before add_tree() of the same calls.
void CallsSum::add_lines_of_calls(const Calls& calls, const std::vector<FunctionId>& numbers,
                                  const Change& change, const RowPlaceMap& new_place) {
    if (!lines_of_calls_) {
        CallArcs arcs(event_count_);
        if (tree_)
            add_arcs_of_tree(arcs);
        lines_of_calls_ = std::move(arcs);
    }
    add_arcs(*lines_of_calls_, calls.arcs(), calls.functions, numbers, change, new_place);
}

void CallsSum::add(const Calls& calls, const Change& change, const NewNames& names) {
    if (!calls.tree() && !arcs_)
        keep_arcs_only();
    const std::vector<FunctionId> numbers = imported(calls.functions, functions_, names.function);
    if (!arcs_) {
        has_lost_lines_of_calls_ = has_lost_lines_of_calls_ || !are_distinct(numbers);
        if ((calls.lines_of_calls || lines_of_calls_) && !has_lost_lines_of_calls_)
            add_lines_of_calls(calls, numbers, change, names.place);
        add_tree(*calls.tree(), numbers, change);
    } else {
        CallArcs arcs = calls.arcs();
        add_uncalled(arcs, calls.functions);
        add_arcs(*arcs_, arcs, calls.functions, numbers, change, names.place);
    }
    add_lines(calls, numbers, change, names.place);
    // 0 is no limit.
    recursion_ = is_empty_                                 ? calls.recursion
                 : recursion_ == 0 || calls.recursion == 0 ? 0
                                                           : std::max(recursion_, calls.recursion);
    folded_ += calls.folded;
    is_empty_ = false;
}

Calls CallsSum::finish() && {
    const std::vector<FunctionId> new_numbers = functions_.sort();
    FunctionLines lines = std::move(lines_).finish();
    lines.renumber(new_numbers);
    if (arcs_) {
        arcs_->set_functions(new_numbers.size());
        CallArcs arcs =
            without_uncalled(arcs_->sorted(new_numbers, functions_.names()), new_numbers.size());
        return {std::move(functions_), std::move(arcs), 0, 0, std::move(lines)};
    }
    if (!tree_)
        tree_.emplace(event_count_);
    std::optional<CallArcs> at_lines;
    if (lines_of_calls_ && has_lines(*lines_of_calls_) && !has_lost_lines_of_calls_) {
        lines_of_calls_->set_functions(new_numbers.size());
        at_lines = lines_of_calls_->sorted(new_numbers, functions_.names());
    }
    tree_->renumber(new_numbers);
    return {std::move(functions_), std::move(*tree_).finish(), recursion_, folded_,
            std::move(lines),      std::move(at_lines)};
}

Calls changed(const Calls& calls, const Change& change, const NewNames& names) {
    CallsSum sum(change.event_count(calls.event_count()));
    sum.add(calls, change, names);
    return std::move(sum).finish();
}

Calls renamed(const Calls& calls, const NewNames& names) {
    return changed(calls, {}, names);
}

std::optional<std::string> note_of_lost_calls(std::size_t profiles, std::size_t without_calls,
                                              std::size_t with_arcs_only) {
    const auto some_of_all = [&](std::size_t some) {
        return std::to_string(some) + " of " + std::to_string(profiles) + " profiles " +
               (some == 1 ? "has" : "have");
    };
    if (without_calls > 0 && without_calls < profiles)
        return some_of_all(without_calls) + " no calls, so the result has none";
    if (without_calls == 0 && with_arcs_only > 0 && with_arcs_only < profiles)
        return some_of_all(with_arcs_only) +
               " no tree of calls, so the result has callers and callees only";
    return std::nullopt;
}

} // namespace cg
