// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/row_writer.hpp"

#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace cg {

void ColumnWidths::Extent::include(Count count) {
    min = std::min(min, count);
    max = std::max(max, count);
}

ColumnWidths::ColumnWidths(const ReportColumns& columns, Percentages percentages)
    : report_columns_(columns), percentages_(percentages) {
    for (const std::size_t event : columns.visible_columns)
        columns_.push_back({event, {}, {}});
}

void ColumnWidths::include(std::span<const Count> row) {
    for (Column& column : columns_)
        column.counts.include(row[column.event]);
}

void ColumnWidths::include(std::span<const Count> row, std::span<const Count> so_far) {
    include(row);
    for (Column& column : columns_)
        column.sums.include(so_far[column.event]);
}

std::size_t RowWriter::Column::width_after_count() const {
    if (percentage_width == 0)
        return 0;
    const std::size_t single = std::string_view(" ()").size() + percentage_width;
    if (sum_percentage_width == 0)
        return single;
    return single + std::string_view(", ").size() + sum_percentage_width;
}

RowWriter::RowWriter(const ColumnWidths& widths, Colours colours)
    : report_columns_(widths.report_columns_), colours_(colours) {
    const auto max_width = [](const ColumnWidths::Extent& extent, auto width) -> std::size_t {
        return std::max(width(extent.min), width(extent.max));
    };
    const auto count_width = [](Count count) { return Number(count).text().size(); };
    const bool cumulative = widths.percentages_ == Percentages::cumulative;
    for (const ColumnWidths::Column& measured : widths.columns_) {
        Column column{
            measured.event, max_width(measured.counts, count_width), 0, 0,
            width_of(text_for(EscapingContext::program, report_columns_.events[measured.event]))};
        if (report_columns_.percentages) {
            const auto percentage_width = [&](Count count) -> std::size_t {
                if (count == 0 && !cumulative)
                    return 0; // no percentage is written
                return Percentage(count, report_columns_.percent_base[column.event]).text().size();
            };
            column.percentage_width = max_width(measured.counts, percentage_width);
            if (cumulative)
                column.sum_percentage_width = max_width(measured.sums, percentage_width);
        }
        const std::size_t width = column.count_width + column.width_after_count();
        if (width < column.name_width)
            column.count_width += column.name_width - width;
        columns_.push_back(column);
        dots_.append(column.count_width - 1, ' ');
        dots_ += '.';
        dots_.append(column.width_after_count() + 1, ' ');
    }
}

void RowWriter::write_names(std::string& out) const {
    for (const Column& column : columns_) {
        out += report_columns_.events[column.event];
        out.append(column.count_width + column.width_after_count() - column.name_width, '_');
        out += ' ';
    }
}

void RowWriter::write_count(std::string& out, const Column& column, Count count) const {
    const Number number(count);
    out.append(column.count_width - number.text().size(), ' ');
    const auto colour = colour_of(colours_, count, report_columns_.percent_base[column.event]);
    out += colour;
    out += number.text();
    if (!colour.empty())
        out += colour_end;
}

void RowWriter::write(std::string& out, std::span<const Count> row,
                      std::span<const Count> so_far) const {
    for (const Column& column : columns_) {
        const Count count = row[column.event];
        write_count(out, column, count);
        const std::size_t end = out.size() + column.width_after_count() + 1;
        if (column.percentage_width > 0 && (count != 0 || !so_far.empty())) {
            const auto percentage = [&](Count of) {
                return Percentage(of, report_columns_.percent_base[column.event]);
            };
            const Percentage single = percentage(count);
            out.append(1 + column.percentage_width - single.text().size(), ' ');
            out.append("(").append(single.text());
            if (!so_far.empty()) {
                const Percentage sum = percentage(so_far[column.event]);
                out += ", ";
                out.append(column.sum_percentage_width - sum.text().size(), ' ');
                out += sum.text();
            }
            out += ')';
        }
        out.append(end - out.size(), ' ');
    }
}

} // namespace cg
