// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles for tests, written as rows.
#pragma once

#include "model/cost_table_builder.hpp"
#include "model/profile.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace cg {

struct Row {
    std::string file;
    std::string function; // empty: unspecified
    Line line;
    std::vector<Count> counts;
};

inline Profile make_profile(std::vector<std::string> events, const std::vector<Row>& rows,
                            std::string cmd = "./prog") {
    Names names;
    CostTableBuilder builder(events.size());
    for (const Row& row : rows) {
        const NameId file = names.intern(row.file);
        builder.enter(file,
                      row.function.empty() ? unspecified_function : names.intern(row.function));
        std::ranges::copy(row.counts, builder.add_row(row.line).begin());
    }
    CostTable costs = std::move(builder).finish();
    std::vector<Count> total = costs.total();
    return {{{}, std::move(cmd), EventSet(std::move(events))},
            std::move(names),
            std::move(costs),
            std::move(total)};
}

// All events in their order.
inline ReportColumns make_report_columns(const Profile& profile, double threshold = 0.1) {
    ReportColumns columns;
    columns.events = profile.header.events;
    for (std::size_t i = 0; i < columns.events.size(); ++i) {
        columns.visible_columns.push_back(i);
        columns.order.push_back(i);
    }
    columns.thresholds = {{0, threshold}};
    columns.percent_base = profile.summary;
    return columns;
}

} // namespace cg
