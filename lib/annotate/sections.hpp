// SPDX-License-Identifier: GPL-2.0-or-later
// Sections of a report that are not in report.cpp, and functions that all sections use. Private to
// this module.
#pragma once

#include "annotate/function_calls.hpp"
#include "annotate/report.hpp"
#include "annotate/row_writer.hpp"
#include "model/fwd.hpp"
#include "source/line_matching.hpp"
#include "view/ranking.hpp"
#include "view/rollup.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cg {

// Writes a title, which may end with a path, between two rules. A `width` of 0 cuts nothing.
void write_heading(std::string& out, std::string_view title, std::size_t width = 0,
                   std::string_view path = {});

// Writes the objects of data whose misses reach the threshold, each with the lines that cost most.
void write_objects(std::string& out, const DataObjects& data, const ReportColumns& report,
                   const ReportOptions& options, const Sink& sink);

// Writes all annotated sources, and the annotation summary.
void write_annotations(const ReportInput& input, const Ranking& ranking,
                       std::span<const Entry> files, const ReportColumns& columns,
                       const ReportOptions& options, Sources& sources, const Sink& sink);

// The rows that are shown below the lines of a source.
struct RowsBelowLines {
    std::vector<RowBelowLine> rows; // by line
    // Returns the columns between the counts and the text of a line; empty: there are none.
    std::function<std::string(Line)> margin;
};

// Writes the lines of a source with their counts, and counts after its end. `numbers` are the line
// numbers to print; if empty, lines are numbered from 1. Each line of the rows below is in
// `counts`.
void write_annotated_lines(std::string& out, const SourceLines& source, const LineCounts& counts,
                           std::span<const Line> numbers, const ReportColumns& columns,
                           const ReportOptions& options, const RowsBelowLines& below = {});

// Returns notes about unexpected results.
std::vector<std::string> notes_on(const Profile& profile, const Ranking& ranking,
                                  const ReportColumns& columns, const ReportOptions& options);

} // namespace cg
