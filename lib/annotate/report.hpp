// SPDX-License-Identifier: GPL-2.0-or-later
// The report of cg_annotate: metadata, summaries and annotated sources.
#pragma once

#include "model/profile.hpp"
#include "source/sources.hpp"
#include "text/colours.hpp"
#include "text/sink.hpp"
#include "view/report_columns.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cg {

// A file that counts came from.
struct InputFile {
    std::string name;
    std::vector<std::string> desc{};    // what its profile says
    std::string cmd;                    // likewise
    std::optional<FileTime> modified{}; // none for a pipe
};

// The names of a file before it was renamed, sorted; one for a file that was not.
using OriginalNames = std::function<std::vector<std::string>(std::string_view)>;

// One of the two profiles that a diff is made of, under the names of the diff.
struct DiffSide {
    const Profile& profile;
    OriginalNames originals;
};

// What is reported on.
struct ReportInput {
    const Profile& profile;
    std::vector<InputFile> data;
    OriginalNames originals;
    // Of a diff by lines: where a file differs between the two, lines are matched through the
    // texts of both. Empty or two.
    std::vector<DiffSide> versions;
};

struct ReportOptions {
    std::string invocation;              // the command line
    std::vector<std::string> remarks;    // further lines of metadata, as they are printed
    std::vector<std::string> user_files; // source files to annotate whatever they count
    bool annotate = true;                // significant files
    std::size_t context = 8;             // lines around each that has counts
    Colours colours = Colours::none;
    std::size_t width = 0; // paths and names are cut to fit into lines of so many columns; 0: not
};

// Throws std::overflow_error when a sum does not fit. Returns notes for the user, of what the
// report leaves out or can't say: each one sentence.
std::vector<std::string> write_report(const ReportInput& input, const ReportColumns& columns,
                                      const ReportOptions& options, Sources& sources,
                                      const Sink& sink);

} // namespace cg
