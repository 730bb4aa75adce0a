// SPDX-License-Identifier: GPL-2.0-or-later
// Huffman codes as deflate has them: canonical, of limited length (RFC 1951, 3.2.2).
#pragma once

#include <cstdint>
#include <span>

namespace cg {

struct Codeword {
    std::uint16_t bits = 0;  // as they are sent, the first lowest
    std::uint8_t length = 0; // 0: the symbol does not occur
};

// A code for symbols that occur so often, no codeword longer than limit (at most 15; 2^limit
// symbols at most). Writes one codeword for each count.
void make_huffman_code(std::span<const std::uint32_t> counts, unsigned limit,
                       std::span<Codeword> code);

} // namespace cg
