// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/terminal.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

namespace cg::cli {

bool goes_to_terminal(const std::string& path) {
    return path == "-" && ::isatty(STDOUT_FILENO);
}

bool wants_colour(std::string_view choice, bool on_terminal) {
    if (choice != "auto")
        return choice == "always";
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return on_terminal && !(no_colour && *no_colour) && terminal && *terminal &&
           std::string_view(terminal) != "dumb";
}

std::size_t terminal_width() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

namespace {

// The data of the signal handler, which may only read atomics and call write().
std::atomic<const char*> name_for_handler;
std::atomic<const char*> current_phase;
std::atomic<unsigned> seconds;
std::atomic<int> percent; // of the phase; negative: unknown

void write_out(std::string_view text) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void say_progress(int) {
    const int kept = errno;
    char line[128];
    char* at = line;
    const auto append = [&](std::string_view text) {
        at += text.copy(at, std::min<std::size_t>(text.size(), 40));
    };
    const auto append_number = [&](unsigned number) {
        at = std::to_chars(at, std::end(line), number).ptr;
    };
    append("\r\x1b[K");
    append(name_for_handler.load());
    append(": ");
    append(current_phase.load());
    if (const int share = percent; share >= 0) {
        append(" ");
        append_number(static_cast<unsigned>(share));
        append(" %");
    }
    append(", ");
    append_number(++seconds);
    append(" s");
    write_out({line, static_cast<std::size_t>(at - line)});
    errno = kept;
}

void set_timer(long period) {
    const itimerval timer{{period, 0}, {period, 0}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

} // namespace

Progress::Progress(const std::string& command) {
    if (!::isatty(STDERR_FILENO))
        return;
    is_active_ = true;
    static std::string name;
    name = command;
    name_for_handler = name.c_str();
    current_phase = "starting";
    seconds = 0;
    percent = -1;
    struct sigaction action {};
    action.sa_handler = say_progress;
    action.sa_flags = SA_RESTART; // reads are continued
    ::sigaction(SIGALRM, &action, nullptr);
    set_timer(1);
}

void Progress::phase(const char* what) {
    percent = -1;
    current_phase = what;
}

void Progress::share(std::size_t done, std::size_t all) {
    percent = all == 0
                  ? -1
                  : static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(all));
}

void Progress::stop() {
    if (!is_active_)
        return;
    is_active_ = false;
    set_timer(0);
    std::signal(SIGALRM, SIG_IGN); // a signal may be pending
    if (seconds > 0)
        write_out("\r\x1b[K");
}

} // namespace cg::cli
