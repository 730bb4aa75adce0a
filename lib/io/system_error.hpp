// SPDX-License-Identifier: GPL-2.0-or-later
// What the system refused, as an Error.
#pragma once

#include "error/error.hpp"

#include <cerrno>
#include <cstring>
#include <string>

namespace cg {

// Throws Error with the name of the file and the system's words for errno.
[[noreturn]] inline void throw_system_error(const std::string& name) {
    throw Error(name, std::strerror(errno));
}

} // namespace cg
