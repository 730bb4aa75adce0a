// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/by_calls.hpp"

#include "calls/inclusive.hpp"
#include "model/cost_table_builder.hpp"

#include <algorithm>
#include <optional>

namespace cg {
namespace {

// Ids of the functions' names among those of a profile.
class RowNames {
  public:
    RowNames(const CalledFunctions& functions, Names& names)
        : functions_(functions), names_(names), ids_(functions.names().size()) {}

    void enter(CalledNumber function, CostTableBuilder& rows) {
        rows.enter(id(functions_[function].file), id(functions_[function].name));
    }

  private:
    NameId id(NameId name) {
        auto& id = ids_[static_cast<std::size_t>(name)];
        if (!id)
            id = names_.intern(functions_.names()[name]);
        return *id;
    }

    const CalledFunctions& functions_;
    Names& names_;
    std::vector<std::optional<NameId>> ids_; // by those of the functions
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

} // namespace cg
