// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/code_at_lines.hpp"

#include "annotate/row_writer.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace cg {
namespace {

constexpr std::uint32_t max_lanes = 10;

} // namespace

CodeAtLines::CodeAtLines(const CodeRanges& ranges, const ReportColumns& columns,
                         Disassembler& disassembler)
    : ranges_(ranges), columns_(columns), all_(ranges, disassembler) {
    const Significance significance(columns);
    const auto is_significant = [&](const FunctionRanges& function) {
        return significance.reached_by(function.counts);
    };
    for (const FunctionRanges& function : all_.functions())
        if (!is_significant(function))
            add_rest(function);
    for (const FunctionRanges* function : all_.ranked(columns.order, is_significant)) {
        const ListedFunction& added = functions_.emplace_back(ListedFunction{
            all_.name(*function), ranges.objects[function->object].path, all_.code(*function)});
        for (std::uint32_t row = 0; row < added.code.rows.size(); ++row)
            if (added.code.rows[row].has_counts())
                rows_of_files_[added.code.rows[row].file].push_back(
                    {added.code.rows[row].line, functions_.size() - 1, row});
    }
    for (auto& [file, places] : rows_of_files_)
        std::ranges::sort(places, {}, [](const RowAtLine& place) {
            return std::tuple(place.line, place.function, place.row);
        });
}

void CodeAtLines::add_rest(const FunctionRanges& function) {
    for (const FunctionRanges::Member& member : function.members) {
        const CodeRange& range = ranges_.ranges[member.range];
        Rest& rest = rest_[range.file][range.line];
        rest.counts.resize(ranges_.ranges.event_count());
        add_to(rest.counts, ranges_.ranges.counts(member.range));
        rest.functions.insert(&function);
    }
}

RowsBelowLines CodeAtLines::of_file(std::string_view name) const {
    RowsBelowLines result;
    const auto file = ranges_.names.find(name);
    if (!file)
        return result;
    const auto found = rows_of_files_.find(*file);
    const std::span<const RowAtLine> places =
        found == rows_of_files_.end() ? std::span<const RowAtLine>() : found->second;
    static const std::map<Line, Rest> no_rest;
    const auto found_rest = rest_.find(*file);
    const std::map<Line, Rest>& rests = found_rest == rest_.end() ? no_rest : found_rest->second;
    // First the rows without arcs: instructions; names, where a line has those of several
    // functions; the rest.
    std::vector<const RowAtLine*> place_of; // of each row; null: another row
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> row_of; // by function and row
    const auto add = [&](RowBelowLine row, const RowAtLine* place) {
        result.rows.push_back(std::move(row));
        place_of.push_back(place);
    };
    auto rest = rests.begin();
    const auto add_rests_before = [&](std::optional<Line> line) {
        for (; rest != rests.end() && (!line || rest->first < *line); ++rest)
            add({rest->first, rest->second.counts,
                 fmt::format("(in {} below the threshold)",
                             count_of(rest->second.functions.size(), "function"))},
                nullptr);
    };
    for (auto place = places.begin(); place != places.end();) {
        const Line line = place->line;
        add_rests_before(line);
        const auto line_end = std::find_if(
            place, places.end(), [&](const RowAtLine& each) { return each.line != line; });
        const bool has_several = place->function != std::prev(line_end)->function;
        for (auto first = place; place != line_end; ++place) {
            const ListedFunction& function = functions_[place->function];
            if (has_several && (place == first || std::prev(place)->function != place->function))
                add({line, {}, "in " + short_name(function.name) + ":"}, nullptr);
            row_of[{place->function, place->row}] = static_cast<std::uint32_t>(result.rows.size());
            add({line, function.code.counts[place->row],
                 text_of(function.code.rows[place->row], ranges_.names,
                         mnemonic_width(function.code))},
                &*place);
        }
    }
    add_rests_before(std::nullopt);

    std::vector<Jump> jumps;
    for (std::uint32_t i = 0; i < place_of.size(); ++i) {
        if (place_of[i] == nullptr)
            continue;
        const RowAtLine& place = *place_of[i];
        const auto target = functions_[place.function].code.rows[place.row].target;
        const auto to = target ? row_of.find({place.function, *target}) : row_of.end();
        if (to != row_of.end())
            jumps.push_back({i, to->second});
    }
    const auto arcs = std::make_shared<const JumpArcs>(lay_out(jumps, max_lanes));
    const auto columns = std::make_shared<const ArcColumns>(*arcs, result.rows.size());
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < result.rows.size(); ++i) {
        RowBelowLine& row = result.rows[i];
        lines.push_back(row.line);
        row.text.insert(0, place_of[i] == nullptr ? columns->before(i) : columns->row(i) + "  ");
    }
    result.margin = [arcs, columns, lines = std::move(lines)](Line line) {
        const auto next = std::ranges::lower_bound(lines, line);
        if (next == lines.end())
            return std::string(columns->width(), ' ');
        return columns->before(static_cast<std::uint32_t>(next - lines.begin()));
    };
    return result;
}

void CodeAtLines::write_others(std::string& out, const std::set<std::string_view>& files,
                               const ReportOptions& options, const Sink& sink) const {
    const auto is_elsewhere = [&](const CodeRow& row) {
        return row.has_counts() && !files.contains(ranges_.names[row.file]);
    };
    for (const ListedFunction& function : functions_)
        if (std::ranges::any_of(function.code.rows, is_elsewhere)) {
            write_function(out, function, files, options);
            pass_on_if_large(out, sink);
        }
}

void CodeAtLines::write_function(std::string& out, const ListedFunction& function,
                                 const std::set<std::string_view>& files,
                                 const ReportOptions& options) const {
    write_heading(out, "Instructions of " + function.name, options.width);
    out += "In " + function.object + "\n\n";
    // The rows to show; those at their lines are one row for each stretch, the first of them.
    const auto& rows = function.code.rows;
    const auto is_at_line = [&](const CodeRow& row) {
        return row.has_counts() && files.contains(ranges_.names[row.file]);
    };
    std::vector<std::uint32_t> shown;    // indexes of rows
    std::vector<std::uint32_t> at_lines; // of each: how many rows at lines it is for; 0: none
    std::vector<std::uint32_t> index_of(rows.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const bool is_left_out = is_at_line(rows[i]);
        if (!is_left_out || shown.empty() || at_lines.back() == 0) {
            shown.push_back(i);
            at_lines.push_back(0);
        }
        if (is_left_out)
            ++at_lines.back();
        index_of[i] = static_cast<std::uint32_t>(shown.size() - 1);
    }
    std::vector<Jump> jumps;
    ColumnWidths widths(columns_);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        if (rows[i].target && (!is_at_line(rows[i]) || !is_at_line(rows[*rows[i].target])))
            jumps.push_back({index_of[i], index_of[*rows[i].target]});
        widths.include(function.code.counts[i]);
    }
    const JumpArcs laid_out = lay_out(jumps, max_lanes);
    const ArcColumns arcs(laid_out, shown.size());
    const RowWriter row_writer(widths, options.colours);
    row_writer.write_names(out);
    out += "\n\n";
    const std::size_t width = mnemonic_width(function.code);
    const CodeRow* previous = nullptr;
    for (std::uint32_t i = 0; i < shown.size(); ++i) {
        const CodeRow& row = rows[shown[i]];
        const bool has_counts = row.has_counts() && at_lines[i] == 0;
        const bool has_new_place =
            has_counts && ranges_.names[row.file] != unknown_file &&
            (previous == nullptr || previous->file != row.file || previous->line != row.line);
        if (has_new_place) {
            previous = &row;
            row_writer.write_dots(out);
            out += fmt::format(" {}{}:{}\n", arcs.before(i), ranges_.names[row.file], row.line);
        }
        if (has_counts)
            row_writer.write(out, function.code.counts[shown[i]]);
        else
            row_writer.write_dots(out);
        out += ' ' + arcs.row(i) + "  ";
        out += at_lines[i] == 0 ? text_of(row, ranges_.names, width)
                                : "… " + count_of(at_lines[i], "instruction") + " at their lines";
        out += '\n';
    }
    out += '\n';
}

} // namespace cg
