// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of cg_diff.
#pragma once

#include "algebra/condition.hpp"
#include "cli/option.hpp"
#include "rewrite/substitution.hpp"

#include <string>
#include <vector>

namespace cg::difference {

struct Options {
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    bool match_names = false;
    bool verbose = false;
    bool lines = false;
    std::string source_a; // empty: none
    std::string source_b;
    bool changed = false;
    bool keep_base = false;
    std::vector<Condition> fail_if;
    std::string output = "-";
    unsigned jobs = 1;
};

cli::Command command(Options& options);

} // namespace cg::difference
