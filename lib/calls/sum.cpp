// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/sum.hpp"
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

Count signed_count(Count count, bool is_negative) {
    return is_negative ? checked_subtract(0, count) : count;
}

} // namespace

void CallsSum::add_counts(std::span<Count> sum, std::span<const Count> counts,
                          const Change& change) const {
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const std::optional<std::size_t> column =
            change.columns.empty() ? std::optional(i) : change.columns[i];
        if (column)
            sum[i] = checked_add(sum[i], signed_count(counts[*column], change.is_negative));
    }
}

void CallsSum::add_tree(const CallTree& tree, const std::vector<FunctionId>& numbers,
                        const Change& change) {
    if (!tree_)
        tree_.emplace(event_count_);
    const auto number_of = [&](FunctionId f) { return numbers[f]; };
    tree_->add_paths(tree, number_of, [&](CallTree::Node node, CallTree::Node to) {
        tree_->calls(to) =
            checked_add(tree_->calls(to), signed_count(tree.calls(node), change.is_negative));
        add_counts(tree_->counts(to), tree.counts(node), change);
    });
}

void CallsSum::add_arcs(const CallArcs& arcs, const CalledFunctions& functions,
                        const std::vector<FunctionId>& numbers, const Change& change) {
    arcs_->set_bounded(arcs_->is_bounded() || arcs.is_bounded());
    arcs_->set_functions(functions_.size());
    const auto file_of = [&](const CallArc& from, FunctionId caller, FunctionId callee) {
        if (is_root_number(caller))
            return functions_[callee].file;
        if (from.file == functions[from.caller].file)
            return functions_[caller].file;
        const std::string_view file = functions.names()[from.file];
        return functions_.intern(
            change.new_place ? change.new_place(file, functions.name(from.caller), from.caller).file
                             : file);
    };
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const CallArc& from = arcs[i];
        const FunctionId caller = is_root_number(from.caller) ? from.caller : numbers[from.caller];
        const FunctionId callee = numbers[from.callee];
        const std::size_t to =
            arcs_->insert({caller, file_of(from, caller, callee), from.line, callee});
        arcs_->calls(to) =
            checked_add(arcs_->calls(to), signed_count(arcs.calls(i), change.is_negative));
        if (caller != callee || from.caller == from.callee) // a call of itself only by its new name
            add_counts(arcs_->counts(to), arcs.counts(i), change);
    }
    for (std::size_t f = 0; f < numbers.size(); ++f)
        add_counts(arcs_->own(numbers[f]), arcs.own(static_cast<FunctionId>(f)), change);
}

void CallsSum::add_lines(const Calls& calls, const std::vector<FunctionId>& numbers,
                         const Change& change) {
    const Names& names = calls.functions.names();
    for (const FunctionLines::Block& block : calls.lines.blocks()) {
        NameId file, name;
        bool at_line_0 = false;
        if (change.new_place) {
            const RowPlace place =
                change.new_place(names[block.file], names[block.name], block.function);
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
            add_counts(lines_.add_row(line), calls.lines.counts(row), change);
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
    if (!tree_)
        return;
    const CallTree tree = std::move(*tree_).finish();
    tree_.reset();
    std::vector<FunctionId> numbers = numbers_below<FunctionId>(functions_.size());
    const CallArcs arcs = arcs_of(tree, functions_);
    add_arcs(arcs, functions_, numbers, {});
}

void CallsSum::add(const Calls& calls, const Change& change) {
    if (!calls.tree() && !arcs_)
        keep_arcs_only();
    const std::vector<FunctionId> numbers = imported(calls.functions, functions_, change.new_name);
    if (!arcs_) {
        add_tree(*calls.tree(), numbers, change);
    } else {
        CallArcs arcs = calls.arcs();
        add_uncalled(arcs, calls.functions);
        add_arcs(arcs, calls.functions, numbers, change);
    }
    add_lines(calls, numbers, change);
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
    tree_->renumber(new_numbers);
    return {std::move(functions_), std::move(*tree_).finish(), recursion_, folded_,
            std::move(lines)};
}

CallsSum::Columns columns_of(const EventSet& events, const EventSet& in) {
    CallsSum::Columns columns;
    for (const std::string& event : events.names())
        columns.push_back(in.column(event));
    return columns;
}

Calls changed_calls(const Calls& calls, std::size_t event_count, const CallsSum::Change& change) {
    CallsSum sum(event_count);
    sum.add(calls, change);
    return std::move(sum).finish();
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
