// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

#include <array>
#include <utility>

namespace cg {

Annotated::Annotated(std::size_t events)
    : known_lines(events),
      unknown_lines(events),
      not_identical(events),
      unreadable(events),
      below_threshold(events),
      unknown_files(events) {
}

void write_annotation_summary(std::string& out, const Annotated& annotated,
                              const ReportColumns& columns) {
    const std::array<std::pair<const std::vector<Count>&, std::string_view>, 6> rows{{
        {annotated.known_lines,
         "  annotated: files known & above threshold & readable, line numbers known"},
        {annotated.unknown_lines,
         "  annotated: files known & above threshold & readable, line numbers unknown"},
        {annotated.not_identical,
         "unannotated: files known & above threshold & two or more non-identical"},
        {annotated.unreadable, "unannotated: files known & above threshold & unreadable "},
        {annotated.below_threshold, "unannotated: files known & below threshold"},
        {annotated.unknown_files, "unannotated: files unknown"},
    }};
    write_heading(out, "Annotation summary");
    ColumnWidths widths(columns);
    for (const auto& [counts, why] : rows)
        widths.include(counts);
    const RowWriter row_writer(widths);
    row_writer.write_names(out);
    out += "\n\n";
    for (const auto& [counts, why] : rows) {
        row_writer.write(out, counts);
        out += ' ';
        out += why;
        out += '\n';
    }
    out += '\n';
}

} // namespace cg
