// SPDX-License-Identifier: GPL-2.0-or-later
// Reads profiles and writes them in an output format.
#pragma once

#include "options.hpp"

namespace cg::show {

// files: none for stdin. Notes are said as `command`. Throws Error and UsageError.
void show(const std::vector<std::string>& files, const Options& options,
          const cli::Command& command);

} // namespace cg::show
