// SPDX-License-Identifier: GPL-2.0-or-later
// Markdown for GitHub and GitLab, for the comment of a pull request or the summary of a job: a line
// with the totals, the first rows, and the other rows folded.
#include "model/count.hpp"
#include "model/header.hpp"
#include "render/grid.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

namespace cg::render {
namespace {

constexpr std::size_t rows_at_once = 10;
constexpr std::size_t max_size = 65'536;  // GitHub's limit for a comment, in characters
constexpr std::size_t shortest_name = 40; // names are not cut further: rows are left out

// Writes characters with a meaning in Markdown or HTML as character references.
std::string escaped_in_markdown(std::string_view text) {
    return with_escapes(text, "\\`*_{}[]()<>#+!|~&@$:", [](char c) {
        return "&#" + std::to_string(static_cast<int>(c)) + ";";
    });
}

// Writes a name so that no character of it is Markdown. A code span is readable in the source,
// but can't contain a backquote, a backslash or a |, or begin or end with a space.
std::string code(std::string_view text) {
    if (text.find_first_of("\\`|") == text.npos && !text.starts_with(' ') && !text.ends_with(' '))
        return "`" + std::string(text) + "`";
    return "<code>" + escaped_in_markdown(text) + "</code>";
}

std::string name_text(std::string_view name, std::size_t longest_name) {
    return code(fit(name, longest_name, Cut::middle));
}

std::string cell_text(const std::string& text, Grid::Kind kind, std::size_t longest_name) {
    if (kind == Grid::Kind::number)
        return text;
    if (kind == Grid::Kind::function)
        return code(fit_name(text, longest_name));
    if (kind == Grid::Kind::whole)
        return code(text);
    return name_text(text, longest_name);
}

void write_row(Writer& out, const Grid& grid, const Grid::Row& row, std::size_t longest_name,
               bool strong) {
    for (std::size_t c = 0; c < grid.columns.size(); ++c) {
        if (grid.columns[c].kind == Grid::Kind::bar)
            continue;
        const std::string& text = row.cells[c].text;
        if (text.empty())
            out << "| ";
        else if (strong)
            out << "| **" << text << "** "; // numbers, and names of our own: the total and the rest
        else
            out << "| " << cell_text(text, grid.columns[c].kind, longest_name) << ' ';
    }
    out << "|\n";
}

void write_heads(Writer& out, const Grid& grid) {
    for (const Grid::Column& column : grid.columns)
        if (column.kind != Grid::Kind::bar)
            out << "| " << escaped_in_markdown(column.head) << ' ';
    out << "|\n";
    for (const Grid::Column& column : grid.columns)
        if (column.kind != Grid::Kind::bar)
            out << (column.kind == Grid::Kind::number ? "| ---: " : "| :--- ");
    out << "|\n";
}

// Writes the totals in one line.
void write_summary(Writer& out, std::span<const ProfileView> views, const Options& options,
                   std::size_t longest_name) {
    if (views.size() > 1) {
        const ProfileView& reference = views[options.reference];
        out << "**" << escaped_in_markdown(page_text(reference.sorted().name))
            << "**, compared with " << name_text(page_text(reference.name), longest_name) << "\n\n";
        return;
    }
    const Column& column = views[0].sorted();
    out << "**" << escaped_in_markdown(page_text(column.name)) << "**: ";
    if (column.base) {
        const Count base = column.percent_base;
        const Count now = checked_add(base, column.total);
        out << Number(base).text() << " → " << Number(now).text() << " (**"
            << with_sign(column.total);
        if (base != 0)
            out << ", " << (column.total > 0 && base > 0 ? "+" : "")
                << Percentage(column.total, base).text();
        out << "**)";
    } else {
        out << views[0].text(column.total);
    }
    out << " · " << name_text(page_text(views[0].header().cmd), longest_name) << "\n\n";
}

std::string page(std::span<const ProfileView> views, const Options& options, const Grid& grid,
                 std::size_t longest_name) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    write_summary(out, views, options, longest_name);
    const std::size_t first = std::min(rows_at_once, grid.rows.size());
    const auto write_rows = [&](std::size_t begin, std::size_t end) {
        write_heads(out, grid);
        for (std::size_t i = begin; i < end; ++i)
            write_row(out, grid, grid.rows[i], longest_name, false);
    };
    const auto write_footer = [&](std::size_t begin) {
        for (std::size_t i = begin; i < grid.footer.size(); ++i)
            write_row(out, grid, grid.footer[i], longest_name, true);
    };
    write_rows(0, first);
    const bool is_all = first == grid.rows.size();
    write_footer(is_all ? 0 : grid.footer.size() - 1); // else the total
    if (!is_all) {
        out << "\n<details><summary>" << grid.rows.size() - first << " more</summary>\n\n";
        write_rows(first, grid.rows.size());
        write_footer(0);
        out << "\n</details>\n";
    }
    for (const std::string& note : options.notes)
        out << '\n' << code(page_text(note)) << '\n';
    out.flush();
    return bytes;
}

// Returns the largest number from `smallest` to `largest` for which it fits, or `smallest`. It must
// fit for all numbers below one for which it fits.
template <typename Fits>
std::size_t largest_that_fits(std::size_t smallest, std::size_t largest, Fits fits) {
    const auto larger = std::views::iota(smallest + 1, largest + 1);
    return smallest +
           static_cast<std::size_t>(std::ranges::partition_point(larger, fits) - larger.begin());
}

} // namespace

void markdown(std::span<const ProfileView> views, const Options& options, Writer& out) {
    constexpr std::size_t any_length = std::numeric_limits<std::size_t>::max();
    const Grid grid = top_rows(views, options);
    std::string text = page(views, options, grid, any_length);
    if (width_of(text) > max_size) {
        const std::size_t length =
            largest_that_fits(shortest_name, max_size, [&](std::size_t longest_name) {
                return width_of(page(views, options, grid, longest_name)) <= max_size;
            });
        text = page(views, options, grid, length);
    }
    if (width_of(text) > max_size) {
        Options fewer = options;
        const auto page_with = [&](std::size_t rows) {
            fewer.top = rows;
            return page(views, fewer, top_rows(views, fewer), shortest_name);
        };
        text = page_with(largest_that_fits(0, grid.rows.size(), [&](std::size_t rows) {
            return width_of(page_with(rows)) <= max_size;
        }));
    }
    out << text;
}

} // namespace cg::render
