// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/by_calls.hpp"

#include "calls/inclusive.hpp"
#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/inclusive_event.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

namespace cg {
namespace {

// Interns the names of called functions in the names of a profile.
class RowNames {
  public:
    RowNames(const CalledFunctions& functions, Names& names)
        : functions_(functions), names_(names), ids_(functions.names().size()) {}

    void enter(CalledNumber function, CostTableBuilder& rows) {
        rows.enter(id(functions_[function].file), id(functions_[function].name));
    }

  private:
    NameId id(NameId name) {
        auto& id = ids_[index_of(name)];
        if (!id)
            id = names_.intern(functions_.names()[name]);
        return *id;
    }

    const CalledFunctions& functions_;
    Names& names_;
    std::vector<std::optional<NameId>> ids_; // by the ids of the functions' names
};

} // namespace

Profile of_own_cost(const Profile& profile, Calls calls) {
    const CallTree& tree = *calls.tree();
    const std::size_t events = tree.event_count();
    std::vector<Count> own(calls.functions.size() * events);
    std::vector<Count> in_none(events);
    for (CallTree::Node node = 0; node < tree.size(); ++node)
        add_to(tree.is_root(node) ? std::span(in_none)
                                  : std::span(own).subspan(tree.function(node) * events, events),
               tree.counts(node));
    Names names;
    CostTableBuilder rows(events);
    RowNames row_names(calls.functions, names);
    for (CalledNumber f = 0; f < calls.functions.size(); ++f) {
        row_names.enter(f, rows);
        add_to(rows.add_row(0), std::span(own).subspan(f * events, events));
    }
    if (std::ranges::any_of(in_none, [](Count count) { return count != 0; })) {
        const NameId none = names.intern(unknown_name);
        rows.enter(none, none);
        add_to(rows.add_row(0), in_none);
    }
    std::vector<Count> summary = tree.total();
    return {profile.header, std::move(names), std::move(rows).finish(), std::move(summary),
            std::move(calls)};
}

Profile of_inclusive_cost(const Profile& profile) {
    const Calls& calls = *profile.calls;
    const std::size_t events = calls.event_count();
    const std::vector<Count> inclusive = inclusive_costs(calls);
    Names names;
    CostTableBuilder rows(events);
    RowNames row_names(calls.functions, names);
    for (CalledNumber f = 0; f < calls.functions.size(); ++f) {
        row_names.enter(f, rows);
        add_to(rows.add_row(0), std::span(inclusive).subspan(f * events, events));
    }
    return {profile.header, std::move(names), std::move(rows).finish(), profile.summary};
}

Profile with_inclusive_cost(const Profile& profile) {
    // Reports by function add functions of one name. If such functions call each other, the cost of
    // the calls must be counted once: so they are made one function first.
    const CalledFunctions& functions = profile.calls->functions;
    std::unordered_map<std::string, std::string>
        files; // by name: the file of the first function of this name
    for (CalledNumber f = 0; f < functions.size(); ++f)
        files.emplace(functions.name(f), functions.file(f));
    const Calls calls = changed_calls(
        *profile.calls, profile.calls->event_count(), {.new_name = [&](const CalledName& function) {
            return CalledName{{}, files.at(function.name), function.name};
        }});
    const EventSet& events = profile.header.events;
    const std::vector<Count> inclusive = inclusive_costs(calls);
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
    }
    names.emplace_back(calls_event);
    result.header.events = EventSet(std::move(names));
    result.summary.insert(result.summary.end(), profile.summary.begin(), profile.summary.end());
    result.summary.push_back(0);

    CostTableBuilder rows(result.header.events.size());
    for (const FunctionCosts& function : profile.costs.functions()) {
        rows.enter(function.file, function.function);
        const auto sums = rows.add_row(0).first(events.size());
        for (const std::size_t row : function.rows())
            add_to(sums, profile.costs.counts(row));
    }
    RowNames row_names(calls.functions, result.names);
    for (CalledNumber f = 0; f < calls.functions.size(); ++f) {
        row_names.enter(f, rows);
        const auto row = rows.add_row(0);
        add_to(row.subspan(events.size(), events.size()),
               std::span(inclusive).subspan(f * events.size(), events.size()));
        row.back() = numbers[f];
        result.summary.back() = checked_add(result.summary.back(), numbers[f]);
    }
    result.costs = std::move(rows).finish();
    return result;
}

} // namespace cg
