// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/report.hpp"

#include "annotate/function_calls.hpp"
#include "annotate/sections.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/profile_view.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>
#include <unordered_set>

namespace cg {

void write_heading(std::string& out, std::string_view title, std::size_t width,
                   std::string_view path) {
    const std::string rule(width == 0 ? 80 : std::min<std::size_t>(80, width), '-');
    out += fmt::format("{0}\n-- {1}{2}\n{0}\n", rule, title,
                       fit_path(path, std::string_view("-- ").size() + title.size(), width));
}

namespace {

void write_field(std::string& out, std::string_view label, std::string_view value) {
    out += fmt::format("{:<17} {}\n", label, value);
}

void write_descriptions(std::string& out, const std::vector<InputFile>& data) {
    const bool all_equal =
        std::ranges::all_of(data, [&](const InputFile& file) { return file.desc == data[0].desc; });
    for (std::size_t i = 0; i < (all_equal ? 1 : data.size()); ++i) {
        if (!all_equal)
            out += fmt::format("Description {}:\n", i + 1);
        for (const std::string& line : data[i].desc)
            out += line + '\n';
    }
}

void write_commands(std::string& out, const std::vector<InputFile>& data) {
    if (data.size() == 1)
        return write_field(out, "Command:", data[0].cmd);
    for (std::size_t i = 0; i < data.size(); ++i) {
        const bool same = i > 0 && data[i].cmd == data[i - 1].cmd;
        write_field(out, fmt::format("Command {}:", i + 1),
                    same ? fmt::format("(same as Command {})", i) : data[i].cmd);
    }
}

std::string names_of(const ReportColumns& columns, const std::vector<std::size_t>& chosen) {
    const auto name = [&](std::size_t column) { return columns.events[column]; };
    return fmt::format("{}", fmt::join(chosen | std::views::transform(name), " "));
}

// Returns the shortest exact text with at least one digit after the point: "0.1%", "20.0%".
std::string percent_text(double percent) {
    std::string text = fmt::format("{}", percent);
    if (text.find_first_not_of("0123456789") == text.npos)
        text += ".0";
    return text + '%';
}

std::string threshold_text(const ReportColumns& columns) {
    const auto& thresholds = columns.thresholds;
    if (thresholds.size() == 1 && thresholds[0].column == columns.order[0])
        return percent_text(thresholds[0].percent);
    const auto text = [&](const Threshold& threshold) {
        return columns.events[threshold.column] + ' ' + percent_text(threshold.percent);
    };
    return fmt::format("{}", fmt::join(thresholds | std::views::transform(text), ", "));
}

void write_metadata(std::string& out, const ReportInput& input, const ReportColumns& columns,
                    const ReportOptions& options) {
    write_heading(out, "Metadata");
    write_field(out, "Invocation:", options.invocation);
    write_descriptions(out, input.data);
    write_commands(out, input.data);
    write_field(out, "Events recorded:", fmt::format("{}", fmt::join(columns.events.names(), " ")));
    write_field(out, "Events shown:", names_of(columns, columns.visible_columns));
    write_field(out, "Event sort order:", names_of(columns, columns.order));
    write_field(out, "Threshold:", threshold_text(columns));
    write_field(out, "Annotation:", options.annotate ? "on" : "off");
    for (const std::string& remark : options.remarks)
        out += remark + '\n';
    out += '\n';
}

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

// Writes "file:function" or "function:file". If both are too long for a line, first the path loses
// its beginning, down to a third of the space.
void write_pair(std::string& out, std::string_view first, std::string_view second, bool by_file,
                std::size_t used, std::size_t width) {
    const std::string_view path = by_file ? first : second, function = by_file ? second : first;
    std::string path_text(path), function_text(function);
    if (width != 0) {
        const std::size_t room = std::max<std::size_t>(width, used + 1) - used - 1; // the colon
        function_text = page_text(function);
        const std::size_t for_path =
            std::max(room / 3, room - std::min(room, width_of(function_text)));
        path_text = fit_path(path, 0, std::max<std::size_t>(1, for_path));
        function_text = fit(function_text, room - std::min(room, width_of(path_text)), Cut::end);
    }
    out += by_file ? path_text + ':' + function_text : function_text + ':' + path_text;
}

enum class GroupedBy { file, function };

// Passes text on in pieces, because all functions of a large program are a long text.
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

// The report omits files without a significant function, even if they have all counts.
void note_files_significant_only_in_sum(std::vector<std::string>& notes, const Profile& profile,
                                        const Ranking& ranking, const ReportColumns& columns) {
    constexpr std::size_t max_files = 3;
    const std::size_t event = columns.order[0];
    std::vector<Entry> files = ranking.files_significant_only_in_sum();
    const std::uint64_t noted_from = magnitude_of_percentage(1, columns.percent_base[event]);
    std::erase_if(files, [&](const Entry& file) { // 1 % is too little for a note, at any threshold
        return magnitude(file.counts[event]) < noted_from;
    });
    for (const Entry& file : files | std::views::take(max_files))
        notes.push_back(fmt::format(
            "{} holds {} of {}, but is not shown since none of its functions reaches the "
            "threshold; try a lower --threshold",
            in_quotes(profile.names[file.name]),
            Percentage(file.counts[event], columns.percent_base[event]).text(),
            text_for(EscapingContext::message, columns.events[event])));
    if (files.size() > max_files)
        notes.push_back(fmt::format("the same holds for {} more files", files.size() - max_files));
}

// Notes that the changes of a difference cancel out.
void note_cancelled_totals(std::vector<std::string>& notes, const Profile& profile,
                           const ReportColumns& columns) {
    std::vector<std::string> cancelled;
    for (const std::size_t event : columns.visible_columns) {
        const auto has_counts = [&] {
            return std::ranges::any_of(
                std::views::iota(std::size_t{0}, profile.costs.row_count()),
                [&](std::size_t row) { return profile.costs.counts(row)[event] != 0; });
        };
        if (columns.percent_base[event] == 0 && columns.percentages && has_counts())
            cancelled.push_back(columns.events[event]);
    }
    if (cancelled.empty())
        return;
    std::string note = fmt::format(
        "the total of {} is zero though its counts are not, so its "
        "percentages are n/a",
        text_for(EscapingContext::message, fmt::format("{}", fmt::join(cancelled, ", "))));
    if (columns.percent_base[columns.order[0]] == 0)
        note += " and every function is shown";
    if (columns.percent_base == profile.summary)
        note += "; in a diff, try --percent-of=base";
    notes.push_back(note);
}

// Notes that a difference fell: decreases then have positive percentages, too.
void note_negative_totals(std::vector<std::string>& notes, const ReportColumns& columns) {
    std::vector<std::string> negative;
    for (const std::size_t event : columns.visible_columns)
        if (columns.percent_base[event] < 0)
            negative.push_back(columns.events[event]);
    if (!negative.empty() && columns.percentages)
        notes.push_back(fmt::format(
            "the total of {} is negative, so percentages have the opposite sign of their "
            "counts; in a diff, try --percent-of=base",
            text_for(EscapingContext::message, fmt::format("{}", fmt::join(negative, ", ")))));
}

} // namespace

std::vector<std::string> notes_on(const Profile& profile, const Ranking& ranking,
                                  const ReportColumns& columns, const ReportOptions& options) {
    std::vector<std::string> notes;
    if (!options.inclusive) // the inclusive report shows functions of all files
        note_files_significant_only_in_sum(notes, profile, ranking, columns);
    note_cancelled_totals(notes, profile, columns);
    note_negative_totals(notes, columns);
    const bool is_of_run = columns.percentages && columns.percent_base == totals_of_run(profile);
    if (const auto note = note_of_percent_base(profile); note && is_of_run)
        notes.push_back(*note);
    return notes;
}

namespace {

// Adds files of significant inclusive cost: their functions may have little own cost.
void add_files_of(std::span<const FunctionId> functions, const Profile& profile,
                  const Ranking& ranking, std::vector<Entry>& files) {
    std::unordered_set<NameId> listed;
    for (const Entry& entry : files)
        listed.insert(entry.name);
    std::unordered_set<NameId> with_costs;
    for (const FunctionCosts& function : profile.costs.functions())
        with_costs.insert(function.file);
    for (const FunctionId function : functions) {
        const auto file = profile.names.find(profile.calls->functions.file(function));
        if (file && with_costs.contains(*file) && listed.insert(*file).second)
            files.push_back({*file, ranking.total_of(*file), {}});
    }
}

} // namespace

std::vector<std::string> write_report(const ReportInput& input, const ReportColumns& columns,
                                      const ReportOptions& options, Sources& sources,
                                      const Sink& sink) {
    const Profile& profile = input.profile;
    const Ranking ranking(profile, columns);
    std::vector<Entry> files = ranking.files();
    std::string out;
    write_metadata(out, input, columns, options);
    write_totals(out, profile.summary, columns);
    if (!options.inclusive) {
        write_summary(out, GroupedBy::file, files, profile.names, columns, options, sink);
        write_summary(out, GroupedBy::function, ranking.functions(), profile.names, columns,
                      options, sink);
    }
    if (options.inclusive || options.callers || options.callees) {
        const FunctionCalls calls(*profile.calls, columns, options.inclusive);
        calls.write(out, options, sink);
        if (options.inclusive)
            add_files_of(calls.significant(), profile, ranking, files);
    }
    if (options.objects)
        write_objects(out, *profile.data, columns, options, sink);
    sink(out);
    if (options.annotate || !options.user_files.empty())
        write_annotations(input, ranking, files, columns, options, sources, sink);
    return notes_on(profile, ranking, columns, options);
}

} // namespace cg
