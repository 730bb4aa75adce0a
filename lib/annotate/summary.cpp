// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

namespace cg {
namespace {

constexpr std::size_t enough_to_hand_on = 64 << 10;

} // namespace

void write_summary(std::string& out, GroupedBy grouped_by, std::span<const Entry> entries,
                   const Names& names, const ReportColumns& columns, Colours colours,
                   const Sink& sink) {
    const bool by_file = grouped_by == GroupedBy::file;
    write_heading(out, by_file ? "File:function summary" : "Function:file summary");

    ColumnWidths widths(columns, Percentages::cumulative);
    std::vector<Count> so_far(columns.events.size());
    const auto add_up = [&](const Entry& entry) {
        for (std::size_t i = 0; i < so_far.size(); ++i)
            so_far[i] = checked_add(so_far[i], entry.counts[i]);
    };
    for (const Entry& entry : entries) {
        add_up(entry);
        widths.include(entry.counts, so_far);
        if (!entry.is_one())
            for (const Share& share : entry.shares)
                widths.include(share.counts);
    }

    const RowWriter row_writer(widths, colours);
    out += "  ";
    row_writer.write_names(out);
    out += by_file ? " file:function\n\n" : " function:file\n\n";
    so_far.assign(so_far.size(), 0);
    for (const Entry& entry : entries) {
        if (out.size() > enough_to_hand_on) {
            sink(out);
            out.clear();
        }
        add_up(entry);
        out += by_file ? "< " : "> ";
        row_writer.write(out, entry.counts, so_far);
        out += ' ';
        out += shown_name(names, entry.name);
        out += ':';
        if (entry.is_one()) {
            const Share& share = entry.shares[0];
            out += shown_name(names, by_file ? share.function : share.file);
            out += "\n\n";
            continue;
        }
        out += '\n';
        for (const Share& share : entry.shares) {
            out += "  ";
            row_writer.write(out, share.counts);
            out += "   ";
            out += shown_name(names, by_file ? share.function : share.file);
            out += '\n';
        }
        out += '\n';
    }
}

} // namespace cg
