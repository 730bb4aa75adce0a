// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/changed.hpp"

#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <utility>

namespace cg {
namespace {

CostTable changed(const CostTable& costs, const Change& change) {
    if (change.columns.empty()) {
        CostTable result = costs;
        if (change.is_negative)
            std::ranges::for_each(result.counts(), negate);
        return result;
    }
    CostTableBuilder rows(change.columns.size());
    rows.reserve(costs.row_count(), costs.functions().size());
    for (const FunctionCosts& f : costs.functions()) {
        rows.enter(f.file, f.function);
        for (const std::size_t row : f.rows())
            change.add(rows.add_row(costs.line(row)), costs.counts(row));
    }
    return std::move(rows).finish_distinct();
}

} // namespace

void change_parts(Profile& result, const Profile& profile, const Change& change) {
    set_parts(result, profile, [&](const auto& part) { return changed(part, change); });
}

Profile changed(const Profile& profile, const Change& change) {
    Profile result{profile.header, profile.names, changed(profile.costs, change), {}};
    if (change.events)
        result.header.events = *change.events;
    result.summary.resize(result.header.events.size());
    change.add(result.summary, profile.summary);
    change_parts(result, profile, change);
    return result;
}

} // namespace cg
