// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/demangle.hpp"

#include <cstdlib>
#include <memory>

// Else libiberty declares basename() itself, unlike glibc's <string.h>: an error for Clang.
#define HAVE_DECL_BASENAME 1
#include <libiberty/demangle.h>

namespace cg::binary {

std::string demangled(const std::string& linked) {
    const std::unique_ptr<char, decltype(&std::free)> name(
        cplus_demangle(linked.c_str(), DMGL_AUTO | DMGL_ANSI | DMGL_PARAMS), &std::free);
    return name ? name.get() : linked;
}

} // namespace cg::binary
