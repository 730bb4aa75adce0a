// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of ELF files for tests.
#pragma once

#include "reading/elf_layout.hpp"

#include <string>

namespace cg::reading {

inline FilePart part(const std::string& bytes) {
    return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
}

template <typename T>
std::string bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

} // namespace cg::reading
