// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

namespace cg {
namespace {

std::string in_one_line(const std::string& source, std::size_t line, const std::string& message) {
    if (source.empty())
        return message;
    if (line == 0)
        return source + ": " + message;
    return source + ":" + std::to_string(line) + ": " + message;
}

} // namespace

Error::Error(std::string source, std::size_t line, std::string message)
    : std::runtime_error(in_one_line(source, line, message)),
      source_(std::move(source)),
      line_(line),
      message_(std::move(message)) {
}

Error::Error(std::string source, std::string message)
    : Error(std::move(source), 0, std::move(message)) {
}

Error::Error(std::string message) : Error({}, 0, std::move(message)) {
}

} // namespace cg
