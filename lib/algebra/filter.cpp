// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/filter.hpp"

#include "algebra/diff.hpp"
#include "model/cost_table_builder.hpp"

#include <algorithm>

namespace cg {

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
            rows.add_rows(profile.costs, row, row + 1);
        }
    }
    if (rest == Rest::drop) {
        for (const std::size_t column : events.own_columns())
            left_out[column] = 0;
        is_left_out = std::ranges::any_of(left_out, [](Count count) { return count != 0; });
    }
    Names names = profile.names;
    if (is_left_out) {
        rows.enter(names.intern("???"), names.intern(rest_name));
        std::ranges::copy(left_out, rows.add_row(0).begin());
    }
    CostTable costs = std::move(rows).finish(); // sums the row with one of the same name
    std::vector<Count> summary = costs.total();
    return {profile.header, std::move(names), std::move(costs), std::move(summary)};
}

KeepRow changed_rows(const Profile& profile) {
    return [&profile, columns = profile.header.events.own_columns()](const FunctionCosts&,
                                                                     std::size_t row) {
        const auto counts = profile.costs.counts(row);
        return std::ranges::any_of(columns,
                                   [&](std::size_t column) { return counts[column] != 0; });
    };
}

} // namespace cg
