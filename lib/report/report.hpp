// SPDX-License-Identifier: GPL-2.0-or-later
// The report of cg_annotate: metadata, summaries and annotated sources.
#pragma once

#include "model/profile.hpp"
#include "report/colours.hpp"
#include "report/sources.hpp"
#include "report/view.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cg {

// A file that counts came from.
struct DataFile {
    std::string name;
    std::string cmd;                  // what its profile says
    std::optional<FileTime> modified; // none for a pipe
};

// The names of a file before it was renamed, sorted; one for a file that was not.
using OriginalNames = std::function<std::vector<std::string>(std::string_view)>;

struct ReportOptions {
    std::string invocation;              // the command line
    std::vector<std::string> remarks;    // further lines of metadata, as they are printed
    std::vector<std::string> user_files; // source files to annotate whatever they count
    bool annotate = true;                // significant files
    std::size_t context = 8;             // lines around each that has counts
    Colours colours = Colours::none;
};

// Takes the report in pieces.
using Sink = std::function<void(std::string_view)>;

// Throws std::overflow_error when a sum does not fit.
void write_report(const Profile& profile, const std::vector<DataFile>& data, const View& view,
                  const ReportOptions& options, const OriginalNames& originals, Sources& sources,
                  const Sink& sink);

} // namespace cg
