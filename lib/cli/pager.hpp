// SPDX-License-Identifier: GPL-2.0-or-later
// Shows output in the user's pager, as git and man do.
#pragma once

#include "io/descriptor.hpp"
#include "text/terminal.hpp"

#include <memory>
#include <string_view>
#include <sys/types.h>

namespace cg::cli {

// Runs the pager of CGTOOLS_PAGER, of PAGER, or less. Its colours and its width are those of the
// terminal, which stays standard output.
class Pager {
  public:
    // Returns null if stdout is no terminal that can move its cursor, if the variable is empty or
    // "cat", or if the pager does not run; says so unless it is the default.
    static std::unique_ptr<Pager> start();

    // Waits until the user has left it.
    ~Pager();
    Pager(const Pager&) = delete;
    Pager& operator=(const Pager&) = delete;

    // After the user has left the pager, does nothing. Throws Error if a shell did not find it.
    void write(std::string_view bytes);
    // Writes what is left, and waits until the user has left the pager. Throws the same.
    void finish();

  private:
    Pager(pid_t process, Descriptor input);
    void send(std::string_view bytes);
    int wait(); // returns its exit status
    void end();

    pid_t process_;    // 0: it has ended
    Descriptor input_; // of the pager
    TerminalFilter filter_;
    struct Signals;
    std::unique_ptr<Signals> signals_;
};

} // namespace cg::cli
