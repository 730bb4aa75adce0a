// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/report.hpp"

#include "report/sections.hpp"

namespace cg {

void write_heading(std::string& out, std::string_view title) {
    const std::string rule(80, '-');
    out += rule;
    out += "\n-- ";
    out += title;
    out += '\n';
    out += rule;
    out += '\n';
}

void write_report(const Profile& profile, const std::vector<DataFile>& data, const View& view,
                  const ReportOptions& options, const OriginalNames& originals, Sources& sources,
                  const Sink& sink) {
    const Ranking ranking(profile, view);
    const std::vector<Entry> files = ranking.files();
    std::string out;
    write_metadata(out, profile.header, data, view, options);
    write_totals(out, profile.summary, view);
    write_summary(out, GroupedBy::file, files, profile.names, view, options.colours);
    write_summary(out, GroupedBy::function, ranking.functions(), profile.names, view,
                  options.colours);
    sink(out);
    if (options.annotate || !options.user_files.empty())
        write_annotations(profile, ranking, files, data, view, options, originals, sources, sink);
}

} // namespace cg
