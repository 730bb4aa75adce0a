// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a command. The one place that prints errors and chooses exit statuses.
#pragma once

#include "cli/option.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cg::cli {

// Exit statuses: 0 done, 1 bad data or a system call that failed, 2 a wrong command line;
// a command may add others of its own.
inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int usage = 2;

// Parses the command line, answers --help and --version, else calls body with the operands.
// What body throws is printed on stderr in one line, `cg_NAME: error: ...`. A reader that went
// away (`| head -1`) ends the process by SIGPIPE, in silence.
//
//     int main(int argc, char** argv) {
//         Options options;
//         const cg::cli::Command command{...options...};
//         return cg::cli::run(command, argc, argv, [&](const auto& files) { ...; return 0; });
//     }
int run(const Command& command, int argc, char* const* argv,
        const std::function<int(const std::vector<std::string>& operands)>& body);

// A line on stderr: `cg_NAME: note: what` (or warning:). What is not printable is escaped; whoever
// puts a name into it cuts that (text/destination.hpp).
void note(const Command& command, const std::string& what);
void warn(const Command& command, const std::string& what);
// The same of a kind of its own: `cg_diff: gate: what`.
void say(const Command& command, const char* kind, const std::string& what);
// Notes that a command without a FILE waits for somebody to type a profile, where it does.
void note_terminal_input(const Command& command);

} // namespace cg::cli
