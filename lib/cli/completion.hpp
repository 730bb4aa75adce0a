// SPDX-License-Identifier: GPL-2.0-or-later
// Makes shell completions from an option table, so that they are always complete.
#pragma once

#include "cli/option.hpp"

#include <string>

namespace cg::cli {

// Returns the script that completes the command in "bash", "zsh" or "fish". Throws UsageError for
// other shells. Omits hidden options. Completes an argument to the option's choices or those of
// A|B|C, to files for FILE and LIST, to directories for DIR, and to nothing for other arguments,
// such as numbers and expressions; completes operands to profiles by their names, or to all files
// if there are none. An EVENT, or events A,B,C, and the functions that --function and the like
// choose are those of the first operand, which `cg_show --write-words` reads.
std::string completion(const Command& command, const std::string& shell);

} // namespace cg::cli
