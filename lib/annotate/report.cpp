// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/report.hpp"

#include "annotate/function_calls.hpp"
#include "annotate/sections.hpp"
#include "text/fit.hpp"

#include <algorithm>
#include <unordered_set>

namespace cg {

void write_heading(std::string& out, std::string_view title, std::size_t width,
                   std::string_view path) {
    const std::string rule(width == 0 ? 80 : std::min<std::size_t>(80, width), '-');
    out += rule;
    out += "\n-- ";
    out += title;
    out += fit_path(path, std::string_view("-- ").size() + title.size(), width);
    out += '\n';
    out += rule;
    out += '\n';
}

namespace {

// Adds files of significant inclusive cost: their functions may have little own cost.
void add_files_of(std::span<const CalledNumber> functions, const Profile& profile,
                  const Ranking& ranking, std::vector<Entry>& files) {
    std::unordered_set<NameId> listed;
    for (const Entry& entry : files)
        listed.insert(entry.name);
    std::unordered_set<NameId> with_costs;
    for (const FunctionCosts& function : profile.costs.functions())
        with_costs.insert(function.file);
    for (const CalledNumber function : functions) {
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
    sink(out);
    if (options.annotate || !options.user_files.empty())
        write_annotations(input, ranking, files, columns, options, sources, sink);
    return notes_on(profile, ranking, columns, options);
}

} // namespace cg
