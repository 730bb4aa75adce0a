// SPDX-License-Identifier: GPL-2.0-or-later
// File descriptors, and errors of the system.
#pragma once

#include "error/error.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <unistd.h>
#include <utility>

namespace cg {

// Throws Error with the name of the file and the system's words for errno.
[[noreturn]] inline void throw_system_error(const std::string& name) {
    throw Error(name, std::strerror(errno));
}

// A file descriptor that closes itself, and the number of files that may still be opened.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0)
            ::close(number_);
    }

    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    int release() { return std::exchange(number_, -1); }

  private:
    int number_ = -1;
};

// Returns the number of files that the process may still open (RLIMIT_NOFILE), at most `max`.
std::size_t openable_files(std::size_t max);

} // namespace cg
