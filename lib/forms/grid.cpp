// SPDX-License-Identifier: GPL-2.0-or-later
#include "forms/grid.hpp"

#include "model/magnitude.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/side_by_side.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg {
namespace {

using Cell = Grid::Cell;
using Kind = Grid::Kind;

std::string shown(std::string_view bytes) {
    return text_for(Destination::page, bytes);
}

// With a sign for what grew, where counts are differences.
Cell number_cell(Count count, bool is_difference) {
    std::string text(Number(count).text());
    if (is_difference && count > 0)
        text.insert(0, 1, '+');
    return {std::move(text), count};
}

Cell share_cell(Count part, Count percent_base, bool is_difference) {
    std::string text(Percentage(part, percent_base).text());
    if (is_difference && part > 0 && percent_base > 0)
        text.insert(0, 1, '+');
    return {std::move(text), part};
}

std::string_view head_of(By by) {
    switch (by) {
    case By::function:
        return "function";
    case By::file:
        return "file";
    case By::line:
        return "line";
    case By::directory:
        break;
    }
    return "directory";
}

Kind kind_of(By by) {
    return by == By::function ? Kind::name : Kind::place;
}

std::string other_name(std::size_t rows, By by) {
    const std::string_view noun = by == By::directory ? "directorie" : head_of(by);
    return fmt::format("(other: {} {}{})", Number(static_cast<Count>(rows)).text(),
                       rows == 1 ? head_of(by) : noun, rows == 1 ? "" : "s");
}

// "src/a.c", and how many more files the function has code of.
std::string place_of(const Rollup& rollup, std::size_t row) {
    std::string place = shown(rollup.main_file(row));
    if (rollup.file_count(row) > 1)
        place += fmt::format(" +{}", rollup.file_count(row) - 1);
    return place;
}

std::vector<Count> minus(std::vector<Count> from, std::span<const Count> counts) {
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = checked_subtract(from[i], counts[i]);
    return from;
}

// One profile: the event to sort by with share, cumulative share and bar, then the others.
class OneProfile {
  public:
    OneProfile(const ProfileView& view, const form::Options& options)
        : view_(view), options_(options), rollup_(*view.profile, options.by) {}

    Grid grid() {
        Grid grid;
        const Column& sorted = view_.sorted();
        grid.title = shown(view_.name);
        grid.percent_base = sorted.percent_base;
        grid.difference = view_.difference;
        grid.columns = {{shown(sorted.name), Kind::number},
                        {view_.difference && sorted.base ? "% of base" : "%", Kind::number},
                        {"cum. %", Kind::number, 1},
                        {"", Kind::bar, 2}};
        unsigned rank = 3;
        for (const Column* column : others()) {
            grid.columns.push_back({shown(column->name), Kind::number, rank});
            grid.columns.push_back({"%", Kind::number, rank++});
        }
        grid.columns.push_back({std::string(head_of(options_.by)), kind_of(options_.by)});
        if (options_.by == By::function)
            grid.columns.push_back({"file", Kind::place});

        std::vector<std::size_t> top = rollup_.ranked(view_.order, options_.top);
        if (options_.changed || view_.difference)
            std::erase_if(top, [&](std::size_t row) { return is_zero(rollup_.counts(row)); });
        std::uint64_t longest = 1;
        for (const std::size_t row : top)
            longest = std::max(longest, magnitude(rollup_.counts(row)[sorted.event]));
        std::vector<Count> rest = view_.profile->summary;
        Count so_far = 0;
        for (const std::size_t row : top) {
            const auto counts = rollup_.counts(row);
            rest = minus(std::move(rest), counts);
            so_far = checked_add(so_far, counts[sorted.event]);
            grid.rows.push_back(
                this->row(counts, shown(rollup_.name(row)),
                          options_.by == By::function ? place_of(rollup_, row) : ""));
            grid.rows.back().cells[2] = share_cell(so_far, sorted.percent_base, view_.difference);
            grid.rows.back().bar =
                static_cast<double>(counts[sorted.event]) / static_cast<double>(longest);
        }
        if (top.size() < rollup_.size() && !(view_.difference && is_zero(rest)))
            grid.footer.push_back(
                row(rest, other_name(rollup_.size() - top.size(), options_.by), ""));
        grid.footer.push_back(row(view_.profile->summary, "total", ""));
        return grid;
    }

  private:
    std::vector<const Column*> others() const {
        std::vector<const Column*> columns;
        for (const Column& column : view_.columns)
            if (&column != &view_.sorted())
                columns.push_back(&column);
        return columns;
    }

    bool is_zero(std::span<const Count> counts) const {
        return std::all_of(view_.columns.begin(), view_.columns.end(),
                           [&](const Column& column) { return counts[column.event] == 0; });
    }

    Grid::Row row(std::span<const Count> counts, std::string name, std::string place) const {
        const bool difference = view_.difference;
        const Column& sorted = view_.sorted();
        Grid::Row row;
        row.cells = {number_cell(counts[sorted.event], difference),
                     share_cell(counts[sorted.event], sorted.percent_base, difference),
                     {},
                     {}};
        for (const Column* column : others()) {
            row.cells.push_back({number_cell(counts[column->event], difference).text, 0});
            row.cells.push_back(
                {share_cell(counts[column->event], column->percent_base, difference).text, 0});
        }
        row.cells.push_back({std::move(name), 0});
        if (options_.by == By::function)
            row.cells.push_back({std::move(place), 0});
        return row;
    }

    const ProfileView& view_;
    const form::Options& options_;
    Rollup rollup_;
};

// Several profiles: for each the count, and for all but the one to compare with the difference
// and the ratio.
class SeveralProfiles {
  public:
    SeveralProfiles(std::span<const ProfileView> views, const form::Options& options)
        : views_(views), options_(options), rows_(views, options.by) {}

    Grid grid() {
        Grid grid;
        const ProfileView& reference = views_[options_.reference];
        grid.title = shown(reference.sorted().name) + ", compared with " + shown(reference.name);
        grid.percent_base = reference.sorted().total;
        grid.difference = true;
        for (std::size_t i = 0; i < views_.size(); ++i) {
            grid.columns.push_back({shown(views_[i].name), Kind::number});
            if (i == options_.reference)
                continue;
            grid.columns.push_back({"diff", Kind::number, 2});
            grid.columns.push_back({"ratio", Kind::number, 1});
        }
        grid.columns.push_back({std::string(head_of(options_.by)), kind_of(options_.by)});

        const auto top = rows_.ranked(options_.reference, options_.changed, options_.top);
        std::vector<Count> totals, rest;
        for (const ProfileView& view : views_)
            totals.push_back(view.sorted().total);
        rest = totals;
        for (const std::size_t row : top) {
            rest = minus(std::move(rest), rows_.counts(row));
            grid.rows.push_back(this->row(rows_.counts(row), shown(rows_.name(row))));
        }
        if (top.size() < rows_.size())
            grid.footer.push_back(row(rest, other_name(rows_.size() - top.size(), options_.by)));
        grid.footer.push_back(row(totals, "total"));
        return grid;
    }

  private:
    Grid::Row row(std::span<const Count> counts, std::string name) const {
        const Count reference = counts[options_.reference];
        Grid::Row row;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            row.cells.push_back({number_cell(counts[i], false).text, 0});
            if (i == options_.reference)
                continue;
            const Count difference = checked_subtract(counts[i], reference);
            row.cells.push_back(number_cell(difference, true));
            row.cells.push_back({ratio(counts[i], reference), difference});
        }
        row.cells.push_back({std::move(name), 0});
        return row;
    }

    static std::string ratio(Count count, Count reference) {
        if (reference == 0)
            return count == 0 ? "" : "new";
        if (count == 0)
            return "gone";
        return fmt::format("×{:.3f}", static_cast<double>(count) / static_cast<double>(reference));
    }

    std::span<const ProfileView> views_;
    const form::Options& options_;
    SideBySide rows_;
};

} // namespace

Grid top_rows(std::span<const ProfileView> views, const form::Options& options) {
    if (views.size() == 1)
        return OneProfile(views[0], options).grid();
    return SeveralProfiles(views, options).grid();
}

} // namespace cg
