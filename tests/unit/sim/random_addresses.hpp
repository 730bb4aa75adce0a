// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sim/stamps.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

namespace cg::sim {

// Addresses as programs have them: mostly near the last one or in a small
// working set, sometimes far away.
class Addresses {
  public:
    Addresses(uint64_t seed, Word working_set) : random_(seed), working_set_(working_set) {}

    uint64_t bits() { return random_(); }

    Word next(Word base) {
        const uint64_t r = random_();
        last_ = std::max(last_, base);
        switch (r % 16) {
        case 0: // anywhere in 4 times the working set
            last_ = base + (r >> 8) % (4 * working_set_);
            break;
        case 1: // the first lines of memory, where block 0 is
            return (r >> 8) % 8192;
        case 2: // far away, with the same low bits; after a while so far that tags get longer
            return last_ + ((r >> 8) % 64 << (++far_addresses_ < 3000 ? 24 : 40));
        case 3: // the kernel's half, after a while: tags get longer then
            if (++kernel_addresses_ < 3000)
                return base + (r >> 8) % 64;
            return ~Word{0xffff} - (r >> 8) % working_set_ / 16 * 16;
        case 4:
        case 5:
        case 6: // again in the working set
            last_ = base + (r >> 8) % working_set_;
            break;
        default: // near
            last_ = last_ + (r >> 8) % 96 - 32;
            break;
        }
        return std::max(last_, base);
    }

  private:
    std::mt19937_64 random_;
    Word working_set_;
    Word last_ = 0;
    int kernel_addresses_ = 0;
    int far_addresses_ = 0;
};

} // namespace cg::sim
