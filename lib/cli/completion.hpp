// SPDX-License-Identifier: GPL-2.0-or-later
// Shell completions from an option table, so that they cannot fall behind it.
#pragma once

#include "cli/option.hpp"

#include <string>

namespace cg::cli {

// The script that completes the command in "bash", "zsh" or "fish". Throws UsageError for
// another shell. Hidden options are left out. An argument completes to the option's choices, to
// those of an argument written as A|B|C, to files for FILE and LIST, to directories for DIR, and to
// nothing for others, as numbers and expressions are; operands are files.
std::string completion(const Command& command, const std::string& shell);

} // namespace cg::cli
