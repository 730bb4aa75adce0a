// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/output.hpp"

#include "error/error.hpp"
#include "io/descriptor.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace cg {
namespace {

// A pipe accepts 64 KiB at once.
constexpr std::size_t buffer_size = 1 << 16;

// Throws the error of a file that could not be created. If permission is missing, names the
// directory, because its permissions matter, not the file's.
[[noreturn]] void fail_in_directory(const std::string& name,
                                    const std::filesystem::path& directory) {
    const int error = errno;
    if (error != EACCES && error != EPERM && error != EROFS)
        throw_system_error(name);
    throw Error(name, "can't write to the directory " +
                          (directory.empty() ? "." : directory.string()) + ": " +
                          std::strerror(error));
}

void write_all(int descriptor, std::string_view bytes, const std::string& name) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            throw_system_error(name);
    }
}

// Returns the open descriptor that the path names (/dev/stdout, /dev/fd/3). It is not opened
// again: a regular file would get a new position, and other processes may write to it.
std::optional<int> descriptor_named(std::string_view path) {
    if (path == "-" || path == "/dev/stdout")
        return STDOUT_FILENO;
    if (path == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view directory : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(directory))
            continue;
        const auto number = number_of<int>(path.substr(directory.size()));
        if (number && *number >= 0)
            return number;
    }
    return std::nullopt;
}

// Resolves symbolic links, so that commit() replaces the file and not the link.
std::string resolved(std::string path) {
    namespace fs = std::filesystem;
    constexpr int max_links = 40; // the limit of the kernel, which has already opened the file
    std::error_code no_link;
    for (int i = 0; i < max_links; ++i) {
        const fs::path target = fs::read_symlink(path, no_link);
        if (no_link)
            break;
        path = (fs::path(path).parent_path() / target).string();
    }
    return path;
}

mode_t mode_of_new_files() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

// Blocks signals during its lifetime, because remove_unfinished() does not know a file yet that
// was just created.
class SignalsWait {
  public:
    SignalsWait() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    SignalsWait(const SignalsWait&) = delete;
    ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

// The file that remove_unfinished() removes. An array, since a signal handler may not use a
// std::string. One file only, since a command writes one file.
std::array<char, PATH_MAX> unfinished_path;
std::atomic<bool> is_unfinished = false;

} // namespace

void Output::remove_unfinished() noexcept {
    if (is_unfinished)
        ::unlink(unfinished_path.data());
}

Output::Temporary::Temporary(std::string path) : path_(std::move(path)) {
    if (path_.size() < unfinished_path.size() && !is_unfinished) {
        std::memcpy(unfinished_path.data(), path_.c_str(), path_.size() + 1);
        is_unfinished = true;
    }
}

Output::Temporary::~Temporary() {
    if (path_.empty())
        return;
    ::unlink(path_.c_str());
    release();
}

void Output::Temporary::release() {
    if (path_ == unfinished_path.data())
        is_unfinished = false;
    path_.clear();
}

Output::Output(const std::string& path) : name_(path == "-" ? "<stdout>" : path_for_message(path)) {
    buffer_.reserve(buffer_size);
    struct stat status;
    if (const auto open = descriptor_named(path)) {
        // a copy, so that its close can be checked
        descriptor_ = Descriptor(::fcntl(*open, F_DUPFD_CLOEXEC, 3));
        if (!descriptor_)
            throw_system_error(name_);
    } else if (::stat(path.c_str(), &status) != 0) {
        if (errno != ENOENT)
            throw_system_error(name_);
        open_temporary(resolved(path));
        set_mode(mode_of_new_files());
    } else if (S_ISREG(status.st_mode)) {
        if (::access(path.c_str(), W_OK) != 0)
            throw_system_error(name_); // renaming would bypass the write protection
        open_temporary(resolved(path));
        // If owner and group can't be kept, set-user-ID and set-group-ID are dropped.
        const bool is_kept = ::fchown(descriptor_.get(), status.st_uid, status.st_gid) == 0;
        set_mode(status.st_mode & (is_kept ? 07777 : 0777));
    } else {
        descriptor_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!descriptor_)
            throw_system_error(name_);
    }
    const Compression compression = compression_of_name(path);
    if (compression != Compression::none)
        compressor_ = make_compressor(
            compression, [descriptor = descriptor_.get(), name = name_](std::string_view bytes) {
                write_all(descriptor, bytes, name);
            });
    else if (::isatty(descriptor_.get()))
        terminal_filter_.emplace();
}

void Output::open_temporary(const std::string& final_path) {
    const std::filesystem::path path(final_path);
    const std::string name = path.filename().string();
    const std::string suffix = ".XXXXXX";
    const std::size_t longest = NAME_MAX - suffix.size();
    const SignalsWait wait;
    std::string temporary = (path.parent_path() / name.substr(0, longest)).string() + suffix;
    descriptor_ = Descriptor(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!descriptor_)
        fail_in_directory(name_, path.parent_path());
    temporary_.emplace(temporary);
    final_path_ = final_path;
}

void Output::set_mode(unsigned mode) const {
    if (::fchmod(descriptor_.get(), mode) != 0)
        throw_system_error(name_);
}

void Output::write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > buffer_size) {
        send(buffer_);
        buffer_.clear();
        if (bytes.size() >= buffer_size)
            return send(bytes);
    }
    buffer_ += bytes;
}

void Output::send(std::string_view bytes) {
    if (compressor_)
        compressor_->write(bytes);
    else if (terminal_filter_)
        write_all(descriptor_.get(), terminal_filter_->filter(bytes), name_);
    else
        write_all(descriptor_.get(), bytes, name_);
}

void Output::commit() {
    send(buffer_);
    buffer_.clear();
    if (compressor_)
        compressor_->finish();
    if (terminal_filter_)
        write_all(descriptor_.get(), terminal_filter_->finish(), name_);
    if (::close(descriptor_.release()) != 0)
        throw_system_error(name_);
    if (!temporary_)
        return;
    if (::rename(temporary_->path().c_str(), final_path_.c_str()) != 0)
        throw_system_error(name_);
    temporary_->release();
}

} // namespace cg
