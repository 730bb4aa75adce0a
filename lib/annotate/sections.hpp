// SPDX-License-Identifier: GPL-2.0-or-later
// The sections of a report, in their order; each has a file of its own. Private to this room.
#pragma once

#include "annotate/calls_at_lines.hpp"
#include "annotate/report.hpp"
#include "annotate/row_writer.hpp"
#include "source/source_lines.hpp"
#include "view/line_counts.hpp"
#include "view/ranking.hpp"

namespace cg {

// Writes a title, which may end with a path, between two rules. A `width` of 0 cuts nothing.
void write_heading(std::string& out, std::string_view title, std::size_t width = 0,
                   std::string_view path = {});

void write_metadata(std::string& out, const ReportInput& input, const ReportColumns& columns,
                    const ReportOptions& options);

void write_totals(std::string& out, std::span<const Count> totals, const ReportColumns& columns);

enum class GroupedBy { file, function };
// Passes text on in pieces, because all functions of a large program are a long text.
void write_summary(std::string& out, GroupedBy grouped_by, std::span<const Entry> entries,
                   const Names& names, const ReportColumns& columns, const ReportOptions& options,
                   const Sink& sink);

// Writes all annotated sources, and the annotation summary.
void write_annotations(const ReportInput& input, const Ranking& ranking,
                       std::span<const Entry> files, const ReportColumns& columns,
                       const ReportOptions& options, Sources& sources, const Sink& sink);

// Writes the lines of a source with their counts, and counts after its end. `numbers` are the line
// numbers to print; if empty, lines are numbered from 1. `calls` are in
// ascending order of their lines, each of which is in `counts`.
void write_annotated_lines(std::string& out, const SourceLines& source, const LineCounts& counts,
                           std::span<const Line> numbers, const ReportColumns& columns,
                           const ReportOptions& options, std::span<const CallAtLine> calls = {});

// The sums of the counts that could be annotated, and of those that could not, by reason.
struct Annotated {
    explicit Annotated(std::size_t events);
    std::vector<Count> known_lines, unknown_lines;     // of files that were annotated
    std::vector<Count> not_identical, unreadable;      // of files that should have been
    std::vector<Count> below_threshold, unknown_files; // of all others
};
void write_annotation_summary(std::string& out, const Annotated& annotated,
                              const ReportColumns& columns);

// Write warnings as boxes of @.
void write_newer_warning(std::string& out, std::span<const std::string> sources,
                         const std::string& data_file);
void write_past_end_warning(std::string& out, std::string_view source);

// Returns notes about unexpected results.
std::vector<std::string> notes_on(const Profile& profile, const Ranking& ranking,
                                  const ReportColumns& columns, const ReportOptions& options);

} // namespace cg
