// SPDX-License-Identifier: GPL-2.0-or-later
#include "gate.hpp"

#include "text/destination.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace cg::difference {
namespace {

constexpr std::size_t most_lines = 10; // of a condition: a table to read, not a report

std::string signed_count(Count count) {
    return fmt::format("{}{}", count > 0 ? "+" : "", Number(count).text());
}

std::string percentage(Count difference, Count base) {
    if (base == 0)
        return difference == 0 ? "0%" : "new";
    return fmt::format("{:+.2f}%", 100.0 * static_cast<double>(difference) /
                                       std::abs(static_cast<double>(base)));
}

struct Row {
    std::string name;
    Count difference;
    Count base;
};

void append(const std::string& event, const Row& row, std::vector<std::string>& lines) {
    lines.push_back(fmt::format("{:>18} {:>10}  {}  {}", signed_count(row.difference),
                                percentage(row.difference, row.base),
                                text_for(Destination::message, event), row.name));
}

// The counts of a row: the difference's and the base's, which stand behind.
std::span<const Count> first_half(std::span<const Count> counts) {
    return counts.first(counts.size() / 2);
}
std::span<const Count> second_half(std::span<const Count> counts) {
    return counts.last(counts.size() / 2);
}

EventSet own_events(const EventSet& events) {
    std::vector<std::string> names = events.names();
    names.resize(names.size() / 2);
    return EventSet(std::move(names));
}

} // namespace

std::vector<std::string> offenders(std::span<const Condition> conditions,
                                   const Profile& difference) {
    const EventSet events = own_events(difference.header.events);
    std::vector<std::string> lines;
    for (const Condition& condition : conditions) {
        const std::string& event = condition.main_event();
        const std::size_t column = events.column(event).value();
        const auto totals = std::span(difference.summary);
        if (!condition.is_of_functions() &&
            !condition.holds(events, first_half(totals), second_half(totals)))
            continue;

        std::vector<Row> rows;
        for (const FunctionCosts& f : difference.costs.functions()) {
            const auto counts = std::as_const(difference.costs).counts(f.first_row);
            const Count changed = first_half(counts)[column];
            if (condition.is_of_functions()
                    ? !condition.holds(events, first_half(counts), second_half(counts))
                    : changed == 0)
                continue;
            const std::string function = f.function == unspecified_function
                                             ? std::string(unspecified_mark)
                                             : std::string(difference.names[f.function]);
            rows.push_back({text_for(Destination::message, difference.names[f.file]) + ":" +
                                text_for(Destination::message, function),
                            changed, second_half(counts)[column]});
        }
        if (condition.is_of_functions() && rows.empty())
            continue;
        std::ranges::stable_sort(rows, std::greater<>(), [](const Row& row) {
            return std::abs(static_cast<double>(row.difference));
        });
        lines.push_back("fails: " + text_for(Destination::message, condition.text()));
        append(event, {"PROGRAM TOTALS", first_half(totals)[column], second_half(totals)[column]},
               lines);
        for (std::size_t i = 0; i < std::min(rows.size(), most_lines); ++i)
            append(event, rows[i], lines);
        if (rows.size() > most_lines)
            lines.push_back(fmt::format("{:>18} {:>10}  and {} more functions", "", "",
                                        rows.size() - most_lines));
    }
    return lines;
}

} // namespace cg::difference
