// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/terminal.hpp"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace cg::cli {

bool wants_colour(std::string_view choice, bool on_terminal) {
    if (choice != "auto")
        return choice == "always";
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return on_terminal && !(no_colour && *no_colour) &&
           !(terminal && std::string_view(terminal) == "dumb");
}

std::size_t terminal_width() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace cg::cli
