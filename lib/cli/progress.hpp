// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the progress of a long run on a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace cg::cli {

// If stderr is a terminal, shows a line `cg_NAME: reading 40 %, 2 s` after a second, updates it
// each second, and erases it at the end. Writes nothing to a pipe or a file. A timer signal updates
// the line, so code that does not know its share need not report anything. Only one object may
// exist at a time.
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
