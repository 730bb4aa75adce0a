// SPDX-License-Identifier: GPL-2.0-or-later
// Markdown for GitHub and GitLab, for the comment of a pull request or the summary of a job: a line
// with the totals, the first rows, and the other rows folded.
#include "forms/grid.hpp"
#include "forms/renderers.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace cg::render {
namespace {

constexpr std::size_t rows_at_once = 10;

// Writes characters with a meaning in Markdown or HTML as character references.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]()<>#+!|~&@$:").find(c) == std::string_view::npos)
            out += c;
        else
            out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    }
    return out;
}

// Writes a name so that no character of it is Markdown. A code span is readable in the source,
// but can't contain a backquote, a backslash or a |, or begin or end with a space.
std::string code(std::string_view text) {
    if (text.find_first_of("\\`|") == text.npos && !text.starts_with(' ') && !text.ends_with(' '))
        return "`" + std::string(text) + "`";
    return "<code>" + escaped(text) + "</code>";
}

void write_row(Writer& out, const Grid& grid, const Grid::Row& row, bool strong) {
    for (std::size_t c = 0; c < grid.columns.size(); ++c) {
        if (grid.columns[c].kind == Grid::Kind::bar)
            continue;
        const std::string& text = row.cells[c].text;
        if (text.empty())
            out << "| ";
        else if (strong)
            out << "| **" << text << "** "; // numbers, and names of our own: the total and the rest
        else
            out << "| " << (grid.columns[c].kind == Grid::Kind::number ? text : code(text)) << ' ';
    }
    out << "|\n";
}

void write_heads(Writer& out, const Grid& grid) {
    for (const Grid::Column& column : grid.columns)
        if (column.kind != Grid::Kind::bar)
            out << "| " << escaped(column.head) << ' ';
    out << "|\n";
    for (const Grid::Column& column : grid.columns)
        if (column.kind != Grid::Kind::bar)
            out << (column.kind == Grid::Kind::number ? "| ---: " : "| :--- ");
    out << "|\n";
}

std::string signed_number(Count count) {
    return (count > 0 ? "+" : "") + std::string(Number(count).text());
}

// Writes the totals in one line.
void write_summary(Writer& out, std::span<const ProfileView> views, const Options& options) {
    if (views.size() > 1) {
        const ProfileView& reference = views[options.reference];
        out << "**" << escaped(text_for(Destination::page, reference.sorted().name))
            << "**, compared with " << code(text_for(Destination::page, reference.name)) << "\n\n";
        return;
    }
    const Column& column = views[0].sorted();
    out << "**" << escaped(text_for(Destination::page, column.name)) << "**: ";
    if (column.base) {
        const Count base = column.percent_base;
        const Count now = checked_add(base, column.total);
        out << Number(base).text() << " → " << Number(now).text() << " (**"
            << signed_number(column.total);
        if (base != 0)
            out << ", " << (column.total > 0 && base > 0 ? "+" : "")
                << Percentage(column.total, base).text();
        out << "**)";
    } else {
        out << (views[0].difference ? signed_number(column.total)
                                    : std::string(Number(column.total).text()));
    }
    out << " · " << code(text_for(Destination::page, views[0].profile->header.cmd)) << "\n\n";
}

} // namespace

void markdown(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const Grid grid = top_rows(views, options);
    write_summary(out, views, options);
    const std::size_t first = std::min(rows_at_once, grid.rows.size());
    write_heads(out, grid);
    for (std::size_t i = 0; i < first; ++i)
        write_row(out, grid, grid.rows[i], false);
    if (first == grid.rows.size())
        for (const Grid::Row& row : grid.footer)
            write_row(out, grid, row, true);
    else
        write_row(out, grid, grid.footer.back(), true); // the total
    if (first == grid.rows.size())
        return;
    out << "\n<details><summary>" << grid.rows.size() - first << " more</summary>\n\n";
    write_heads(out, grid);
    for (std::size_t i = first; i < grid.rows.size(); ++i)
        write_row(out, grid, grid.rows[i], false);
    for (const Grid::Row& row : grid.footer)
        write_row(out, grid, row, true);
    out << "\n</details>\n";
}

} // namespace cg::render
