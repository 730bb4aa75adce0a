// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/diff.hpp"

#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/match_functions.hpp"
#include "model/calls.hpp"
#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"
#include "model/difference.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace cg {

std::vector<std::size_t> locate_rows(const Profile& part, const Profile& whole) {
    FunctionIndex index;
    const auto functions = whole.costs.functions();
    index.reserve(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        index.insert({functions[i].file, functions[i].function}, i);
    const auto name = [&](NameId id) {
        return id == unspecified_function ? id : whole.names.find(part.names[id]).value();
    };
    std::vector<std::size_t> rows;
    rows.reserve(part.costs.row_count());
    for (const FunctionCosts& f : part.costs.functions()) {
        const FunctionCosts& there =
            functions[index.find({name(f.file), name(f.function)}).value()];
        LineFinder find(whole.costs.lines(there));
        for (const Line line : part.costs.lines(f))
            rows.push_back(there.first_row + find(line).value());
    }
    return rows;
}

namespace {

// Keeps the costs by address in programs and libraries that another profile has costs in, too: the
// addresses of another build are others.
void keep_common_objects(std::optional<CodeRanges>& ranges,
                         const std::optional<CodeRanges>& other) {
    if (!ranges || !other)
        return ranges.reset();
    ranges = kept_ranges(*ranges, [&](std::size_t i) {
        const CodeObject& object = ranges->objects[ranges->ranges[i].object];
        return std::ranges::find(other->objects, object) != other->objects.end();
    });
}

Profile joined(Profile a, const Profile& b) {
    Merge merge(std::move(a), MergeEvents::equal, Merge::Mode::difference);
    merge.add(b);
    return std::move(merge).finish();
}

void add_matches(CalledFunctions& functions, const std::vector<FunctionMatch>& matches) {
    const auto number = [&](const CalledName& f) {
        return functions.insert(functions.intern(f.object), functions.intern(f.file),
                                functions.intern(f.name));
    };
    std::vector<std::pair<FunctionId, FunctionId>> pairs;
    pairs.reserve(matches.size());
    for (const FunctionMatch& match : matches)
        pairs.emplace_back(number(match.before), number(match.after));
    functions.match(pairs);
}

// Numbers of calls have no column of their own for a base.
void clear_numbers_of_calls(Calls& calls) {
    const auto clear = [](auto& edges) {
        for (std::size_t i = 0; i < edges.size(); ++i)
            edges.calls(static_cast<std::uint32_t>(i)) = 0;
    };
    std::visit(clear, calls.tree_or_arcs);
    if (calls.lines_of_calls)
        clear(*calls.lines_of_calls);
}

} // namespace

Profile diff(const Profile& first, const Profile& second, DiffBy by) {
    const bool is_by_function = by == DiffBy::function;
    Profile before = negated(is_by_function ? by_function(first) : first);
    if (before.data)
        move_variables(*before.data, moved_objects(first, second));
    Profile difference = joined(std::move(before), is_by_function ? by_function(second) : second);
    if (difference.calls)
        add_matches(difference.calls->functions,
                    match_functions(first.calls->functions, second.calls->functions));
    difference.header.desc = {std::string(compared_files)};
    difference.header.totals_of_run.clear();
    keep_common_objects(difference.addresses, first.addresses);
    keep_common_objects(difference.addresses, second.addresses);
    difference.header.cmd = first.header.cmd + "; " + second.header.cmd;
    return is_by_function ? sorted_by_name(difference) : difference;
}

Profile with_base(const Profile& difference, const Profile& first) {
    std::vector<std::string> both = difference.header.events.names();
    std::vector<std::string> bases = first.header.events.names();
    for (std::string& base : bases)
        base += base_suffix;
    both.insert(both.end(), bases.begin(), bases.end());
    const EventSet events(both);
    Profile base = first;
    base.header.events = EventSet(bases);
    base.header.totals_of_run.clear(); // a difference is of counts
    keep_common_objects(base.addresses, difference.addresses);
    if (base.calls)
        clear_numbers_of_calls(*base.calls);
    if (base.data)
        base.data = with_base_columns(std::move(*base.data));
    Profile result = joined(project(difference, events), project(base, events));
    result.header.desc = difference.header.desc; // it stays a difference
    return result;
}

std::vector<std::string> notes_on_lost_calls(const Profile& first, const Profile& second,
                                             std::span<const std::string> paths,
                                             bool is_of_changed) {
    const auto& a = first.calls;
    const auto& b = second.calls;
    std::vector<std::string> notes;
    if (a.has_value() != b.has_value())
        notes.push_back(input_for_message(paths[a ? 1 : 0]) +
                        " has no calls, so the difference has none");
    else if (a && !a->tree() != !b->tree())
        notes.push_back(input_for_message(paths[a->tree() ? 1 : 0]) +
                        " has no tree of calls, so the difference has " +
                        (is_of_changed ? "none, and --changed leaves out callers and callees"
                                       : "callers and callees only"));
    return notes;
}

std::vector<std::string> notes_on_lost_data(const Profile& first, const Profile& second,
                                            std::span<const std::string> paths) {
    std::vector<std::string> notes;
    if (first.data.has_value() != second.data.has_value())
        notes.push_back(input_for_message(paths[first.data ? 1 : 0]) +
                        " has no data objects, so the difference has none");
    return notes;
}

} // namespace cg
