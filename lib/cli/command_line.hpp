// SPDX-License-Identifier: GPL-2.0-or-later
// Parses a command line by its option table, and writes the table's --help.
#pragma once

#include "cli/option.hpp"

#include <string>
#include <vector>

namespace cg::cli {

struct CommandLine {
    std::vector<std::string> operands;
    bool wants_help = false;
    bool wants_version = false;
    std::string completion_shell; // --write-completion=SHELL, see completion.hpp; else empty
};

// Parses like GNU commands: --name=ARG and --name ARG, -n ARG and -nARG, unambiguous abbreviations,
// options and operands in any order, "--" ends the options, "-" is an operand. Calls the setters in
// order; stops at --help or --version. Throws UsageError. Not thread-safe, because getopt_long has
// global state.
CommandLine parse(const Command& command, int argc, char* const* argv);

// Returns the text of --help.
std::string help(const Command& command);
// Returns the line of --version: cg_merge-0.1.0.
std::string version(const Command& command);

} // namespace cg::cli
