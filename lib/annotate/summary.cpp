// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"
#include "text/destination.hpp"
#include "text/fit.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace cg {
namespace {

// Writes "file:function" or "function:file". If both are too long for a line, first the path loses
// its beginning, down to a third of the room.
void write_pair(std::string& out, std::string_view first, std::string_view second, bool by_file,
                std::size_t used, std::size_t width) {
    const std::string_view path = by_file ? first : second, function = by_file ? second : first;
    std::string path_text(path), function_text(function);
    if (width != 0) {
        const std::size_t room = std::max<std::size_t>(width, used + 1) - used - 1; // the colon
        function_text = text_for(Destination::page, function);
        const std::size_t for_path =
            std::max(room / 3, room - std::min(room, width_of(function_text)));
        path_text = fit_path(path, 0, std::max<std::size_t>(1, for_path));
        function_text = fit(function_text, room - std::min(room, width_of(path_text)), Cut::end);
    }
    out += by_file ? path_text : function_text;
    out += ':';
    out += by_file ? function_text : path_text;
}

} // namespace

void write_summary(std::string& out, GroupedBy grouped_by, std::span<const Entry> entries,
                   const Names& names, const ReportColumns& columns, const ReportOptions& options,
                   const Sink& sink) {
    const bool by_file = grouped_by == GroupedBy::file;
    write_heading(out, by_file ? "File:function summary" : "Function:file summary", options.width);

    ColumnWidths widths(columns, Percentages::cumulative);
    std::vector<Count> so_far(columns.events.size());
    for (const Entry& entry : entries) {
        add_to(so_far, entry.counts);
        widths.include(entry.counts, so_far);
        if (!entry.has_single_share())
            for (const FunctionInFile& share : entry.shares)
                widths.include(share.counts);
    }

    const RowWriter row_writer(widths, options.colours);
    out += "  ";
    row_writer.write_names(out);
    out += by_file ? " file:function\n\n" : " function:file\n\n";
    so_far.assign(so_far.size(), 0);
    for (const Entry& entry : entries) {
        pass_on_if_large(out, sink);
        add_to(so_far, entry.counts);
        out += by_file ? "< " : "> ";
        row_writer.write(out, entry.counts, so_far);
        out += ' ';
        const std::string_view name = display_name(names, entry.name);
        if (entry.has_single_share()) {
            const FunctionInFile& share = entry.shares[0];
            write_pair(out, name, display_name(names, by_file ? share.function : share.file),
                       by_file, row_writer.width() + 3, options.width);
            out += "\n\n";
            continue;
        }
        out += by_file ? fit_path(name, row_writer.width() + 4, options.width) : std::string(name);
        out += ":\n";
        for (const FunctionInFile& share : entry.shares) {
            out += "  ";
            row_writer.write(out, share.counts);
            out += "   ";
            const std::string_view part =
                display_name(names, by_file ? share.function : share.file);
            out +=
                by_file ? std::string(part) : fit_path(part, row_writer.width() + 5, options.width);
            out += '\n';
        }
        out += '\n';
    }
}

} // namespace cg
