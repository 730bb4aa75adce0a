// SPDX-License-Identifier: GPL-2.0-or-later
// Runs cg_annotate with its options.
#pragma once

#include "options.hpp"

namespace cg::annotate {

// Reads the profiles, writes the report to stdout and notes to stderr. Returns the exit status.
int run(const Options& options, const cli::Command& command,
        const std::vector<std::string>& operands);

} // namespace cg::annotate
