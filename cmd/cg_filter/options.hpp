// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of cg_filter.
#pragma once

#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "cli/option.hpp"
#include "model/cost_table.hpp"
#include "rewrite/pattern.hpp"
#include "rewrite/substitution.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cg::filtering {

struct LineRange {
    Line first;
    Line last;
};

// Patterns and ranges. A row matches a kind if it matches one of its patterns or ranges.
struct Choice {
    std::vector<Pattern> files;
    std::vector<Pattern> functions;
    std::vector<LineRange> lines;
};

struct Options {
    // names
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    std::vector<std::string> strip_prefix;
    std::vector<std::pair<std::string, Pattern>> groups;
    // rows
    Choice only;
    Choice without;
    std::vector<Condition> min;
    std::string sort; // empty: the first event
    unsigned top = 0; // 0: all
    bool changed = false;
    bool rest = false;
    // switches of the names above and of the calls below
    bool short_names = false;
    bool fold_recursion = false;
    // calls
    std::vector<Pattern> below;
    std::vector<Pattern> above;
    std::vector<Pattern> skip;
    std::optional<double> prune; // percent
    // events
    std::vector<Derivation> derive;
    std::vector<std::string> events; // empty: all
    std::string output = "-";
};

cli::Command command(Options& options);

} // namespace cg::filtering
