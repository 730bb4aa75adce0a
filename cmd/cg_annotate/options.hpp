// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of cg_annotate.
#pragma once

#include "algebra/derive.hpp"
#include "annotate/report.hpp"
#include "binary/binary_file.hpp"
#include "cli/option.hpp"
#include "format/parts.hpp"
#include "load/parallel.hpp"
#include "load/source_files.hpp"
#include "rewrite/substitution.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cg::annotate {

struct Options {
    ReportOptions report{}; // as the user chose; the rest is of the inputs and the terminal
    // inputs
    bool diff = false;
    bool diff_lines = false;
    bool salvage = false;
    PartSelection parts;
    unsigned jobs = default_jobs();
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    // events
    std::vector<Derivation> derive;
    std::vector<std::string> show;       // empty: all
    std::vector<std::string> sort;       // likewise; A:1 has a threshold, unless it is an event
    double threshold = 0.1;              // of the primary event, in percent
    std::optional<bool> percent_of_base; // none: of a base that the profile has
    bool show_percs = true;
    // calls
    std::string tree = "none";
    // sources
    bool instructions = false;
    unsigned context = 8;
    SourceSearch sources;
    bool inlines = false;
    binary::SearchPath binaries;
    // output
    std::string output = "-";
    std::string colour = "auto";
    bool fit = true; // lines, into the width of a terminal
    bool pager = true;
};

// Returns the option table, whose setters fill `options`.
cli::Command command(Options& options);

// Returns the words of the command line, separated by blanks, in one line.
std::string invocation(int argc, char* const* argv);

} // namespace cg::annotate
