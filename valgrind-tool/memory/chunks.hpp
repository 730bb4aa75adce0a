// SPDX-License-Identifier: GPL-2.0-or-later
// Chunks of mapped memory, which are cut into blocks. The pages of a system have 4, 16 or 64 KiB.
#pragma once

#include <stddef.h>

namespace cg::memory {

// Templates of this module are over a System, from which memory comes:
//   static void* map(size_t bytes)          zeroed memory, aligned to a page; null: there is none
//   static void unmap(void* pages, size_t bytes)
//   static size_t page_bytes()              a power of two

struct Pages {
    void* begin; // null: out of memory
    size_t bytes;
};

// Maps this number of bytes, which is a power of two, or half of it and so on, but at least a page:
// where memory is limited, the rest is used.
template <typename System>
Pages map_up_to(size_t bytes) {
    const size_t page = System::page_bytes();
    for (bytes = bytes < page ? page : bytes; bytes >= page; bytes /= 2) {
        if (void* const pages = System::map(bytes))
            return {pages, bytes};
    }
    return {};
}

// Cuts chunks into blocks. Each chunk is twice as large as the one before, up to a largest size.
template <typename System>
class Chunks {
  public:
    // Both are powers of two. A chunk is at least a page.
    constexpr Chunks(size_t first, size_t largest) : next_(first), largest_(largest) {}

    // Returns a block that was never taken, so it is zeroed. `bytes` is at most the size of the
    // first chunk. The rest of a chunk that is too small for it is lost; if there is no other
    // chunk, no block of that size is left. Null: out of memory.
    void* take(size_t bytes) {
        if (left_ < bytes) {
            const Pages pages = map_up_to<System>(next_);
            if (pages.bytes < bytes) {
                if (pages.begin != nullptr)
                    System::unmap(pages.begin, pages.bytes);
                return nullptr;
            }
            if (next_ < largest_)
                next_ *= 2;
            use_pages(pages);
        }
        void* const block = chunk_;
        chunk_ += bytes;
        left_ -= bytes;
        return block;
    }
    // Goes on with these pages, if more of them are left than of the chunk.
    void use(const Pages& pages) {
        if (pages.bytes > left_)
            use_pages(pages);
    }

  private:
    void use_pages(const Pages& pages) {
        chunk_ = static_cast<char*>(pages.begin);
        left_ = pages.bytes;
    }

    char* chunk_ = nullptr;
    size_t left_ = 0;
    size_t next_, largest_;
};

} // namespace cg::memory
