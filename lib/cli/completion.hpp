// SPDX-License-Identifier: GPL-2.0-or-later
// Shell completions from an option table, so that they cannot fall behind it.
#pragma once

#include "cli/option.hpp"

#include <string>

namespace cg::cli {

// The script that completes the command in "bash", "zsh" or "fish". Throws UsageError for
// another shell. Hidden options are left out; an argument written as A|B|C completes to these.
std::string completion(const Command& command, const std::string& shell);

} // namespace cg::cli
