// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/columns.hpp"

#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace cg {

void Measure::Extent::include(Count count) {
    min = std::min(min, count);
    max = std::max(max, count);
}

Measure::Measure(const View& view, Shares shares) : view_(view), shares_(shares) {
    for (const std::size_t event : view.shown)
        columns_.push_back({event, {}, {}});
}

void Measure::include(std::span<const Count> row) {
    for (Column& column : columns_)
        column.counts.include(row[column.event]);
}

void Measure::include(std::span<const Count> row, std::span<const Count> so_far) {
    include(row);
    for (Column& column : columns_)
        column.sums.include(so_far[column.event]);
}

std::size_t Columns::Column::behind_count() const {
    if (share_width == 0)
        return 0;
    const std::size_t share = std::string_view(" ()").size() + share_width;
    return share_so_far_width == 0 ? share
                                   : share + std::string_view(", ").size() + share_so_far_width;
}

Columns::Columns(const Measure& measure, Colours colours)
    : view_(measure.view_), colours_(colours) {
    const auto widest = [](const Measure::Extent& extent, auto width) -> std::size_t {
        return std::max(width(extent.min), width(extent.max));
    };
    const auto count_width = [](Count count) { return Number(count).text().size(); };
    const bool cumulative = measure.shares_ == Shares::cumulative;
    for (const Measure::Column& measured : measure.columns_) {
        Column column{measured.event, widest(measured.counts, count_width), 0, 0,
                      width_of(text_for(Destination::program, view_.events[measured.event]))};
        if (view_.percentages) {
            const auto share_width = [&](Count count) -> std::size_t {
                if (count == 0 && !cumulative)
                    return 0; // nothing has no share
                return Percentage(count, view_.whole[column.event]).text().size();
            };
            column.share_width = widest(measured.counts, share_width);
            column.share_so_far_width = cumulative ? widest(measured.sums, share_width) : 0;
        }
        column.count_width =
            std::max(column.count_width + column.behind_count(), column.name_width) -
            column.behind_count();
        columns_.push_back(column);
        dots_.append(column.count_width - 1, ' ');
        dots_ += '.';
        dots_.append(column.behind_count() + 1, ' ');
    }
}

void Columns::write_names(std::string& out) const {
    for (const Column& column : columns_) {
        out += view_.events[column.event];
        out.append(column.count_width + column.behind_count() - column.name_width, '_');
        out += ' ';
    }
}

void Columns::write_count(std::string& out, const Column& column, Count count) const {
    const Number number(count);
    out.append(column.count_width - number.text().size(), ' ');
    const auto colour = colour_of(colours_, count, view_.whole[column.event]);
    out += colour;
    out += number.text();
    if (!colour.empty())
        out += colour_end;
}

void Columns::write(std::string& out, std::span<const Count> row) const {
    for (const Column& column : columns_) {
        const Count count = row[column.event];
        write_count(out, column, count);
        std::size_t behind = column.behind_count();
        if (count != 0 && column.share_width > 0) {
            const Percentage share(count, view_.whole[column.event]);
            out.append(1 + column.share_width - share.text().size(), ' ');
            out += '(';
            out += share.text();
            out += ')';
            behind -= 3 + column.share_width;
        }
        out.append(behind + 1, ' ');
    }
}

void Columns::write(std::string& out, std::span<const Count> row,
                    std::span<const Count> so_far) const {
    for (const Column& column : columns_) {
        const Count count = row[column.event];
        write_count(out, column, count);
        if (column.share_width > 0) {
            const Percentage share(count, view_.whole[column.event]);
            const Percentage sum(so_far[column.event], view_.whole[column.event]);
            out.append(1 + column.share_width - share.text().size(), ' ');
            out += '(';
            out += share.text();
            out += ", ";
            out.append(column.share_so_far_width - sum.text().size(), ' ');
            out += sum.text();
            out += ')';
        }
        out += ' ';
    }
}

} // namespace cg
