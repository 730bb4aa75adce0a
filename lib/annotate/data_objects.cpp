// SPDX-License-Identifier: GPL-2.0-or-later
// The section of objects of data: each with the lines that cost most on it.
#include "model/data_objects.hpp"
#include "annotate/sections.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"
#include "view/data_rows.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <vector>

namespace cg {
namespace {

constexpr std::size_t max_lines = 5; // of an object

// Returns the columns of cells as columns of a report: those that the report shows.
ReportColumns columns_of_cells(const DataObjects& data, const ReportColumns& report) {
    ReportColumns columns;
    columns.events = data.events;
    columns.percentages = report.percentages;
    columns.percent_base = data.cells.total();
    for (const std::size_t event : report.visible_columns)
        if (const auto column = data.events.column(report.events[event])) {
            columns.visible_columns.push_back(*column);
            columns.percent_base[*column] = report.percent_base[event];
        }
    return columns;
}

// Objects, and the cells of each, that reach the report's threshold in misses; the largest first.
class ObjectRanking {
  public:
    ObjectRanking(const DataObjects& data, double percent)
        : data_(data), counts_(counts_by_object(data)), cells_(data.objects.size()) {
        const Count total = misses_of(data.events, data.cells.total());
        least_ = std::max<std::uint64_t>(1, magnitude_of_percentage(percent, total));
        for (std::size_t i = 0; i < data.cells.size(); ++i)
            cells_[data.cells[i].object].push_back(i);
    }

    std::span<const Count> counts(std::size_t object) const { return counts_[object]; }
    std::vector<std::size_t> objects() const {
        std::vector<std::size_t> all = numbers_below(data_.objects.size());
        return ranked(std::move(all), counts_);
    }
    std::vector<std::size_t> cells(std::size_t object) const {
        return ranked(cells_[object], data_.cells.all_counts());
    }

  private:
    std::vector<std::size_t> ranked(std::vector<std::size_t> rows, const CountRows& counts) const {
        const auto misses = [&](std::size_t row) {
            return magnitude(misses_of(data_.events, counts[row]));
        };
        std::erase_if(rows, [&](std::size_t row) { return misses(row) < least_; });
        std::ranges::stable_sort(rows, std::greater<>(), misses);
        return rows;
    }

    const DataObjects& data_;
    CountRows counts_;
    std::vector<std::vector<std::size_t>> cells_; // by object
    std::uint64_t least_;
};

} // namespace

void write_objects(std::string& out, const DataObjects& data, const ReportColumns& report,
                   const ReportOptions& options, const Sink& sink) {
    const ReportColumns columns = columns_of_cells(data, report);
    write_heading(out, "Objects of data", options.width);
    if (columns.visible_columns.empty()) {
        out += "None of the events that are shown is known by object of data.\n\n";
        return;
    }
    const ObjectRanking ranking(data, report.thresholds.front().percent);
    ColumnWidths widths(columns);
    const std::vector<std::size_t> objects = ranking.objects();
    const std::vector<std::string> names = shown_names(data);
    for (const std::size_t object : objects)
        widths.include(ranking.counts(object));
    const RowWriter row_writer(widths, options.colours);
    out += "  ";
    row_writer.write_names(out);
    out += " object\n\n";
    for (const std::size_t i : objects) {
        pass_on_if_large(out, sink);
        const DataObject& object = data.objects[i];
        const std::string size = size_text(object);
        out += "> ";
        row_writer.write(out, ranking.counts(i));
        out += ' ' + names[i];
        if (object.blocks != 0 && !size.empty())
            out += fmt::format(" ({} of {})",
                               count_of(static_cast<std::uint64_t>(object.blocks), "block"), size);
        out += ":\n";
        const std::vector<std::size_t> cells = ranking.cells(i);
        for (std::size_t n = 0; n < std::min(cells.size(), max_lines); ++n) {
            const DataCell& cell = data.cells[cells[n]];
            out += "  ";
            row_writer.write(out, data.cells.counts(cells[n]));
            out += fmt::format("   {}:{} {}\n", data.names[cell.file], cell.line,
                               data.names[cell.function]);
        }
        if (cells.size() > max_lines)
            out += fmt::format("  {:{}}   ({} more lines)\n", "", row_writer.width(),
                               cells.size() - max_lines);
        out += '\n';
    }
}

} // namespace cg
