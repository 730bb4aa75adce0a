// SPDX-License-Identifier: GPL-2.0-or-later
#include "prepare.hpp"
#include "algebra/by_calls.hpp"
#include "algebra/selection.hpp"
#include "error/error.hpp"
#include "load/load.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cg::show {
namespace {

// The rows of a profile that are one row of a table. Numbers are given in the order of first use.
class Groups {
  public:
    Groups(const Names& names, By by, Paths paths) : names_(names), by_(by), paths_(paths) {}

    std::size_t number(const FunctionCosts& function, Line line) {
        std::string key = by_ == By::function
                              ? std::to_string(static_cast<std::uint32_t>(function.function))
                              : path(function.file);
        if (by_ == By::line)
            key += ':' + std::to_string(line);
        return numbers_.try_emplace(std::move(key), numbers_.size()).first->second;
    }

  private:
    const std::string& path(NameId file) {
        const auto [found, is_new] = names_of_files_.try_emplace(file);
        if (is_new) {
            const std::string shown =
                paths_ == Paths::display ? display_path(names_[file]) : std::string(names_[file]);
            found->second = by_ == By::directory ? std::string(directory_of(shown)) : shown;
        }
        return found->second;
    }

    const Names& names_;
    By by_;
    Paths paths_;
    std::unordered_map<NameId, std::string> names_of_files_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

struct SummedRows {
    std::vector<Count> sums;
    std::size_t first_row;
};

// Gives the first row of each function the quotient of its sums, and the others 0.
void take_quotients_of_functions(Calls& calls, std::size_t event,
                                 const Derivation::Function& quotient) {
    // Code outside any function is in groups by name, as in tables.
    std::map<std::pair<FunctionId, NameId>, SummedRows> groups;
    for (const FunctionLines::Block& block : calls.lines.blocks()) {
        const NameId name = is_root_number(block.function) ? block.name : NameId();
        const auto [group, is_new] = groups.try_emplace(
            {block.function, name}, std::vector<Count>(calls.event_count()), block.first_row);
        for (const std::size_t row : block.rows()) {
            const auto counts = calls.lines.counts(row);
            counts[event] = 0;
            add_to(group->second.sums, counts);
        }
    }
    for (const auto& [function, group] : groups)
        calls.lines.counts(group.first_row)[event] = quotient(group.sums);
}

} // namespace

std::vector<const Derivation*> quotients_among(const std::vector<Derivation>& derivations) {
    std::vector<const Derivation*> result;
    for (const Derivation& derivation : derivations) {
        const auto uses = [&](const Derivation* quotient) {
            return derivation.uses(quotient->event());
        };
        if (derivation.has_quotient() || std::ranges::any_of(result, uses))
            result.push_back(&derivation);
    }
    return result;
}

void take_quotients_of_sums(Profile& profile, const Derivation& derivation, By by, Paths paths) {
    const EventSet& events = profile.header.events;
    const std::size_t event = events.column(derivation.event()).value();
    if (is_difference(profile))
        throw UsageError(in_quotes(derivation.event()) +
                         ": a difference has no quotients: show the profiles side by side");
    const Derivation::Function quotient = derivation.function(profile.header);
    std::vector<SummedRows> groups;
    Groups numbers(profile.names, by, paths);
    for (const FunctionCosts& function : profile.costs.functions()) {
        std::size_t number = 0;
        for (const std::size_t row : function.rows()) {
            if (by == By::line || row == function.first_row)
                number = numbers.number(function, profile.costs.line(row));
            const auto counts = profile.costs.counts(row);
            counts[event] = 0;
            if (number == groups.size())
                groups.push_back({std::vector<Count>(events.size()), row});
            add_to(groups[number].sums, counts);
        }
    }
    for (const SummedRows& group : groups)
        profile.costs.counts(group.first_row)[event] = quotient(group.sums);
    profile.summary[event] = quotient(profile.summary);
    if (profile.calls && by == By::function)
        take_quotients_of_functions(*profile.calls, event, quotient);
}

namespace {

// Adds the new events that have inclusive costs: those that calls have, too. Returns the others,
// which inclusive costs may be a part of.
std::vector<Derivation> derive_with_calls(Profile& profile,
                                          const std::vector<Derivation>& derivations) {
    std::vector<Derivation> others;
    for (const Derivation& derivation : derivations) {
        if (!derivation.has_quotient() && derivation.has_its_events(profile.header)) {
            Profile derived = derivation.apply(profile);
            if (derived.calls) {
                profile = std::move(derived);
                continue;
            }
        }
        others.push_back(derivation);
    }
    return others;
}

// Returns the profile with the events to show, and their bases. Those of --sort and --min-of
// are always shown.
Profile with_events(Profile profile, const std::vector<Derivation>& derivations,
                    const Options& options, std::optional<Paths> names_of_files) {
    profile = derived(std::move(profile), derivations);
    // Afterwards, because apply() makes the summary the sum of the rows.
    if (names_of_files)
        for (const Derivation* quotient : quotients_among(derivations))
            take_quotients_of_sums(profile, *quotient, options.by.value_or(By::function),
                                   *names_of_files);
    if (options.show.empty())
        return profile;
    const EventSet& events = profile.header.events;
    std::vector<std::string> names;
    for (const std::size_t column : chosen_columns(events, options.show, "--show"))
        names.push_back(events[column]);
    const auto is_missing = [&](std::size_t column) {
        return std::ranges::find(names, events[column]) == names.end();
    };
    if (!options.sort.empty())
        if (const auto column = chosen_column(events, options.sort, "--sort"); is_missing(column))
            names.insert(names.begin(), events[column]);
    for (const MinOf& least : options.min_of)
        if (const auto column = chosen_column(events, least.event, "--min-of"); is_missing(column))
            names.push_back(events[column]);
    try {
        return project(profile, EventSet(with_bases(names, events)));
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--show: ") + error.what());
    }
}

Profile with_calls(const Profile& profile, const std::string& path) {
    try {
        return with_inclusive_cost(profile);
    } catch (const std::invalid_argument& error) {
        throw Error(input_for_message(path), std::string("--inclusive: ") + error.what());
    }
}

// Returns the profile with the names of functions that the format needs.
Profile with_function_names(Profile profile, const Options& options, const OutputFormat& format,
                            FunctionSeries* series) {
    // In rows, the name of an inlined function tells where it was inlined; in calls, its caller
    // does.
    if (options.inlines && format.names_in_rows && !options.inclusive)
        return by_called_function(std::move(profile), FunctionNames::of_rows);
    if (series)
        return by_called_function(series->add(std::move(profile)), FunctionNames::shown);
    // Quotients are of all rows of a name.
    if (!quotients_among(options.derive).empty())
        return by_called_function(std::move(profile), FunctionNames::distinct);
    // --mod-funcname may give several functions one name to show them alike.
    const bool may_be_alike = !options.mod_funcname.empty() && !format.has_names_as_keys;
    return by_called_function(std::move(profile),
                              may_be_alike ? FunctionNames::shown : *format.function_names);
}

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    names.reserve(paths.size());
    for (const std::string& path : paths)
        names.emplace_back(path == "-" ? "<stdin>" : last_part(path));
    auto sorted = names;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end() ? names : paths;
}

} // namespace

Renamed renamed(Profile profile, const Options& options) {
    if (options.mod_filename.empty() && options.mod_funcname.empty())
        return {std::move(profile), {}};
    return rename(profile, name_map(options.mod_filename), name_map(options.mod_funcname));
}

Renamed prepare(Renamed result, const Options& options, const OutputFormat& format,
                const std::string& path, FunctionSeries* series) {
    if (options.inclusive && !result.profile.calls)
        throw_lacking(input_for_message(path), "calls", "--inclusive needs", "--calls=yes");
    if (result.profile.calls && format.function_names && !options.by_library)
        result.profile = with_function_names(std::move(result.profile), options, format, series);
    std::vector<Derivation> derivations = options.derive;
    if (options.inclusive) {
        derivations = derive_with_calls(result.profile, derivations);
        result.profile = with_calls(result.profile, path);
    }
    result.profile =
        with_events(std::move(result.profile), derivations, options, format.names_in_rows);
    return result;
}

std::vector<std::string> labels(const std::vector<std::string>& paths, const std::string& label) {
    if (label.empty())
        return short_names(paths);
    std::vector<std::string> lines = read_lines(label);
    if (lines.size() != paths.size())
        throw UsageError(fmt::format("--label: {} has {} lines, but there are {} profiles",
                                     path_for_message(label), lines.size(), paths.size()));
    return lines;
}

} // namespace cg::show
