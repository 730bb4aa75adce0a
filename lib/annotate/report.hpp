// SPDX-License-Identifier: GPL-2.0-or-later
// The report of cg_annotate: metadata, summaries and annotated sources.
#pragma once

#include "model/fwd.hpp"
#include "model/instruction.hpp"
#include "source/sources.hpp"
#include "text/terminal.hpp"
#include "text/writer.hpp"
#include "view/ranking.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cg {

// A profile that was read.
struct InputFile {
    std::string name;
    std::vector<std::string> desc{};    // the desc: lines of its profile
    std::string cmd;                    // its cmd: line
    std::optional<FileTime> modified{}; // none for a pipe
};

// Returns the original names of a file, sorted; only the name itself if it was not renamed.
using OriginalNames = std::function<std::vector<std::string>(std::string_view)>;

// One of the two profiles of a diff, with the names of the diff.
struct DiffSide {
    const Profile& profile;
    OriginalNames originals;
};

// The data of a report.
struct ReportInput {
    const Profile& profile;
    std::vector<InputFile> data;
    OriginalNames originals;
    // For a diff by lines: if a file differs between the two sides, their lines are matched by the
    // texts. Empty or two.
    std::vector<DiffSide> versions;
};

struct ReportOptions {
    std::string invocation{};              // the command line
    std::vector<std::string> remarks{};    // further lines of metadata, as they are printed
    std::vector<std::string> user_files{}; // source files to annotate whatever they count
    // Of a profile with calls: functions with the cost of all that they call instead of the two
    // summaries, which own cost is for; and for each function its callers, its callees.
    bool inclusive = false;
    bool callers = false;
    bool callees = false;
    bool objects = false; // of a profile with data objects: these, and the lines of each
    bool annotate = true; // significant files
    // Of a profile with costs by address: shows the instructions of functions that reach the
    // threshold. Null: shows none.
    Disassembler* disassembler = nullptr;
    std::size_t context = 8; // lines before and after each line with counts
    Colours colours = Colours::none;
    std::size_t width = 0; // of lines, in columns: paths and names are cut to fit; 0: no limit
};

// Throws std::overflow_error if a sum is too large. Returns notes for the user, each one sentence,
// about omissions of the report.
std::vector<std::string> write_report(const ReportInput& input, const ReportColumns& columns,
                                      const ReportOptions& options, Sources& sources,
                                      const Sink& sink);

} // namespace cg
