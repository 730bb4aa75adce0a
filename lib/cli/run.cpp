// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run.hpp"

#include "cli/command_line.hpp"
#include "cli/completion.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "io/output.hpp"
#include "text/escaping.hpp"
#include "text/utf8.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <unistd.h>

namespace cg::cli {
namespace {

// Opens closed standard descriptors: otherwise, the first input file could become stdout.
void occupy_standard_descriptors() {
    for (int descriptor = 0; descriptor <= 2; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            ::open("/dev/null",
                   descriptor == 0 ? O_WRONLY : O_RDONLY); // its use fails, as it did before
}

std::string command_name; // for messages

extern "C" void remove_output_and_die(int signal) {
    Output::remove_unfinished();
    ::raise(signal); // the handler was for one signal; this one ends the process
}

std::string cut_short_message; // made before, because a handler may not allocate

extern "C" void say_cut_short(int) {
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, cut_short_message.data(), cut_short_message.size());
    Output::remove_unfinished();
    ::_exit(failed);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN)
        return; // as after nohup
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(signal, &action, nullptr);
}

int answer(const std::string& text) {
    Output out = Output::open("-");
    out.write(text);
    out.commit();
    return done;
}

int run_unguarded(const Command& command, int argc, char* const* argv,
                  const std::function<int(const std::vector<std::string>&)>& body) {
    const CommandLine line = parse(command, argc, argv);
    if (line.wants_help)
        return answer(help(command));
    if (line.wants_version)
        return answer(version(command) + "\n");
    if (!line.completion_shell.empty())
        return answer(completion(command, line.completion_shell));
    expansion_limit(); // throws if the setting is wrong, even if it is not used
    return body(line.operands);
}

} // namespace

int run(const Command& command, int argc, char* const* argv,
        const std::function<int(const std::vector<std::string>& operands)>& body) {
    command_name = command.name;
    occupy_standard_descriptors();
    std::signal(SIGPIPE, SIG_DFL); // even if the caller ignores it
    std::signal(SIGXFSZ, SIG_IGN); // so that write() returns an error for a file that is too large
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU})
        handle(signal, remove_output_and_die);
    cut_short_message = command.name + ": error: an input file was cut short while it was read\n";
    handle(SIGBUS, say_cut_short);
    try {
        return run_unguarded(command, argc, argv, body);
    } catch (const UsageError& error) {
        say("error", error.what());
        return usage;
    } catch (const std::bad_alloc&) {
        say("error", "out of memory");
    } catch (const std::exception& error) {
        say("error", error.what());
    }
    return failed;
}

// Writes a line at once, so that messages of several commands in a pipe do not mix.
void say(const char* kind, const std::string& what) {
    const std::string line = command_name + ": " + kind + ": " + escape_unprintable(what) + "\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

void note(const std::string& what) {
    say("note", what);
}

void warn(const std::string& what) {
    say("warning", what);
}

void notes(const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
        note(text);
}

void note_terminal_input() {
    if (::isatty(STDIN_FILENO))
        note("no FILE is given: reading standard input");
}

void note_written(const std::string& path, const std::string& what) {
    if (path != "-" && !path.starts_with("/dev/") && ::isatty(STDERR_FILENO))
        note("wrote " + path_for_message(path) + what);
}

} // namespace cg::cli
