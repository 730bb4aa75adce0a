// SPDX-License-Identifier: GPL-2.0-or-later
// What is wrong in a profile's bytes, and where.
#pragma once

#include <stdexcept>
#include <string>

namespace cg {

struct ParseError : std::runtime_error {
    ParseError(const char* at, const std::string& what) : std::runtime_error(what), position(at) {}

    const char* position;
};

} // namespace cg
