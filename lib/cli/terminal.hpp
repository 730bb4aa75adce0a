// SPDX-License-Identifier: GPL-2.0-or-later
// The terminal: whether stdout has colours, how wide it is, and a line of progress on stderr.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cg::cli {

// Returns true if the output file `path` is stdout ("-"), and that is a terminal.
bool goes_to_terminal(const std::string& path);

// `choice` is "always", "never" or "auto", which is on for a terminal, unless NO_COLOR is set, or
// TERM is not set, empty or "dumb".
bool wants_colour(std::string_view choice, bool on_terminal);

// Returns the width in columns, or 0 if it is unknown.
std::size_t terminal_width();

// Shows the progress of a long run. If stderr is a terminal, shows a line `cg_NAME: reading 40 %, 2
// s` after a second, updates it each second, and erases it at the end. Writes nothing to a pipe or
// a file. A timer signal updates the line, so code that does not know its share need not report
// anything. Only one object may exist at a time.
class Progress {
  public:
    explicit Progress(const std::string& command);
    ~Progress() { stop(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Sets the text of the line, like "reading". A literal, because a signal handler reads it.
    void phase(const char* what);
    // Sets the share of the phase that is done. Not shown before the first call.
    void share(std::size_t done, std::size_t all);
    // Erases the line; no further lines are shown.
    void stop();

  private:
    bool is_active_ = false;
};

} // namespace cg::cli
