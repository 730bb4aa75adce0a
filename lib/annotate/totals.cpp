// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

namespace cg {

void write_totals(std::string& out, std::span<const Count> totals, const ReportColumns& columns) {
    write_heading(out, "Summary");
    ColumnWidths widths(columns);
    widths.include(totals);
    const RowWriter row_writer(widths);
    row_writer.write_names(out);
    out += "\n\n";
    row_writer.write(out, totals);
    out += " PROGRAM TOTALS\n\n";
}

} // namespace cg
