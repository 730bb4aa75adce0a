// SPDX-License-Identifier: GPL-2.0-or-later
// A hash that is the same on every machine: FNV-1a with 64 bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace cg {

class Fnv1a {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes)
            hash_ = (hash_ ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3;
    }
    std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

} // namespace cg
