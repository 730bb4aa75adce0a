// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/failing_rows.hpp"

#include "model/magnitude.hpp"

#include <algorithm>

namespace cg {

std::optional<std::vector<FailingRow>>
failing_rows(const Condition& condition, const Profile& difference, const Profile& base) {
    const EventSet& events = difference.header.events;
    const std::size_t column = events.column(condition.main_event()).value();
    if (!condition.is_of_functions() && !condition.holds(events, difference.summary, base.summary))
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
