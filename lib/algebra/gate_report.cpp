// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/gate_report.hpp"

#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/plural.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <ranges>

namespace cg {
namespace {

constexpr std::size_t max_rows_shown = 10; // of a condition: a table to read, not a report

// With as many digits as tell it from the condition's percentages: 5.0001 is more than 5%.
std::string percentage(Condition::EventChange change, bool is_new,
                       const std::vector<long double>& limits) {
    if (change.base == 0 && change.difference != 0)
        return is_new ? "new" : "from 0";
    if (change.base == 0)
        return "0%";
    const auto percent = static_cast<double>(100 * change.difference / std::abs(change.base));
    constexpr int most_digits = 9;
    int digits = 2;
    const auto looks_like = [&](long double limit) {
        const auto size = static_cast<double>(std::abs(limit));
        return std::abs(percent) != size && fmt::format("{:.{}f}", std::abs(percent), digits) ==
                                                fmt::format("{:.{}f}", size, digits);
    };
    while (digits < most_digits && std::ranges::any_of(limits, looks_like))
        ++digits;
    return fmt::format("{:+.{}f}%", percent, digits);
}

// Quotients have fractions.
std::string change_text(long double difference, bool is_quotient) {
    if (is_quotient)
        return fmt::format("{:+.3f}", static_cast<double>(difference));
    constexpr long double end = 0x1p63L; // of counts
    return std::abs(difference) < end ? with_sign(static_cast<Count>(difference))
                                      : fmt::format("{:+.0f}", static_cast<double>(difference));
}

std::string line(Condition::EventChange change, bool is_new, const Condition& condition,
                 const Failure& failure, const std::string& name) {
    return fmt::format("{:>18} {:>10}  {}  {}", change_text(change.difference, failure.is_quotient),
                       percentage(change, is_new, condition.percentages()),
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
    lines.push_back(line(failure.total, false, condition, failure, "PROGRAM TOTALS"));
    for (const FailingRow& row : rows | std::views::take(max_rows_shown))
        lines.push_back(line(row.change, row.is_new, condition, failure, name_of(row.function)));
    if (rows.size() > max_rows_shown)
        lines.push_back(fmt::format("{:>18} {:>10}  and {} more {}", "", "",
                                    rows.size() - max_rows_shown, plural_of(failure.noun)));
    return lines;
}

} // namespace cg
