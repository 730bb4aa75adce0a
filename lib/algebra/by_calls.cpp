// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/by_calls.hpp"

#include "algebra/changed.hpp"
#include "calls/distinct_names.hpp"
#include "calls/select.hpp"
#include "calls/sum.hpp"
#include "model/called_functions.hpp"
#include "model/calls.hpp"
#include "model/containers.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/function_lines_builder.hpp"
#include "model/names.hpp"
#include "model/profile.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <string>

namespace cg {
namespace {

// The functions of a profile and their rows, for calls that were chosen from it.
class UnchangedFunctions {
  public:
    // `chosen` has functions of the profile in the same order, but perhaps not all. A profile
    // without calls has none.
    UnchangedFunctions(const Profile& profile, const Calls& chosen)
        : calls_(profile.calls ? &*profile.calls : nullptr) {
        if (!calls_)
            return;
        own_ = own_costs(calls_->lines, calls_->functions.size());
        blocks_.resize(calls_->functions.size());
        for (const FunctionLines::Block& block : calls_->lines.blocks())
            if (!is_root_number(block.function))
                blocks_[block.function].push_back(&block);
        FunctionId old = 0;
        for (FunctionId f = 0; f < chosen.functions.size(); ++f) {
            while (old < calls_->functions.size() && !is_same(chosen.functions, f, old))
                ++old;
            numbers_.push_back(old);
        }
    }

    // Returns true if the own cost of function f of the chosen calls did not change.
    bool contains(FunctionId f, std::span<const Count> own) const {
        return calls_ && numbers_[f] < calls_->functions.size() &&
               std::ranges::equal(own, own_[numbers_[f]]);
    }

    // Adds the rows of the function, which must be one of these.
    void add_lines(FunctionId f, CalledFunctions& functions, FunctionLinesBuilder& rows) const {
        for (const FunctionLines::Block* block : blocks_[numbers_[f]]) {
            rows.enter(f, functions.intern(calls_->functions.names()[block->file]),
                       functions.intern(calls_->functions.names()[block->name]));
            rows.add_rows(calls_->lines, *block);
        }
    }

  private:
    bool is_same(const CalledFunctions& chosen, FunctionId f, FunctionId old) const {
        const CalledFunctions& all = calls_->functions;
        return chosen.name(f) == all.name(old) && chosen.file(f) == all.file(old) &&
               chosen.object(f) == all.object(old);
    }

    const Calls* calls_;
    CountRows own_{0};
    std::vector<std::vector<const FunctionLines::Block*>> blocks_; // by function
    std::vector<FunctionId> numbers_; // of functions of the chosen calls
};

// Returns a function that tells whether the row of a range or of a cell has the same counts in both
// profiles: those of other rows are not known.
template <typename Parts>
auto is_of_same_row(const Parts& parts, const Profile& before, const Profile& after) {
    return [rows_before = rows_of(parts, before.costs, before.names),
            rows_after = rows_of(parts, after.costs, after.names), &before, &after](std::size_t i) {
        return rows_before[i] && rows_after[i] &&
               std::ranges::equal(before.costs.counts(*rows_before[i]),
                                  after.costs.counts(*rows_after[i]));
    };
}

// Return what is known of a part of `before` if rows have the counts of `after`.

std::optional<Calls> of_same_rows(const Calls&, const Profile&, const Profile&) {
    return std::nullopt; // they are chosen
}

CodeRanges of_same_rows(const CodeRanges& ranges, const Profile& before, const Profile& after) {
    return kept_ranges(ranges, is_of_same_row(ranges, before, after));
}

DataObjects of_same_rows(const DataObjects& data, const Profile& before, const Profile& after) {
    DataObjects kept =
        kept_cells(data, is_of_same_row(data, before, after), [](std::size_t) { return false; });
    kept.has_allocations = false; // parts of a tree do not tell which blocks they allocated
    return kept;
}

// Gives each function its name in a report.
void name_for_report(Calls& calls, FunctionNames function_names) {
    CalledFunctions& functions = calls.functions;
    const auto shown = [&](FunctionId f) {
        return shown_name(functions.name(f), functions.object(f));
    };
    const std::size_t count = functions.size();
    if (function_names != FunctionNames::distinct) {
        for (FunctionId f = 0; f < count; ++f)
            if (is_address(functions.name(f))) // others have their own
                functions.rename(f, shown(f));
        return;
    }
    std::vector<std::string> names;
    names.reserve(count);
    for (FunctionId f = 0; f < count; ++f)
        names.push_back(shown(f));
    const bool has_code_outside =
        std::ranges::any_of(calls.lines.blocks(), is_root_number, &FunctionLines::Block::function);
    names = distinct_names(functions, std::move(names),
                           std::span(&unknown_name, has_code_outside ? 1 : 0));
    for (FunctionId f = 0; f < count; ++f)
        functions.rename(f, names[f]);
}

} // namespace

Calls with_joined_functions(Calls calls) {
    const std::vector<FunctionId> all = calls.functions.representatives();
    if (std::ranges::equal(all, numbers_below<FunctionId>(all.size())))
        return calls;
    const CalledFunctions& functions = calls.functions;
    const auto new_name = [&](const CalledName&, FunctionId f) {
        const FunctionId of = all[f];
        return CalledName{std::string(functions.object(of)), std::string(functions.file(of)),
                          std::string(functions.name(of))};
    };
    return renamed(calls, {.function = new_name});
}

Profile of_own_cost(const Profile& profile, Calls calls) {
    const UnchangedFunctions before(profile, calls);
    const std::size_t functions = calls.functions.size();
    const CountRows own = own_costs(*calls.tree(), functions);
    FunctionLinesBuilder rows(calls.event_count());
    for (FunctionId f = 0; f < functions; ++f) {
        if (before.contains(f, own[f])) {
            before.add_lines(f, calls.functions, rows);
            continue;
        }
        rows.enter(f, calls.functions[f].file, calls.functions[f].name);
        std::ranges::copy(own[f], rows.add_row(0).begin());
    }
    const NameId none = calls.functions.intern(unknown_name);
    for (std::size_t start = 0; start < path_starts; ++start) {
        const auto counts = own[functions + start];
        if (is_zero(counts))
            continue;
        rows.enter(root_number(static_cast<PathStart>(start)), none, none);
        std::ranges::copy(counts, rows.add_row(0).begin());
    }
    calls.lines = std::move(rows).finish();
    Profile result{profile.header, calls.functions.names(), by_line(calls.lines),
                   calls.tree()->total()};
    set_parts(result, profile,
              [&](const auto& part) { return of_same_rows(part, profile, result); });
    result.calls = std::move(calls);
    return result;
}

std::vector<FunctionId> functions_of_other_cost(const Profile& profile, const Calls& chosen) {
    const UnchangedFunctions unchanged(profile, chosen);
    const CountRows own = own_costs(*chosen.tree(), chosen.functions.size());
    std::vector<FunctionId> others;
    for (FunctionId f = 0; f < chosen.functions.size(); ++f) {
        if (!unchanged.contains(f, own[f]) && !is_zero(own[f]))
            others.push_back(f);
    }
    return others;
}

Profile by_called_function(Profile profile, FunctionNames function_names) {
    Calls calls = with_joined_functions(std::move(*profile.calls));
    profile.calls.reset();
    CalledFunctions& functions = calls.functions;
    const bool is_of_rows = function_names == FunctionNames::of_rows;
    std::vector<bool> has_name_of_row(functions.size());
    for (FunctionId f = 0; is_of_rows && f < functions.size(); ++f)
        has_name_of_row[f] = functions.name(f).ends_with(inlined_suffix);
    name_for_report(calls, function_names);
    const NameId outside = functions.intern(unknown_name);
    const auto name_of = [&](const FunctionLines::Block& block) {
        if (is_root_number(block.function))
            return outside;
        return has_name_of_row[block.function] ? block.name : functions[block.function].name;
    };
    const bool is_renamed =
        std::ranges::any_of(calls.lines.blocks(), [&](const FunctionLines::Block& block) {
            return name_of(block) != block.name;
        });
    if (is_renamed)
        profile.costs =
            by_line(calls.lines, ImportedNames(functions.names(), profile.names), name_of);
    if (is_of_rows)
        return profile;
    if (is_renamed) {
        FunctionLinesBuilder lines(calls.event_count());
        for (const FunctionLines::Block& block : calls.lines.blocks()) {
            lines.enter(block.function, block.file, name_of(block));
            lines.add_rows(calls.lines, block);
        }
        calls.lines = std::move(lines).finish();
    }
    profile.calls = std::move(calls);
    return profile;
}

Profile with_inclusive_cost(const Profile& profile) {
    const Calls calls = with_joined_functions(*profile.calls);
    const CalledFunctions& functions = calls.functions;
    const EventSet& events = profile.header.events;
    const CountRows inclusive = inclusive_costs(calls);
    const std::vector<Count> numbers = numbers_of_calls(calls);
    Profile result{profile.header, profile.names, CostTableBuilder(0).finish(), profile.summary};

    std::vector<std::string> names = events.names();
    for (std::size_t event = 0; event < events.size(); ++event) {
        std::string name = events[event];
        const bool is_base = events.is_base(event);
        if (is_base)
            name.resize(name.size() - std::string_view(base_suffix).size());
        name += inclusive_suffix;
        names.push_back(is_base ? name + base_suffix : name);
        // 100 % of a run is the same for both costs of an event.
        if (const auto run = profile.header.totals_of_run.find(events[event]);
            run != profile.header.totals_of_run.end())
            result.header.totals_of_run[names.back()] = run->second;
    }
    names.emplace_back(calls_event);
    result.header.events = EventSet(std::move(names));
    result.summary.insert(result.summary.end(), profile.summary.begin(), profile.summary.end());
    result.summary.push_back(0);

    FunctionLinesBuilder rows(result.header.events.size());
    for (const FunctionLines::Block& block : calls.lines.blocks()) {
        rows.enter(block.function, block.file, block.name);
        const auto sums = rows.add_row(0);
        for (const std::size_t row : block.rows()) {
            add_to(sums.first(events.size()), calls.lines.counts(row));
            // Code outside any function calls nothing that it has a path for.
            if (is_root_number(block.function))
                add_to(sums.subspan(events.size(), events.size()), calls.lines.counts(row));
        }
    }
    for (FunctionId f = 0; f < functions.size(); ++f) {
        rows.enter(f, functions[f].file, functions[f].name);
        const auto row = rows.add_row(0);
        add_to(row.subspan(events.size(), events.size()), inclusive[f]);
        row.back() = numbers[f];
        result.summary.back() = checked_add(result.summary.back(), numbers[f]);
    }
    FunctionLines lines = std::move(rows).finish();
    result.costs = by_line(lines, ImportedNames(functions.names(), result.names));
    CallArcs none(result.header.events.size());
    none.set_functions(functions.size());
    result.calls = Calls{functions, std::move(none), 0, 0, std::move(lines)};
    return result;
}

} // namespace cg
