// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

namespace cg {

void write_totals(std::string& out, std::span<const Count> totals, const View& view) {
    write_heading(out, "Summary");
    Measure measure(view);
    measure.include(totals);
    const Columns columns(measure);
    columns.write_names(out);
    out += "\n\n";
    columns.write(out, totals);
    out += " PROGRAM TOTALS\n\n";
}

} // namespace cg
