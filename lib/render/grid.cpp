// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/grid.hpp"

#include "model/containers.hpp"
#include "model/count.hpp"
#include "render/line_texts.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/plural.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"
#include "view/path_tree.hpp"
#include "view/profile_view.hpp"
#include "view/rollup.hpp"

#include <algorithm>
#include <climits>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <range/v3/view/zip.hpp>
#include <string>

namespace cg {

std::vector<std::size_t> ranked_rows(const Rollup& rollup, const ProfileView& view,
                                     const render::Options& options) {
    std::vector<std::size_t> rows =
        options.is_ranked
            ? rollup.ranked(view.order, options.least.empty() ? options.top : rollup.size())
            : numbers_below(rollup.size());
    std::erase_if(rows, [&](std::size_t row) {
        return std::ranges::any_of(options.least, [&](const render::Least& least) {
            return static_cast<long double>(magnitude(rollup.counts(row)[least.event])) <
                   least.count;
        });
    });
    rows.resize(std::min(rows.size(), options.top));
    return rows;
}

namespace {

using Cell = Grid::Cell;
using Kind = Grid::Kind;

// Returns a count; a difference that is positive gets a sign.
std::string count_text(Count count, bool is_difference, unsigned decimals = 0) {
    std::string text = decimals == 2
                           ? fmt::format("{}{}.{:02}", count < 0 ? "-" : "",
                                         Number(count / 100).text(), magnitude(count) % 100)
                           : std::string(Number(count).text());
    if (is_difference && count > 0)
        text.insert(0, 1, '+');
    return text;
}

// If not all columns fit, those with the highest rank are omitted first. Events that
// the user did not ask for have ranks from share_rank + 1 on; the others have rank 0.
constexpr unsigned bar_rank = UINT_MAX, cumulative_rank = bar_rank - 1, file_rank = bar_rank - 2;
constexpr unsigned text_rank = 1;  // of the source line
constexpr unsigned share_rank = 2; // the percentages of all but the event to sort by

// Returns the head of the column with names.
std::string head_of(const render::Options& options) {
    return options.words ? page_text(options.words->head) : std::string(word_of(options.by));
}

// Returns the head of the column after it by function, or "" if there is none.
std::string place_head(const render::Options& options) {
    return options.words ? options.words->place : "file";
}

Kind kind_of(const render::Options& options) {
    if (options.words)
        return options.words->is_path ? Kind::path : Kind::calls;
    if (options.by != By::function)
        return Kind::path;
    return options.full_names ? Kind::whole : Kind::function;
}

std::string other_name(std::size_t rows, const render::Options& options) {
    std::string noun = options.words ? options.words->noun : std::string(word_of(options.by));
    if (rows != 1)
        noun = plural_of(noun);
    return fmt::format("(other: {} {})", Number(static_cast<Count>(rows)).text(), noun);
}

// Returns "src/a.c +2": the main file, and the number of other files with code of the function.
std::string place_of(const Rollup& rollup, std::size_t row) {
    std::string place = page_text(display_path(rollup.main_file(row)));
    if (rollup.file_count(row) > 1)
        place += fmt::format(" +{}", rollup.file_count(row) - 1);
    return place;
}

// The grid of one profile: the event that rows are sorted by, with share, cumulative share and bar,
// and then the other events.
class OneProfile {
  public:
    OneProfile(const ProfileView& view, const render::Options& options)
        : view_(view),
          options_(options),
          rollup_(*view.profile, options.by, Paths::display),
          texts_(options.sources) {}

    Grid grid() {
        Grid grid;
        const Column& sorted = view_.sorted();
        grid.title = page_text(view_.name);
        grid.difference = view_.difference;
        grid.columns = {{page_text(sorted.name), Kind::number, 0, true},
                        {view_.difference && sorted.base ? "% of base" : "%", Kind::number},
                        {"cum. %", Kind::number, cumulative_rank},
                        {"", Kind::bar, bar_rank}};
        const std::vector<const Column*> columns = others();
        const std::vector<unsigned> ranks = ranks_of(columns);
        for (const auto& [column, rank] : ranges::views::zip(columns, ranks)) {
            const bool asked_for =
                std::ranges::any_of(options_.asked_for, [&, of = column](const std::string& name) {
                    return equal_ignoring_case(name, of->name);
                });
            grid.columns.push_back(
                {page_text(column->name), Kind::number, asked_for ? 0 : rank, true});
            if (has_share(*column))
                grid.columns.push_back({"%", Kind::number, asked_for ? share_rank : rank});
        }
        grid.columns.push_back({head_of(options_), kind_of(options_)});
        if (has_place())
            grid.columns.push_back({place_head(options_), Kind::path, file_rank});
        if (options_.by == By::line)
            grid.columns.push_back({"source", Kind::text, text_rank});

        std::vector<std::size_t> top = ranked_rows(rollup_, view_, options_);
        if (options_.changed || view_.difference)
            std::erase_if(top, [&](std::size_t row) { return is_zero(rollup_.counts(row)); });
        std::uint64_t longest = 1;
        for (const std::size_t row : top)
            longest = std::max(longest, magnitude(rollup_.counts(row)[sorted.event]));
        std::vector<Count> rest = view_.summary();
        Count so_far = 0;
        for (const std::size_t row : top) {
            const auto counts = rollup_.counts(row);
            subtract_from(rest, counts);
            so_far = checked_add(so_far, counts[sorted.event]);
            grid.rows.push_back(
                this->row(counts, page_text(rollup_.name(row)), place_or_text(row)));
            if (sorted.adds_up)
                grid.rows.back().cells[Grid::cumulative_column] = {
                    view_.share_text(so_far, sorted)};
            grid.rows.back().bar =
                static_cast<double>(counts[sorted.event]) / static_cast<double>(longest);
        }
        if (top.size() < rollup_.size() && !(view_.difference && is_zero(rest)))
            grid.footer.push_back(
                row(rest, other_name(rollup_.size() - top.size(), options_), "", true));
        grid.footer.push_back(row(view_.summary(), "total", ""));
        if (!view_.has_percentages(sorted))
            erase_columns(grid, Grid::share_column, Grid::bar_column);
        // Without sources there is no column for them.
        const auto has_no_text = [](const Grid::Row& row) { return row.cells.back().text.empty(); };
        if (options_.by == By::line && std::ranges::all_of(grid.rows, has_no_text))
            erase_columns(grid, std::ssize(grid.columns) - 1, std::ssize(grid.columns));
        return grid;
    }

  private:
    static void erase_columns(Grid& grid, std::ptrdiff_t begin, std::ptrdiff_t end) {
        const auto erase = [&](auto& cells) {
            cells.erase(cells.begin() + begin, cells.begin() + end);
        };
        erase(grid.columns);
        for (auto* rows : {&grid.rows, &grid.footer})
            for (Grid::Row& row : *rows)
                erase(row.cells);
    }

    // Returns the text of the last column, which rows by file and directory do not have.
    std::string place_or_text(std::size_t row) {
        if (options_.by == By::function)
            return place_of(rollup_, row);
        constexpr std::size_t longest_text = 200;
        if (options_.by == By::line)
            return fit(texts_.find(std::string(rollup_.main_file(row)), rollup_.line(row)),
                       longest_text, Cut::end);
        return "";
    }

    // Returns true if a column with the file follows that with the name.
    bool has_place() const { return options_.by == By::function && !place_head(options_).empty(); }

    // Returns true if a column with percentages follows the column.
    bool has_share(const Column& column) const {
        return !column.is_quotient && view_.has_percentages(column);
    }

    std::vector<const Column*> others() const {
        std::vector<const Column*> columns;
        for (const Column& column : view_.columns)
            if (&column != &view_.sorted())
                columns.push_back(&column);
        return columns;
    }

    // Returns the ranks of events: the least important one is omitted first.
    static std::vector<unsigned> ranks_of(const std::vector<const Column*>& columns) {
        std::vector<std::string> names;
        std::ranges::transform(columns, std::back_inserter(names), &Column::name);
        std::vector<unsigned> ranks(columns.size());
        unsigned rank = share_rank;
        for (const std::size_t i : by_importance(names))
            ranks[i] = ++rank;
        return ranks;
    }

    bool is_zero(std::span<const Count> counts) const {
        return std::ranges::all_of(view_.columns,
                                   [&](const Column& column) { return counts[column.event] == 0; });
    }

    Grid::Row row(std::span<const Count> counts, std::string name, std::string place,
                  bool is_rest = false) const {
        Grid::Row row;
        const auto add = [&](const Column& column) {
            if (is_rest && !column.adds_up) {
                row.cells.insert(row.cells.end(), has_share(column) ? 2 : 1, {});
                return;
            }
            const Count count = counts[column.event];
            row.cells.push_back(
                {count_text(count, view_.difference, column.decimals), count, column.percent_base});
            if (has_share(column))
                row.cells.push_back({view_.share_text(count, column), count, column.percent_base});
        };
        add(view_.sorted());
        row.cells.resize(4); // empty: the cumulative percentage, the bar, a quotient's percentage
        for (const Column* column : others())
            add(*column);
        row.cells.push_back({std::move(name)});
        if (has_place() || options_.by == By::line)
            row.cells.push_back({std::move(place)});
        return row;
    }

    const ProfileView& view_;
    const render::Options& options_;
    Rollup rollup_;
    LineTexts texts_;
};

// The grid of several profiles: the count of each and, for all but the reference, the difference
// from it and the ratio.
class SeveralProfiles {
  public:
    SeveralProfiles(std::span<const ProfileView> views, const render::Options& options)
        : views_(views), options_(options), rows_(views, options.by, Paths::display) {}

    Grid grid() {
        Grid grid;
        const ProfileView& reference = views_[options_.reference];
        grid.title =
            page_text(reference.sorted().name) + ", compared with " + page_text(reference.name);
        grid.difference = true;
        grid.side_by_side = true;
        for (std::size_t i = 0; i < views_.size(); ++i) {
            grid.columns.push_back({page_text(views_[i].name), Kind::number});
            if (i == options_.reference)
                continue;
            grid.columns.push_back({"diff", Kind::number, 2});
            grid.columns.push_back({"ratio", Kind::number, 1});
        }
        grid.columns.push_back({head_of(options_), kind_of(options_)});

        const auto top = rows_.ranked(options_.reference, options_.changed, options_.top);
        std::vector<Count> totals;
        for (const ProfileView& view : views_)
            totals.push_back(view.sorted().total);
        std::vector<Count> rest = totals;
        for (const std::size_t row : top) {
            subtract_from(rest, rows_.counts(row));
            grid.rows.push_back(this->row(rows_.counts(row), page_text(rows_.name(row)),
                                          [&](std::size_t i) { return rows_.is_in(row, i); }));
        }
        if (top.size() < rows_.size() && reference.sorted().adds_up)
            grid.footer.push_back(
                row(rest, other_name(rows_.size() - top.size(), options_), in_all));
        grid.footer.push_back(row(totals, "total", in_all));
        return grid;
    }

  private:
    static bool in_all(std::size_t) { return true; }

    // `is_in` says whether a profile has the row.
    Grid::Row row(std::span<const Count> counts, std::string name,
                  const std::function<bool(std::size_t)>& is_in) const {
        const Count reference = counts[options_.reference];
        Grid::Row row;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            row.cells.push_back({views_[i].text(counts[i])});
            if (i == options_.reference)
                continue;
            const Count difference = checked_subtract(counts[i], reference);
            row.cells.push_back({count_text(difference, true), difference, reference});
            // A quotient of changes says nothing.
            const bool has_ratio = !views_[i].difference && !views_[options_.reference].difference;
            row.cells.push_back(
                {has_ratio ? ratio(counts[i], is_in(i), reference, is_in(options_.reference)) : "",
                 difference, reference});
        }
        row.cells.push_back({std::move(name)});
        return row;
    }

    static std::string ratio(Count count, bool is_there, Count reference, bool was_there) {
        if (reference == 0 && count == 0)
            return "";
        if (reference == 0)
            return was_there ? "from 0" : "new";
        if (count == 0)
            return is_there ? "to 0" : "gone";
        return fmt::format("×{:.3f}", static_cast<double>(count) / static_cast<double>(reference));
    }

    std::span<const ProfileView> views_;
    const render::Options& options_;
    SideBySide rows_;
};

} // namespace

Grid top_rows(std::span<const ProfileView> views, const render::Options& options) {
    if (views.size() == 1)
        return OneProfile(views[0], options).grid();
    return SeveralProfiles(views, options).grid();
}

} // namespace cg
