// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/pager.hpp"

#include "cli/run.hpp"
#include "error/error.hpp"
#include "io/descriptor.hpp"
#include "text/escaping.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX says to declare it

namespace cg::cli {
namespace {

constexpr const char* default_pager = "less";

struct Choice {
    std::string variable; // empty: none is set
    std::string command;
};

Choice chosen_pager() {
    for (const char* variable : {"CGTOOLS_PAGER", "PAGER"})
        if (const char* const command = std::getenv(variable))
            return {variable, command};
    return {"", default_pager};
}

// Returns the words of the command; a shell's, if it has more than words.
std::vector<std::string> words_of(const std::string& command) {
    if (command.find_first_of("|&;<>()$`\\\"'*?[#~=%\n") != command.npos)
        return {"/bin/sh", "-c", command};
    std::istringstream stream(command);
    using Word = std::istream_iterator<std::string>;
    return std::vector<std::string>(Word(stream), Word());
}

bool is_capable_terminal() {
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) && terminal != nullptr && *terminal != '\0' &&
           std::string_view(terminal) != "dumb";
}

// Makes less show colours (R), end if all fits on the screen (F), and leave it there (X). What the
// user has set stays, and comes after the R.
void set_options_of_less() {
    const char* const set = std::getenv("LESS");
    ::setenv("LESS", set ? ("-R " + std::string(set)).c_str() : "FRX", 1);
}

// Returns the process, or nothing if it can't be started, with errno.
std::optional<pid_t> spawn(std::vector<std::string> words, int input) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    pid_t process = 0;
    errno = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    const int error = errno;
    ::posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error == 0 ? std::optional(process) : std::nullopt;
}

} // namespace

// While a pager runs, the keys that interrupt are for it, and writing to one that has ended is no
// reason to die.
struct Pager::Signals {
    static constexpr std::array ignored = {SIGINT, SIGQUIT, SIGPIPE};
    std::array<struct sigaction, ignored.size()> before{};

    Signals() {
        struct sigaction ignore {};
        ignore.sa_handler = SIG_IGN;
        for (std::size_t i = 0; i < ignored.size(); ++i)
            ::sigaction(ignored[i], &ignore, &before[i]);
    }
    ~Signals() {
        for (std::size_t i = 0; i < ignored.size(); ++i)
            ::sigaction(ignored[i], &before[i], nullptr);
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
};

std::unique_ptr<Pager> Pager::start() {
    const Choice pager = chosen_pager();
    const std::vector<std::string> words = words_of(pager.command);
    if (!is_capable_terminal() || words.empty() || pager.command == "cat")
        return nullptr;
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) != 0)
        throw_system_error("pipe");
    set_options_of_less();
    const Descriptor output(pipe[0]);
    Descriptor input(pipe[1]);
    if (const std::optional<pid_t> process = spawn(words, output.get()))
        return std::unique_ptr<Pager>(new Pager(*process, std::move(input)));
    if (!pager.variable.empty())
        note(pager.variable + ": " + in_quotes(pager.command) + ": " + std::strerror(errno));
    return nullptr;
}

Pager::Pager(pid_t process, Descriptor input)
    : process_(process), input_(std::move(input)), signals_(std::make_unique<Signals>()) {
}

void Pager::write(std::string_view bytes) {
    if (process_ != 0)
        send(filter_.filter(bytes));
}

void Pager::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(input_.get(), bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EPIPE)
            return end();
        else if (errno != EINTR)
            throw_system_error("<pager>");
    }
}

void Pager::finish() {
    if (process_ == 0)
        return;
    send(filter_.finish());
    if (process_ != 0)
        end();
}

Pager::~Pager() {
    if (process_ != 0)
        wait();
}

int Pager::wait() {
    input_ = Descriptor(); // closed: the end of what it reads
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    signals_.reset();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

void Pager::end() {
    const int status = wait();
    if (status == 126 || status == 127) // of a shell, for a command that it can't run
        throw Error("<pager>", "does not run; --no-pager writes without one");
}

} // namespace cg::cli
