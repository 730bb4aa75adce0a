// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate.hpp"

#include "cli/run.hpp"
#include "error/error.hpp"
#include "inputs.hpp"
#include "io/output.hpp"
#include "report/report.hpp"
#include "source_files.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::annotate {
namespace {

std::size_t column_of(const EventSet& events, const std::string& name, const char* option) {
    if (const auto column = events.column(name))
        return *column;
    throw UsageError(fmt::format("{}: there is no event '{}' in the profile; it has {}", option,
                                 name, fmt::join(events.names(), ", ")));
}

View make_view(const Options& options, const Inputs& inputs) {
    View view;
    view.events = inputs.profile.header.events;
    for (const std::string& name : options.show)
        view.shown.push_back(column_of(view.events, name, "--show"));
    for (const SortKey& key : options.sort) {
        view.order.push_back(column_of(view.events, key.event, "--sort"));
        if (key.threshold)
            view.thresholds.push_back({view.order.back(), *key.threshold});
    }
    for (std::size_t column = 0; column < view.events.size(); ++column) {
        if (options.show.empty())
            view.shown.push_back(column);
        if (options.sort.empty())
            view.order.push_back(column);
    }
    if (view.thresholds.empty())
        view.thresholds.push_back({view.order.front(), options.threshold});
    view.whole = options.percent_of_base ? inputs.base : inputs.profile.summary;
    view.percentages = options.show_percs;
    return view;
}

} // namespace

int run(const Options& options, const cli::Command& command,
        const std::vector<std::string>& operands) {
    const Inputs inputs = read_inputs(options, operands);
    const View view = make_view(options, inputs);

    ReportOptions report;
    report.invocation = options.invocation;
    for (const std::string& what : inputs.dropped)
        report.remarks.push_back("Salvaged:         " + what);
    report.user_files = inputs.user_files;
    report.annotate = options.annotate;
    report.context = options.context;
    const OriginalNames originals = [&](std::string_view file) {
        if (inputs.original_files.empty())
            return std::vector<std::string>{std::string(file)};
        const NameId id = *inputs.profile.names.find(file);
        std::vector<std::string> names = inputs.original_files[static_cast<std::size_t>(id)];
        std::ranges::sort(names);
        return names;
    };

    SourceFiles sources(options.include_dirs);
    Output out = Output::open("-");
    write_report(inputs.profile, inputs.data, view, report, originals, sources,
                 [&](std::string_view bytes) { out.write(bytes); });
    out.commit();
    for (const std::string& what : inputs.dropped)
        cli::warn(command, what);
    return cli::done;
}

} // namespace cg::annotate
