// SPDX-License-Identifier: GPL-2.0-or-later
// An error in the bytes of a profile, with its position.
#pragma once

#include <stdexcept>
#include <string>

namespace cg {

struct ParseError : std::runtime_error {
    ParseError(const char* at, const std::string& what) : std::runtime_error(what), position(at) {}

    const char* position;
};

} // namespace cg
