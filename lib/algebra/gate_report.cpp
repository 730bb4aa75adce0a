// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/gate_report.hpp"

#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/plural.hpp"

#include <cmath>
#include <fmt/format.h>
#include <ranges>

namespace cg {
namespace {

constexpr std::size_t max_rows_shown = 10; // of a condition: a table to read, not a report

using Change = Condition::Change;

std::string percentage(Change change, bool is_new) {
    if (change.base == 0 && change.difference != 0)
        return is_new ? "new" : "from 0";
    if (change.base == 0)
        return "0%";
    return fmt::format("{:+.2f}%",
                       static_cast<double>(100 * change.difference / std::abs(change.base)));
}

// Quotients have fractions.
std::string change_text(long double difference, bool is_quotient) {
    if (is_quotient)
        return fmt::format("{:+.3f}", static_cast<double>(difference));
    constexpr long double end = 0x1p63L; // of counts
    return std::abs(difference) < end ? with_sign(static_cast<Count>(difference))
                                      : fmt::format("{:+.0f}", static_cast<double>(difference));
}

std::string line(Change change, bool is_new, const Failure& failure, const std::string& name) {
    return fmt::format("{:>18} {:>10}  {}  {}", change_text(change.difference, failure.is_quotient),
                       percentage(change, is_new),
                       text_for(EscapingContext::message, failure.event), name);
}

std::string name_of(const ChangedFunction& function) {
    std::string name = function_for_message(function.name);
    if (!function.file.empty()) // objects of data and libraries have none
        name = text_for(EscapingContext::message, function.file) + ":" + name;
    return function.files > 1 ? fmt::format("{} (in {} files)", name, function.files) : name;
}

} // namespace

std::vector<std::string> gate_report(const Condition& condition, const Failure& failure) {
    const std::vector<FailingRow>& rows = failure.rows;
    std::vector<std::string> lines{text_for(EscapingContext::message, condition.text()) +
                                   " holds:"};
    lines.push_back(line(failure.total, false, failure, "PROGRAM TOTALS"));
    for (const FailingRow& row : rows | std::views::take(max_rows_shown))
        lines.push_back(line(row.change, row.is_new, failure, name_of(row.function)));
    if (rows.size() > max_rows_shown)
        lines.push_back(fmt::format("{:>18} {:>10}  and {} more {}", "", "",
                                    rows.size() - max_rows_shown, plural_of(failure.noun)));
    return lines;
}

} // namespace cg
