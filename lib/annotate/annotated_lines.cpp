// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

#include <fmt/format.h>
#include <iterator>

namespace cg {
namespace {

void write_marker(std::string& out, std::size_t line) {
    fmt::format_to(std::back_inserter(out), "-- line {} ----------------------------------------\n",
                   line);
}

} // namespace

void write_annotated_lines(std::string& out, const SourceLines& source, const LineCounts& counts,
                           std::span<const Line> numbers, const ReportColumns& columns,
                           const ReportOptions& options, std::span<const CallAtLine> calls) {
    const auto lines = counts.lines();
    ColumnWidths widths(columns);
    for (std::size_t i = 0; i < lines.size(); ++i)
        widths.include(counts.counts(i));
    for (const CallAtLine& call : calls)
        widths.include(call.counts);
    const RowWriter row_writer(widths, options.colours);
    row_writer.write_names(out);
    out += "\n\n";

    const auto number = [&](std::size_t line) {
        return numbers.empty() ? line : numbers[line - 1];
    };
    const auto write_counts = [&](std::span<const Count> row, std::string_view text) {
        row_writer.write(out, row);
        out += ' ';
        out += text;
        out += '\n';
    };
    auto call = calls.begin();
    const auto write_row = [&](std::size_t i, std::string_view text) {
        write_counts(counts.counts(i), text);
        for (; call != calls.end() && call->line == lines[i]; ++call)
            write_counts(call->counts, call->text);
    };

    std::size_t i = 0; // in lines
    if (!lines.empty() && lines[0] == 0) {
        write_row(i++, "<unknown (line 0)>");
        if (i < lines.size())
            out += '\n';
    }

    // A block is lines with counts and their context; blocks that touch or overlap are one. A block
    // may have lines past the end of the text. They are not shown, but if the text ends directly
    // before the block, a marker is.
    const std::size_t context = options.context;
    while (i < lines.size()) {
        std::size_t line = lines[i] > context ? lines[i] - context : 1;
        if (line > source.size() + 1)
            break;
        if (line > 1)
            write_marker(out, number(line));
        std::size_t end = lines[i] + context; // the last of the block
        for (; line <= end && line <= source.size(); ++line) {
            if (i < lines.size() && lines[i] == line) {
                write_row(i++, source[line]);
            } else {
                row_writer.write_dots(out);
                out += ' ';
                out += source[line];
                out += '\n';
            }
            if (i < lines.size() && lines[i] <= end + context)
                end = lines[i] + context;
        }
        if (end > source.size())
            break;
        write_marker(out, number(end));
    }

    if (i < lines.size()) {
        out += '\n';
        for (; i < lines.size(); ++i)
            write_row(i, fmt::format("<bogus line {}>", number(lines[i])));
    }
    if (!lines.empty()) // as Valgrind's cg_annotate
        out += '\n';
}

} // namespace cg
