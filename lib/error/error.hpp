// SPDX-License-Identifier: GPL-2.0-or-later
// Errors as exceptions. Only the module cli prints them and chooses an exit status.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>

namespace cg {

// Bad data or a failed system call: exit status 1. what() is `SOURCE:LINE: message`,
// or less where a part is unknown.
class Error : public std::runtime_error {
  public:
    // `source` is a file name as the user gave it, or "<stdin>". `line` counts from 1; 0 means the
    // complete file.
    Error(std::string source, std::size_t line, std::string message);
    Error(std::string source, std::string message);
    explicit Error(std::string message);

    const std::string& source() const { return source_; }
    std::size_t line() const { return line_; }
    const std::string& message() const { return message_; }

  private:
    std::string source_;
    std::size_t line_;
    std::string message_;
};

// Returns the result of the operation. Adds the source to an Error that it throws, and throws one
// for a count that is too large.
template <typename Operation>
auto with_source(const std::string& source, const Operation& operation) {
    try {
        return operation();
    } catch (const Error& error) {
        throw Error(source, error.message());
    } catch (const std::overflow_error& error) {
        throw Error(source, error.what());
    }
}

// The command line itself is wrong: exit status 2. what() is one line.
class UsageError : public std::runtime_error {
  public:
    explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

// An error in the bytes of a profile, with its position.
struct ParseError : std::runtime_error {
    ParseError(const char* at, const std::string& what) : std::runtime_error(what), position(at) {}

    const char* position;
};

// Says a line to the user: a note or a warning.
using Note = std::function<void(const std::string&)>;

// Quotes the text at a position of a file, for messages.

// Returns the word at a position, for a message, or "the end of the line" and the like.
std::string word_at(const char* position, const char* end);

} // namespace cg
