// SPDX-License-Identifier: GPL-2.0-or-later
//             Ir   change        %       Dr
//   v1  1,000,000                   200,000
//   v2  1,100,000  +100,000  +10.00% *  210,000
//                   +90,000           parse
#include "history/trend_writer.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg {
namespace {

// The first columns; each other event has one after them.
enum { label_column, total_column, change_column, percentage_column, mark_column };
using Row = std::vector<std::string>;

Row heads(const Trend& trend) {
    Row row{"", text_for(Destination::page, trend.event()), "change", "%", ""};
    for (std::size_t i = 1; i < trend.events().size(); ++i)
        row.push_back(text_for(Destination::page, trend.events()[i]));
    return row;
}

Row row_of(const Trend::Point& point, const Trend::Point* before) {
    Row row{text_for(Destination::page, point.label), std::string(Number(point.totals[0]).text())};
    if (point.deviation > 0)
        row.back() += " ±" + std::string(Number(point.deviation).text());
    row.push_back(before ? with_sign(point.change) : "");
    row.push_back(before ? change_percentage(point.change, before->totals[0]) : "");
    row.emplace_back(point.is_step ? "*" : " ");
    for (std::size_t i = 1; i < point.totals.size(); ++i)
        row.emplace_back(Number(point.totals[i]).text());
    return row;
}

void write_row(Writer& out, const Row& row, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string pad(widths[i] - width_of(row[i]), ' ');
        if (i == label_column)
            line += row[i] + pad;
        else
            line += (i == mark_column ? " " : "  ") + pad + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
}

} // namespace

std::string change_percentage(Count change, Count before) {
    if (before == 0)
        return "n/a";
    return fmt::format("{:+.2f}%", static_cast<double>(change) * 100 / static_cast<double>(before));
}

void write_trend_table(const Trend& trend, Writer& out) {
    std::vector<Row> rows{heads(trend)};
    for (std::size_t i = 0; i < trend.points().size(); ++i)
        rows.push_back(row_of(trend.points()[i], i == 0 ? nullptr : &trend.points()[i - 1]));
    std::vector<std::size_t> widths(rows[0].size());
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    bool has_steps = false;
    for (const Trend::Point& point : trend.points())
        for (const Trend::FunctionChange& f : point.functions)
            widths[change_column] = std::max(widths[change_column], with_sign(f.change).size());
    const std::size_t before_change = widths[label_column] + 2 + widths[total_column] + 2;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        write_row(out, rows[i], widths);
        if (i == 0)
            continue;
        const Trend::Point& point = trend.points()[i - 1];
        has_steps |= point.is_step;
        for (const Trend::FunctionChange& f : point.functions)
            out << fmt::format("{:{}}{:>{}}  ", "", before_change, with_sign(f.change),
                               widths[change_column])
                << text_for(Destination::page, f.name) << '\n';
    }
    if (has_steps)
        out << "* " << text_for(Destination::page, trend.event()) << " changed"
            << (trend.noise() > 0 ? fmt::format(" by more than {}%", trend.noise()) : "")
            << "; below: the functions with the largest changes\n";
}

} // namespace cg
