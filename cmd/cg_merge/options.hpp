// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of cg_merge.
#pragma once

#include "algebra/merge.hpp"
#include "cli/option.hpp"

#include <string>

namespace cg::merge {

struct Options {
    std::string output = "-";
    std::string files_from; // empty: none
    unsigned jobs = 1;
    MergeEvents events = MergeEvents::equal;
    bool force = false;
    bool skip_bad = false;
    bool average = false;
    bool stats = false;
};

cli::Command command(Options& options);

} // namespace cg::merge
