// SPDX-License-Identifier: GPL-2.0-or-later
// What cg_annotate does once its command line is understood.
#pragma once

#include "options.hpp"

namespace cg::annotate {

// Reads the profiles, writes the report to stdout and notes to stderr. The exit status.
int run(const Options& options, const cli::Command& command,
        const std::vector<std::string>& operands);

} // namespace cg::annotate
