// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/selection.hpp"

#include "algebra/changed.hpp"
#include "calls/sum.hpp"
#include "error/error.hpp"
#include "model/containers.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/profile.hpp"
#include "model/row_finder.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>

namespace cg {
namespace {

auto is_in(const EventSet& events) {
    return [&events](const std::string& event) { return events.column(event).has_value(); };
}

// Returns those names of `first` that `second` lacks, with spaces between.
std::string missing_names(const EventSet& first, const EventSet& second) {
    auto missing = first.names() | std::views::filter(std::not_fn(is_in(second)));
    return fmt::format("{}", fmt::join(missing, " "));
}

} // namespace

std::size_t chosen_column(const EventSet& events, std::string_view name, std::string_view option) {
    if (const auto column = meant_event(events, name))
        return *column;
    throw UsageError(std::string(option) + ": " + no_such_event(events, name));
}

std::vector<std::size_t> chosen_columns(const EventSet& events, std::span<const std::string> names,
                                        std::string_view option) {
    std::vector<std::size_t> columns;
    std::ranges::transform(names, std::back_inserter(columns), [&](std::string_view name) {
        return chosen_column(events, name, option);
    });
    return columns;
}

std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given) {
    const std::string missing = missing_names(wanted, given);
    const std::string extra = missing_names(given, wanted);
    if (missing.empty() && extra.empty()) {
        auto columns = wanted.names() | std::views::transform([&](const std::string& event) {
                           return *given.column(event);
                       });
        return {columns.begin(), columns.end()};
    }
    throw Error(
        "the events differ: " +
        (missing.empty()
             ? ""
             : "only the profile before has " + text_for(EscapingContext::message, missing) +
                   (extra.empty() ? "" : ", ")) +
        (extra.empty() ? "" : "only this one has " + text_for(EscapingContext::message, extra)));
}

EventSet common_events(const EventSet& first, const EventSet& second) {
    auto common = first.names() | std::views::filter(is_in(second));
    return EventSet({common.begin(), common.end()});
}

EventSet united_events(const EventSet& first, const EventSet& second) {
    std::vector<std::string> names = first.names();
    std::ranges::copy_if(second.names(), std::back_inserter(names), std::not_fn(is_in(first)));
    return EventSet(std::move(names));
}

Profile project(const Profile& profile, const EventSet& events) {
    return changed(profile, to_events(events, profile.header.events));
}

std::vector<std::string> with_bases(std::vector<std::string> events, const EventSet& given) {
    for (const std::string& event : std::vector<std::string>(events)) {
        const std::string base = event + base_suffix;
        if (given.column(event) && given.column(base) &&
            std::ranges::find(events, base) == events.end())
            events.push_back(base);
    }
    return events;
}

Profile reorder(const Profile& profile, const EventSet& events) {
    same_columns(events, profile.header.events);
    return project(profile, events);
}

namespace {

// Return what is left of a part of `all` with the rows of `kept`.

std::optional<Calls> of_kept_rows(const Calls&, const Profile&, const Profile&) {
    return std::nullopt;
}

CodeRanges of_kept_rows(const CodeRanges& ranges, const Profile&, const Profile& kept) {
    const auto rows = rows_of(ranges, kept.costs, kept.names);
    return kept_ranges(ranges, [&](std::size_t range) { return rows[range].has_value(); });
}

DataObjects of_kept_rows(DataObjects data, const Profile& all, const Profile& kept) {
    const auto rows = rows_of(data, kept.costs, kept.names);
    const auto allocating = allocating_rows_of(data, all.costs, all.names);
    const auto kept_allocating = allocating_rows_of(data, kept.costs, kept.names);
    const auto is_allocated = [&](std::size_t object) {
        return !allocating[object] || kept_allocating[object];
    };
    // Blocks are of the lines that allocate them, if all are known: then their sums are exact.
    for (std::size_t i = 0; data.has_allocations && i < data.objects.size(); ++i)
        if (DataObject& object = data.objects[i]; !is_allocated(i)) {
            object.blocks = object.bytes = object.live = 0;
            data.live.reset();
        }
    return kept_cells(
        data, [&](std::size_t cell) { return rows[cell].has_value(); }, is_allocated);
}

} // namespace

Profile filter(const Profile& profile, const KeepRow& keep, Rest rest) {
    const EventSet& events = profile.header.events;
    CostTableBuilder rows(events.size());
    std::vector<Count> left_out(events.size());
    bool is_left_out = false;
    for (const FunctionCosts& f : profile.costs.functions()) {
        bool entered = false;
        for (const std::size_t row : f.rows()) {
            if (!keep(f, row)) {
                add_to(left_out, profile.costs.counts(row));
                is_left_out = true;
                continue;
            }
            if (!entered)
                rows.enter(f.file, f.function);
            entered = true;
            const Line line = profile.costs.line(row);
            rows.add_rows({&line, 1}, profile.costs.counts(row));
        }
    }
    if (rest == Rest::drop) {
        for (const std::size_t column : events.own_columns())
            left_out[column] = 0;
        is_left_out = !is_zero(left_out);
    }
    Names names = profile.names;
    if (is_left_out) {
        rows.enter(names.intern("???"), names.intern(rest_name));
        std::ranges::copy(left_out, rows.add_row(0).begin());
    }
    Profile result{profile.header, std::move(names), std::move(rows).finish(), {}};
    result.summary = result.costs.total();
    set_parts(result, profile,
              [&](const auto& part) { return of_kept_rows(part, profile, result); });
    return result;
}

Profile of_objects(const Profile& profile, const KeepObject& keep) {
    const DataObjects& all = *profile.data;
    std::vector<bool> is_kept(all.objects.size());
    for (std::size_t object = 0; object < is_kept.size(); ++object)
        is_kept[object] = keep(object);
    DataObjects data = kept_cells(
        all, [&](std::size_t cell) { return is_kept[all.cells[cell].object]; },
        [&](std::size_t object) { return is_kept[object]; });

    Header header = profile.header;
    header.events = common_events(profile.header.events, data.events);
    if (header.events.size() == 0)
        throw Error("none of the profile's events is known by data object");
    header.totals_of_run.clear();
    const auto columns = columns_of(header.events, data.events);
    // Rows in the order of the profile, and of the lines that they have there.
    const auto row_of = rows_of(data, profile.costs, profile.names);
    std::vector<std::size_t> order = numbers_below(data.cells.size());
    std::ranges::stable_sort(order, {}, [&](std::size_t cell) {
        return row_of[cell].value_or(profile.costs.row_count());
    });
    Names names;
    CostTableBuilder rows(header.events.size());
    for (const std::size_t cell : order) {
        const DataCell& at = data.cells[cell];
        rows.enter(names.intern(data.names[at.file]), names.intern(data.names[at.function]));
        const auto row = rows.add_row(at.line);
        for (std::size_t i = 0; i < columns.size(); ++i)
            row[i] = data.cells.counts(cell)[*columns[i]];
    }
    CostTable costs = std::move(rows).finish();
    std::vector<Count> summary = costs.total();
    return {std::move(header), std::move(names), std::move(costs), std::move(summary),
            std::nullopt,      std::nullopt,     std::move(data)};
}

KeepRow changed_rows(const Profile& profile) {
    return [&profile, columns = profile.header.events.own_columns()](const FunctionCosts&,
                                                                     std::size_t row) {
        const auto counts = profile.costs.counts(row);
        return std::ranges::any_of(columns,
                                   [&](std::size_t column) { return counts[column] != 0; });
    };
}

RowSelection::RowSelection(const Profile& profile)
    : profile_(profile), selected_(profile.costs.row_count(), true) {
}

void RowSelection::keep_functions(const std::function<bool(const FunctionCosts&)>& is_wanted) {
    for (const FunctionCosts& f : profile_.costs.functions())
        if (!is_wanted(f))
            drop(f);
}

void RowSelection::keep_rows(const KeepRow& is_wanted) {
    for (const FunctionCosts& f : profile_.costs.functions())
        for (const std::size_t row : f.rows())
            selected_[row] = selected_[row] && is_wanted(f, row);
}

void RowSelection::keep_where(std::span<const Condition> conditions) {
    const EventSet& events = profile_.header.events;
    const std::vector<Count> bases = percent_bases(profile_);
    keep_functions([&](const FunctionCosts& f) {
        const std::vector<Count> own = counts(f);
        return std::ranges::all_of(conditions, [&](const Condition& condition) {
            return condition.totals_hold(events, profile_.summary, bases) &&
                   condition.holds(events, own, bases);
        });
    });
}

void RowSelection::keep_top(std::size_t max_functions, std::size_t column) {
    struct Ranked {
        FunctionCosts function;
        std::uint64_t size;
    };
    std::vector<Ranked> ranked;
    const auto is_selected = [this](const FunctionCosts& f) { return has_any(f); };
    for (const FunctionCosts& f : profile_.costs.functions() | std::views::filter(is_selected))
        ranked.push_back({f, magnitude(counts(f)[column])});
    std::ranges::stable_sort(ranked, std::greater<>(), &Ranked::size);
    for (const Ranked& other : ranked | std::views::drop(max_functions))
        drop(other.function);
}

bool RowSelection::has_any(const FunctionCosts& f) const {
    return std::ranges::any_of(f.rows(), [this](std::size_t row) { return selected_[row]; });
}

std::vector<Count> RowSelection::counts(const FunctionCosts& f) const {
    std::vector<Count> sum(profile_.header.events.size());
    for (const std::size_t row : f.rows())
        if (selected_[row])
            add_to(sum, profile_.costs.counts(row));
    return sum;
}

void RowSelection::drop(const FunctionCosts& f) {
    std::fill(selected_.begin() + static_cast<std::ptrdiff_t>(f.first_row),
              selected_.begin() + static_cast<std::ptrdiff_t>(f.end_row), false);
}

} // namespace cg
