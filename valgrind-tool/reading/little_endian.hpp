// SPDX-License-Identifier: GPL-2.0-or-later
// Words at any address.
#pragma once

#include <stdint.h>

namespace cg::reading {

// Loads eight bytes, the first one as the lowest.
inline uint64_t load_word(const uint8_t* from) {
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

// Copies eight bytes.
inline void copy_word(uint8_t* to, const uint8_t* from) {
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
    __builtin_memcpy(to, &word, sizeof word);
}

} // namespace cg::reading
