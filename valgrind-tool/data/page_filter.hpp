// SPDX-License-Identifier: GPL-2.0-or-later
// Which pages may have objects with fields. Most lines that leave a cache are in others, and
// nothing is looked up for them.
#pragma once

#include "memory.hpp"

namespace cg::data {

// A page stays in the set. One that was not added may seem to be in it, because each bit stands for
// many pages.
class PageFilter {
  public:
    // Adds the pages of [begin, begin + size), which is not empty.
    void add(Address begin, uint64_t size) {
        const uint64_t first = page_of(begin), last = page_of(begin + size - 1);
        for (uint64_t page = first; page <= last && page - first < page_count; ++page)
            words_[word_of(page)] |= bit_of(page);
    }
    bool may_have(Address address) const {
        const uint64_t page = page_of(address);
        return (words_[word_of(page)] & bit_of(page)) != 0;
    }

  private:
    static constexpr unsigned page_count = 1u << 16;

    static uint64_t page_of(uint64_t address) { return address >> 12; }
    static size_t word_of(uint64_t page) { return page % page_count / 64; }
    static uint64_t bit_of(uint64_t page) { return uint64_t{1} << page % 64; }

    uint64_t words_[page_count / 64] = {};
};

} // namespace cg::data
