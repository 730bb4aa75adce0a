// SPDX-License-Identifier: GPL-2.0-or-later
#include "gate.hpp"

#include "text/destination.hpp"
#include "text/number.hpp"

#include <cmath>
#include <fmt/format.h>

namespace cg::difference {
namespace {

constexpr std::size_t max_functions_shown = 10; // of a condition: a table to read, not a report

std::string signed_count(Count count) {
    return fmt::format("{}{}", count > 0 ? "+" : "", Number(count).text());
}

std::string percentage(Count difference, Count base) {
    if (base == 0)
        return difference == 0 ? "0%" : "new";
    return fmt::format("{:+.2f}%", 100.0 * static_cast<double>(difference) /
                                       std::abs(static_cast<double>(base)));
}

std::string line(Count difference, Count base, const std::string& event, const std::string& name) {
    return fmt::format("{:>18} {:>10}  {}  {}", signed_count(difference),
                       percentage(difference, base), text_for(Destination::message, event), name);
}

std::string name_of(const FailingRow& row, const Names& names) {
    const std::string_view function =
        row.function == unspecified_function ? unspecified_mark : names[row.function];
    return text_for(Destination::message, names[row.file]) + ":" +
           text_for(Destination::message, function);
}

} // namespace

std::vector<std::string> report(const Condition& condition, std::span<const FailingRow> rows,
                                const Profile& difference, const Profile& base) {
    const EventSet& events = difference.header.events;
    const std::size_t column = condition.main_column(events);
    const std::string& event = events[column];
    std::vector<std::string> lines{
        text_for(Destination::message, condition.text()) + " holds:",
        line(difference.summary[column], base.summary[column], event, "PROGRAM TOTALS")};
    for (const FailingRow& row : rows.first(std::min(rows.size(), max_functions_shown)))
        lines.push_back(line(row.difference, row.base, event, name_of(row, difference.names)));
    if (rows.size() > max_functions_shown)
        lines.push_back(fmt::format("{:>18} {:>10}  and {} more functions", "", "",
                                    rows.size() - max_functions_shown));
    return lines;
}

} // namespace cg::difference
