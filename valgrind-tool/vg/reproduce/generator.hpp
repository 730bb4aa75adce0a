// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers that look random and are the same in each run: SplitMix64 (Steele, Lea and Flood, 2014).
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

class Generator {
  public:
    explicit constexpr Generator(ULong state) : state_(state) {}

    constexpr ULong next() {
        state_ += 0x9e3779b97f4a7c15;
        ULong x = state_;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    void fill(void* memory, SizeT size) {
        auto* bytes = static_cast<UChar*>(memory);
        while (size != 0) {
            ULong number = next();
            for (unsigned i = 0; i < sizeof number && size != 0; ++i, --size, number >>= 8)
                *bytes++ = static_cast<UChar>(number);
        }
    }

  private:
    ULong state_;
};

// The seed of the process that is started as the `birth`th by one with this seed.
constexpr ULong seed_of_child(ULong of_parent, UInt birth) {
    return Generator(of_parent ^ (static_cast<ULong>(birth) << 32)).next();
}

} // namespace cg::vg::reproduce
