// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/failing_rows.hpp"

#include "model/count.hpp"

#include <algorithm>

namespace cg {

std::optional<std::vector<FailingRow>>
failing_rows(const Condition& condition, const Profile& difference, const Profile& base) {
    const EventSet& events = difference.header.events;
    const std::size_t column = condition.main_column(events);
    const bool totals_fail = condition.is_of_functions()
                                 ? condition.totals_hold(events, difference.summary, base.summary)
                                 : condition.holds(events, difference.summary, base.summary);
    if (!totals_fail)
        return std::nullopt;

    std::vector<FailingRow> rows;
    for (const FunctionCosts& f : difference.costs.functions()) {
        const auto changes = difference.costs.counts(f.first_row);
        const auto bases = base.costs.counts(f.first_row);
        if (condition.is_of_functions() ? condition.holds(events, changes, bases)
                                        : condition.concerns(changes[column]))
            rows.push_back({f.file, f.function, changes[column], bases[column]});
    }
    if (condition.is_of_functions() && rows.empty())
        return std::nullopt;
    std::ranges::stable_sort(rows, std::greater<>(),
                             [](const FailingRow& row) { return magnitude(row.difference); });
    return rows;
}

} // namespace cg
