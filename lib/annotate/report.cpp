// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/report.hpp"

#include "annotate/sections.hpp"
#include "text/fit.hpp"

#include <algorithm>

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

std::vector<std::string> write_report(const ReportInput& input, const ReportColumns& columns,
                                      const ReportOptions& options, Sources& sources,
                                      const Sink& sink) {
    const Profile& profile = input.profile;
    const Ranking ranking(profile, columns);
    const std::vector<Entry> files = ranking.files();
    std::string out;
    write_metadata(out, input, columns, options);
    write_totals(out, profile.summary, columns);
    write_summary(out, GroupedBy::file, files, profile.names, columns, options, sink);
    write_summary(out, GroupedBy::function, ranking.functions(), profile.names, columns, options,
                  sink);
    sink(out);
    if (options.annotate || !options.user_files.empty())
        write_annotations(input, ranking, files, columns, options, sources, sink);
    return notes_on(profile, ranking, columns);
}

} // namespace cg
