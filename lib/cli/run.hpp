// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a command. Only this file prints errors and chooses exit statuses.
#pragma once

#include "cli/option.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cg::cli {

// Exit statuses: 0 for success, 1 for bad data or a failed system call, 2 for a wrong command line.
// A command may define others.
inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int usage = 2;
inline constexpr int gate_failed = 3; // a condition of --fail-if holds

// Parses the command line, handles --help and --version, or calls `body` with the operands. Prints
// exceptions of `body` to stderr in one line, `cg_NAME: error: ...`. If the reader of a pipe exits
// (`| head -1`), SIGPIPE ends the process silently.
int run(const Command& command, int argc, char* const* argv,
        const std::function<int(const std::vector<std::string>& operands)>& body);

// Runs a command whose table has setters that fill the options, for body(options, operands):
//
//     int main(int argc, char** argv) {
//         return cg::cli::run(argc, argv, cg::merge::command, cg::merge::run);
//     }
template <typename Options, typename Body>
int run(int argc, char* const* argv, Command (*command)(Options&), const Body& body,
        Options options = {}) {
    return run(command(options), argc, argv,
               [&](const std::vector<std::string>& operands) { return body(options, operands); });
}

// Print a line to stderr: `cg_NAME: note: TEXT` (or warning:), with the name of the command that
// runs. Escape unprintable bytes. Callers must shorten names in the text (text/escaping.hpp).
void note(const std::string& what);
void warn(const std::string& what);
// Prints a note for each text.
void notes(const std::vector<std::string>& texts);
// Prints a line of another kind: `cg_diff: gate: TEXT`.
void say(const char* kind, const std::string& what);
// Notes that an output file was written. `what` describes it. Prints nothing for stdout and other
// descriptors, or if stderr is not a terminal.
void note_written(const std::string& path, const std::string& what);
// Notes that a command without a FILE waits for a profile from the terminal, if it does.
void note_terminal_input();

} // namespace cg::cli
