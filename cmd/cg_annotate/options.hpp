// SPDX-License-Identifier: GPL-2.0-or-later
// What the command line of cg_annotate says.
#pragma once

#include "cli/option.hpp"
#include "rewrite/substitution.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cg::annotate {

// An event to sort by, and the threshold that was given with it.
struct SortKey {
    std::string event;
    std::optional<double> threshold;
};

struct Options {
    std::string invocation; // the command line, as one could type it
    // inputs
    bool diff = false;
    bool diff_lines = false;
    bool salvage = false;
    unsigned jobs = 1;
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    // events
    std::vector<std::string> show; // empty: all
    std::vector<SortKey> sort;     // empty: all
    double threshold = 0.1;        // of the primary event, in percent
    bool percent_of_base = false;
    bool show_percs = true;
    // sources
    bool annotate = true;
    unsigned context = 8;
    std::vector<std::string> include_dirs;
    // terminal
    std::string colour = "auto";
    bool fit = false;
};

// The option table; its setters fill options.
cli::Command command(Options& options);

// The command line in a shell's words.
std::string invocation(int argc, char* const* argv);

} // namespace cg::annotate
