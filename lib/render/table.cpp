// SPDX-License-Identifier: GPL-2.0-or-later
// The table of the top rows for a terminal, fitted to its width.
#include "render/grid.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/terminal.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <ranges>

namespace cg::render {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t bar_width = 12;
constexpr std::size_t min_bar = 6;
// Names are cut to these widths before columns are left out.
constexpr std::size_t min_name = 24, min_place = 16;
// Names are cut to this width if no more columns can be left out.
constexpr std::size_t shortest_own_part = 12; // of a name

// Eighths of a character, the longest last.
constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};

std::string drawn_bar(double length, std::size_t width) {
    const auto parts =
        static_cast<std::size_t>(std::lround(std::fabs(length) * static_cast<double>(width) * 8));
    return repeated(eighths[8], parts / 8).append(eighths[parts % 8]);
}

Cut cut_of(Grid::Kind kind) {
    return kind == Grid::Kind::path    ? Cut::beginning
           : kind == Grid::Kind::calls ? Cut::middle
                                       : Cut::end;
}

class Layout {
  public:
    Layout(const Grid& grid, std::size_t width) : grid_(grid), widths_(grid.columns.size()) {
        for (std::size_t c = 0; c < widths_.size(); ++c) {
            shown_.push_back(c);
            widths_[c] = grid.columns[c].kind == Grid::Kind::bar ? bar_width
                                                                 : width_of(grid.columns[c].head);
            for (const auto* rows : {&grid.rows, &grid.footer})
                for (const Grid::Row& row : *rows)
                    widths_[c] = std::max(widths_[c], width_of(row.cells[c].text));
        }
        if (width == 0)
            return;
        const auto min = [&](std::size_t column) { return min_width(column); };
        while (line_width(min) > width && drop_one_rank()) {
        }
        shrink_bar(width);
        shrink_to(width);
    }

    const std::vector<std::size_t>& shown() const { return shown_; }
    std::size_t width(std::size_t column) const { return widths_[column]; }
    // Returns the width of a line with columns of these widths.
    template <typename WidthOf>
    std::size_t line_width(WidthOf width_of_column) const {
        return std::transform_reduce(shown_.begin(), shown_.end(), gap * (shown_.size() - 1),
                                     std::plus(), width_of_column);
    }

  private:
    std::size_t min_width(std::size_t column) const {
        switch (grid_.columns[column].kind) {
        case Grid::Kind::function:
        case Grid::Kind::text:
            return std::min(widths_[column], min_name);
        case Grid::Kind::calls:
            return std::min(widths_[column], 2 * min_name); // both ends
        case Grid::Kind::path:
            return std::min(widths_[column], min_place);
        case Grid::Kind::bar:
            return min_bar;
        case Grid::Kind::number:
        case Grid::Kind::whole:
            break;
        }
        return widths_[column];
    }
    static bool is_elastic(Grid::Kind kind) {
        return kind != Grid::Kind::number && kind != Grid::Kind::bar && kind != Grid::Kind::whole;
    }
    bool drop_one_rank() {
        const auto rank = [&](std::size_t column) { return grid_.columns[column].rank; };
        const unsigned highest = std::ranges::max(shown_ | std::views::transform(rank));
        if (highest == 0)
            return false;
        std::erase_if(shown_, [&](std::size_t column) { return rank(column) == highest; });
        return true;
    }
    // Makes the bar shorter if names have too little space.
    void shrink_bar(std::size_t width) {
        const std::size_t wanted = line_width([&](std::size_t column) { return widths_[column]; });
        for (const std::size_t column : shown_)
            if (grid_.columns[column].kind == Grid::Kind::bar && wanted > width)
                widths_[column] =
                    std::max(min_bar, bar_width - std::min(bar_width, wanted - width));
    }
    // Gives the remaining width to names; a name and a place get half each, unless one needs less.
    // Lines are longer than `width` if the numbers alone are, because numbers are never cut off.
    void shrink_to(std::size_t width) {
        std::size_t left = width, wanted = 0;
        std::vector<std::size_t> elastic;
        for (const std::size_t column : shown_) {
            if (is_elastic(grid_.columns[column].kind)) {
                elastic.push_back(column);
                wanted += widths_[column];
            } else {
                left -= std::min(left, widths_[column]);
            }
        }
        left -= std::min(left, gap * (shown_.size() - 1));
        if (wanted <= left)
            return;
        std::sort(elastic.begin(), elastic.end(),
                  [&](std::size_t a, std::size_t b) { return widths_[a] < widths_[b]; });
        for (std::size_t i = 0; i < elastic.size(); ++i) {
            std::size_t& own = widths_[elastic[i]];
            const std::size_t min_own = std::min(own, shortest_own_part);
            own = std::max(min_own, std::min(own, left / (elastic.size() - i)));
            left -= std::min(left, own);
        }
    }

    const Grid& grid_;
    std::vector<std::size_t> shown_;
    std::vector<std::size_t> widths_;
};

class Lines {
  public:
    Lines(const Grid& grid, const Options& options, Writer& out)
        : grid_(grid),
          width_(options.width),
          layout_(grid, options.width),
          out_(out),
          colours_(options.colours(grid.difference)) {}

    void write() {
        if (grid_.side_by_side) // else the event is the head of a column
            title();
        heads();
        for (const Grid::Row& row : grid_.rows)
            line(row, true);
        if (!grid_.rows.empty())
            rule();
        for (const Grid::Row& row : grid_.footer)
            line(row, false);
        say_what_is_not_shown();
    }

  private:
    // Writes the events that were left out or, for several profiles, the kinds of columns.
    void say_what_is_not_shown() {
        std::size_t events = 0;
        std::vector<std::string> words;
        for (std::size_t c = 0; c < grid_.columns.size(); ++c) {
            const Grid::Column& column = grid_.columns[c];
            if (std::ranges::find(layout_.shown(), c) != layout_.shown().end())
                continue;
            if (column.is_event)
                ++events;
            else if (!grid_.side_by_side || std::ranges::find(words, column.head) != words.end())
                continue;
            words.push_back(column.head);
        }
        if (words.empty())
            return;
        std::string line = (events == 0 ? "" : count_of(events, "event") + ' ') + "not shown:";
        for (const std::string& word : words) {
            if (width_of(line) + 1 + width_of(word) > width_) {
                out_ << line << '\n';
                line.assign(1, ' ');
            }
            line.append(1, ' ').append(word);
        }
        out_ << line << '\n';
    }

    // Writes the title, which may be as wide as the table where the numbers alone are wider than
    // the lines may be.
    void title() {
        const std::size_t width = width_ == 0 ? SIZE_MAX : std::max(width_, table_width());
        out_ << fit(grid_.title, width, Cut::middle) << '\n';
    }

    void heads() {
        Grid::Row row;
        for (const Grid::Column& column : grid_.columns)
            row.cells.push_back({column.head, 0});
        line(row, false);
        rule();
    }

    std::size_t table_width() const {
        return layout_.line_width([&](std::size_t column) { return layout_.width(column); });
    }

    void rule() {
        const std::size_t total = table_width();
        out_ << repeated("─", width_ == 0 ? total : std::min(total, width_)) << '\n';
    }

    // Returns the width for a name. It includes empty cells after it: "(other: 359 functions)" has
    // no file. Returns 0 for other columns.
    std::size_t width_for(const Grid::Row& row, std::size_t column) const {
        const Grid::Kind kind = grid_.columns[column].kind;
        if (kind == Grid::Kind::number || kind == Grid::Kind::bar || kind == Grid::Kind::path)
            return 0;
        std::size_t width = 0;
        for (const std::size_t c : layout_.shown()) {
            if (c > column && !row.cells[c].text.empty())
                return 0;
            if (c >= column)
                width += (c > column ? gap : 0) + layout_.width(c);
        }
        return width;
    }

    // Only rows of the body have bars and colours: a total always weighs 100 %.
    void line(const Grid::Row& row, bool is_body) {
        std::string blanks; // written only before something: no line ends in blanks
        for (const std::size_t column : layout_.shown()) {
            const Grid::Kind kind = grid_.columns[column].kind;
            const bool is_bar = kind == Grid::Kind::bar;
            const Grid::Cell& cell = row.cells[column];
            const std::size_t width = std::max(layout_.width(column), width_for(row, column));
            const bool is_function = kind == Grid::Kind::function && is_body;
            const std::string text = is_function ? fit_name(cell.text, width)
                                     : !is_bar   ? fit(cell.text, width, cut_of(kind))
                                     : is_body   ? drawn_bar(row.bar, width)
                                                 : "";
            const std::string padding(width - std::min(width, width_of(text)), ' ');
            const bool right = kind == Grid::Kind::number;
            if (right)
                blanks += padding;
            if (!text.empty()) {
                const Grid::Cell& weight = is_bar ? row.cells[Grid::event_column] : cell;
                const std::string_view colour =
                    is_body ? colour_of(colours_, weight.heat, weight.base) : std::string_view();
                out_ << blanks << colour << text << (colour.empty() ? "" : colour_end);
                blanks.clear();
            }
            if (!right)
                blanks += padding;
            blanks.append(gap, ' ');
        }
        out_ << '\n';
    }

    const Grid& grid_;
    std::size_t width_; // 0: no limit
    Layout layout_;
    Writer& out_;
    Colours colours_;
};

} // namespace

void table(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const Grid grid = top_rows(views, options);
    Lines(grid, options, out).write();
    for (const std::string& note : options.notes)
        out << page_text(note) << '\n';
}

} // namespace cg::render
