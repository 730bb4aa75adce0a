// SPDX-License-Identifier: GPL-2.0-or-later
// Says on a terminal what a long run is doing.
#pragma once

#include <string>

namespace cg::cli {

// Where stderr is a terminal, a line `cg_NAME: reading, 2 s` appears after a second and is
// renewed each second; it is wiped away at the end. A pipe or a file sees nothing of it. Driven
// by a timer signal, so that nothing that works has to tell how far it is. One at a time.
class Progress {
  public:
    explicit Progress(const std::string& command);
    ~Progress() { stop(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // What is done from now on, like "reading"; a literal, since a signal handler reads it.
    void phase(const char* what);
    // Wipes the line away and stays silent.
    void stop();

  private:
    bool is_active_ = false;
};

} // namespace cg::cli
