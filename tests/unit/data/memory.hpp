// SPDX-License-Identifier: GPL-2.0-or-later
// Memory as the tool gives it: of zeros, and none after a limit.
#pragma once

#include "data/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>

#include <sys/mman.h>
#include <unistd.h>

namespace cg::data {

inline size_t bytes_left = SIZE_MAX; // that memory() still maps

// Returns the bytes of memory that this process has touched.
inline size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

inline Memory memory() {
    return {[](size_t bytes) -> void* {
                if (bytes > bytes_left)
                    return nullptr;
                void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
                if (pages == MAP_FAILED)
                    return nullptr;
                bytes_left -= bytes;
                return pages;
            },
            [](void* pages, size_t bytes) {
                munmap(pages, bytes);
                bytes_left += bytes;
            }};
}

} // namespace cg::data
