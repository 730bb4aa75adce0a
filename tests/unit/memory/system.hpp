// SPDX-License-Identifier: GPL-2.0-or-later
// Memory as systems give it, with pages of 4, 16 or 64 KiB, and less of it than is wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include <sys/mman.h>

namespace cg::memory {

struct TestSystem {
    static inline size_t page = 4096;
    static inline size_t bytes_left = SIZE_MAX;
    static inline std::map<char*, size_t> mapped; // with the sizes that were asked for

    static size_t rounded(size_t bytes) { return (bytes + page - 1) / page * page; }

    static void* map(size_t bytes) {
        if (rounded(bytes) > bytes_left)
            return nullptr;
        void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED)
            return nullptr;
        bytes_left -= rounded(bytes);
        mapped[static_cast<char*>(pages)] = bytes;
        return pages;
    }
    static void unmap(void* pages, size_t bytes) {
        munmap(pages, bytes);
        mapped.erase(static_cast<char*>(pages));
        bytes_left += rounded(bytes);
    }
    static size_t page_bytes() { return page; }

    static void start(size_t page_size, size_t limit = SIZE_MAX) {
        for (const auto& [pages, bytes] : mapped)
            munmap(pages, bytes);
        mapped.clear();
        page = page_size;
        bytes_left = limit;
    }
    // Returns true if the block is in what is mapped.
    static bool holds(const void* block, size_t bytes) {
        auto after = mapped.upper_bound(static_cast<char*>(const_cast<void*>(block)));
        if (after == mapped.begin())
            return false;
        const auto& [pages, size] = *--after;
        return static_cast<const char*>(block) + bytes <= pages + size;
    }
};

} // namespace cg::memory
