// SPDX-License-Identifier: GPL-2.0-or-later
// cg_annotate: shows where a program's events happened.
//
//   cg_annotate cachegrind.out.1234
//   cg_diff a b | cg_annotate -
#include "algebra/selection.hpp"
#include "annotate/report.hpp"
#include "cli/pager.hpp"
#include "cli/run.hpp"
#include "cli/terminal.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "inputs.hpp"
#include "io/output.hpp"
#include "load/binaries.hpp"
#include "load/missing_sources.hpp"
#include "load/source_files.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/profile_view.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>

namespace cg::annotate {
namespace {

bool is_of_base(const Options& options, const Inputs& inputs) {
    return options.percent_of_base.value_or(!options.diff && !options.diff_lines &&
                                            inputs.all.profile.header.events.has_bases());
}

// Returns the counts that are 100 % with --percent-of=base: the totals of the first profile.
std::vector<Count> base_totals(const Options& options, const Inputs& inputs) {
    if (options.diff || options.diff_lines)
        return inputs.base;
    if (!inputs.all.profile.header.events.has_bases())
        throw UsageError(
            "--percent-of=base needs --diff, or a profile that cg_diff --keep-base wrote");
    return percent_bases(inputs.all.profile);
}

// Adds EVENT or, as in older versions of Valgrind's cg_annotate, EVENT:PERCENT. An event's name may
// contain a colon, so an item that is the name of an event has no threshold.
void add_sort_key(const std::string& item, ReportColumns& columns) {
    const std::size_t colon = columns.events.column(item) ? item.npos : item.rfind(':');
    columns.order.push_back(chosen_column(columns.events, item.substr(0, colon), "--sort"));
    if (colon != item.npos)
        columns.thresholds.push_back(
            {columns.order.back(), cli::percentage(item.substr(colon + 1), "sort")});
}

ReportColumns make_report_columns(const Options& options, const Inputs& inputs) {
    const Profile& profile = inputs.all.profile;
    ReportColumns columns;
    columns.events = profile.header.events;
    columns.visible_columns = chosen_columns(columns.events, options.show, "--show");
    for (const std::string& item : options.sort)
        add_sort_key(item, columns);
    for (std::size_t column = 0; column < columns.events.size(); ++column) {
        if (is_of_base(options, inputs) && columns.events.is_base(column))
            continue; // the percentages are of it
        if (options.show.empty())
            columns.visible_columns.push_back(column);
        if (options.sort.empty())
            columns.order.push_back(column);
    }
    if (columns.thresholds.empty())
        columns.thresholds.push_back({columns.order.front(), options.threshold});
    columns.percent_base =
        is_of_base(options, inputs) ? base_totals(options, inputs) : totals_of_run(profile);
    columns.percentages = options.show_percs;
    return columns;
}

// Returns the width of lines, or 0 for no limit.
std::size_t width_to_fit(const Options& options) {
    return options.fit && cli::goes_to_terminal(options.output) ? cli::terminal_width() : 0;
}

ReportInput make_report_input(const Inputs& inputs) {
    const auto originals = [](const Renamed& renamed) {
        return [&renamed](std::string_view file) {
            std::vector<std::string> names = renamed.originals(file);
            std::ranges::sort(names);
            return names;
        };
    };
    ReportInput input{inputs.all.profile, inputs.data, originals(inputs.all), {}};
    for (const Renamed& version : inputs.versions)
        input.versions.push_back({version.profile, originals(version)});
    return input;
}

ReportOptions make_report_options(const Options& options, const Inputs& inputs) {
    ReportOptions report = options.report;
    if (!options.sources.include_dirs.empty())
        report.remarks.push_back(
            fmt::format("Include dirs:     {}", fmt::join(options.sources.include_dirs, " ")));
    for (const SourcePrefix& prefix : options.sources.prefixes)
        report.remarks.push_back("Source prefix:    " + prefix.from + "=" + prefix.to);
    if (!inputs.user_files.empty())
        report.remarks.push_back(
            fmt::format("User annotated:   {}", fmt::join(inputs.user_files, " ")));
    if (is_of_base(options, inputs))
        report.remarks.push_back("Percentages:      of the first profile's totals");
    for (const std::string& what : inputs.dropped)
        report.remarks.push_back("Salvaged:         " + what);
    report.user_files = inputs.user_files;
    report.width = width_to_fit(options);
    report.callers = options.tree == "caller" || options.tree == "both";
    report.context = options.context;
    report.callees = options.tree == "calling" || options.tree == "both";
    if (cli::wants_colour(options.colour, cli::goes_to_terminal(options.output)))
        report.colours = options.diff || options.diff_lines ? Colours::diff : Colours::heat;
    return report;
}

// Returns the visible events: the one that rows are sorted by, then the others.
std::vector<std::size_t> most_important_first(const ReportColumns& columns) {
    std::vector<std::size_t> events;
    std::vector<std::string> names;
    std::ranges::transform(columns.visible_columns, std::back_inserter(names),
                           [&](std::size_t event) { return columns.events[event]; });
    for (const std::size_t i : by_importance(names))
        events.push_back(columns.visible_columns[i]);
    std::ranges::stable_partition(
        events, [&](std::size_t event) { return event == columns.order.front(); });
    return events;
}

// Leaves out events, so that names and source fit into the line too, but none that --show names.
// Returns the events that are left out.
std::vector<std::string> leave_out_events(const Options& options, ReportColumns& columns) {
    std::vector<std::string> left_out;
    const std::size_t width = width_to_fit(options);
    if (width == 0 || !options.show.empty())
        return left_out;
    constexpr std::size_t width_of_text = 32;
    std::size_t used = width_of_text;
    std::vector<std::size_t> kept;
    for (const std::size_t event : most_important_first(columns)) {
        used += Number(columns.percent_base[event]).text().size() + 1;
        if (columns.percentages)
            used += std::string_view(" (100.0%, 100.0%)").size();
        if (used > width && !kept.empty())
            break;
        kept.push_back(event);
    }
    std::erase_if(columns.visible_columns, [&](std::size_t event) {
        if (std::ranges::find(kept, event) != kept.end())
            return false;
        left_out.push_back(columns.events[event]);
        return true;
    });
    return left_out;
}

int run(const Options& options, const std::vector<std::string>& operands) {
    cli::Progress progress("cg_annotate");
    progress.phase("reading");
    const Inputs inputs = read_inputs(
        options, operands, [&](std::size_t done, std::size_t all) { progress.share(done, all); });
    ReportColumns columns = make_report_columns(options, inputs);
    const std::vector<std::string> left_out = leave_out_events(options, columns);
    SourceServers servers(build_ids_of_sources(inputs.all), options.binaries.debuginfod);
    SourceFiles files(options.sources, &servers);
    AskedSources sources(files);
    Output out = Output::open(options.output);
    progress.phase("writing");
    if (cli::goes_to_terminal(options.output))
        progress.stop(); // it would be written into the report
    const std::unique_ptr<cli::Pager> pager =
        options.pager && options.output == "-" ? cli::Pager::start() : nullptr;
    Sink sink = [&](std::string_view bytes) { pager ? pager->write(bytes) : out.write(bytes); };
    if (const std::size_t width = width_to_fit(options))
        sink = fitted(std::move(sink), width);
    std::vector<std::string> notes; // said after the report, which a pager shows
    Binaries binaries(options.binaries, [&](const std::string& what) { notes.push_back(what); });
    ReportOptions report = make_report_options(options, inputs);
    if (options.instructions)
        report.disassembler = &binaries;
    std::ranges::move(write_report(make_report_input(inputs), columns, report, sources, sink),
                      std::back_inserter(notes));
    if (pager)
        pager->finish();
    out.commit();
    progress.stop();
    for (const std::string& what : inputs.dropped)
        cli::warn(what);
    if (inputs.lost_calls)
        cli::note(*inputs.lost_calls);
    if (!left_out.empty())
        cli::note(fmt::format(
            "{} not shown: {}; --show chooses", count_of(left_out.size(), "event"),
            text_for(EscapingContext::message, fmt::format("{}", fmt::join(left_out, " ")))));
    cli::notes(notes);
    MissingSources missing =
        missing_sources(sources, [](const std::string& name) { return std::vector{name}; });
    if (!missing.names.empty())
        missing.facts = facts_of_sources(inputs.all);
    cli::notes(notes_on(missing, options.sources, servers, true));
    cli::note_written(options.output, "");
    return cli::done;
}

} // namespace
} // namespace cg::annotate

int main(int argc, char** argv) {
    cg::annotate::Options options;
    options.report.invocation = cg::annotate::invocation(argc, argv);
    return cg::cli::run(argc, argv, cg::annotate::command, cg::annotate::run, options);
}
