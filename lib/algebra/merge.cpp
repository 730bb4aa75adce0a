// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/merge.hpp"

#include "algebra/columns.hpp"

namespace cg {

void Merge::add(const Profile& profile) {
    const std::vector<std::size_t> columns =
        same_columns(sum_.header.events, profile.header.events);
    CostTableBuilder rows(columns.size());
    const auto add_rows = [&rows](const Profile& from, auto name, auto column) {
        for (const FunctionCosts& function : from.costs.functions()) {
            rows.enter(name(function.file), name(function.function));
            for (std::size_t row = function.first_row; row < function.end_row; ++row) {
                const auto counts = from.costs.counts(row);
                const auto sum = rows.add_row(from.costs.line(row));
                for (std::size_t i = 0; i < sum.size(); ++i)
                    sum[i] = counts[column(i)];
            }
        }
    };
    add_rows(
        sum_, [](NameId id) { return id; }, [](std::size_t i) { return i; });
    add_rows(
        profile,
        [&](NameId id) {
            return id == unspecified_function ? id : sum_.names.intern(profile.names[id]);
        },
        [&](std::size_t i) { return columns[i]; });
    sum_.costs = std::move(rows).finish();
    sum_.summary = sum_.costs.total();
}

} // namespace cg
