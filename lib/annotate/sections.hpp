// SPDX-License-Identifier: GPL-2.0-or-later
// The sections of a report, in their order; each has a file of its own. Private to this room.
#pragma once

#include "annotate/report.hpp"
#include "annotate/row_writer.hpp"
#include "source/source_lines.hpp"
#include "view/line_counts.hpp"
#include "view/ranking.hpp"

namespace cg {

// A title between two rules; it may end with a path. A width of 0 cuts nothing.
void write_heading(std::string& out, std::string_view title, std::size_t width = 0,
                   std::string_view path = {});

void write_metadata(std::string& out, const ReportInput& input, const ReportColumns& columns,
                    const ReportOptions& options);

void write_totals(std::string& out, std::span<const Count> totals, const ReportColumns& columns);

enum class GroupedBy { file, function };
// What has come together is handed on at times: all functions of a large program are a long text.
void write_summary(std::string& out, GroupedBy grouped_by, std::span<const Entry> entries,
                   const Names& names, const ReportColumns& columns, const ReportOptions& options,
                   const Sink& sink);

// All annotated sources, and what they sum up to.
void write_annotations(const ReportInput& input, const Ranking& ranking,
                       std::span<const Entry> files, const ReportColumns& columns,
                       const ReportOptions& options, Sources& sources, const Sink& sink);

// The lines of one source with their counts, and the lines past its end. numbers: by which the
// lines of source and those past its end go; empty if by their place.
void write_annotated_lines(std::string& out, const SourceLines& source, const LineCounts& counts,
                           std::span<const Line> numbers, const ReportColumns& columns,
                           const ReportOptions& options);

// Why some counts could be annotated and others not.
struct Annotated {
    explicit Annotated(std::size_t events);
    std::vector<Count> known_lines, unknown_lines;     // of files that were annotated
    std::vector<Count> not_identical, unreadable;      // of files that should have been
    std::vector<Count> below_threshold, unknown_files; // of all others
};
void write_annotation_summary(std::string& out, const Annotated& annotated,
                              const ReportColumns& columns);

// Boxes of @ that stand out from the annotated lines.
void write_newer_warning(std::string& out, std::span<const std::string> sources,
                         const std::string& data_file);
void write_past_end_warning(std::string& out, std::string_view source);

// What a user may wonder about.
std::vector<std::string> notes_on(const Profile& profile, const Ranking& ranking,
                                  const ReportColumns& columns);

} // namespace cg
