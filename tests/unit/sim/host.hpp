// SPDX-License-Identifier: GPL-2.0-or-later
// What this machine can do, and tests that take it for another one.
#pragma once

#include "sim/host.hpp"

namespace cg::sim {

// Returns true if it has the instructions of sim/host.hpp.
inline bool has_all_instructions() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("sse4.1") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
    return true;
#endif
}

// Sets what sim/host.hpp has of the host, as long as it exists.
class AssumedHost {
  public:
    explicit AssumedHost(bool has_all) { assume(has_all); }
    ~AssumedHost() {
        host_has_minimum = minimum_before_;
        host_has_bit_count = bit_count_before_;
    }
    AssumedHost(const AssumedHost&) = delete;
    AssumedHost& operator=(const AssumedHost&) = delete;

    void assume(bool has_all) {
        host_has_minimum = host_has_bit_count = has_all && has_all_instructions();
    }

  private:
    bool minimum_before_ = host_has_minimum, bit_count_before_ = host_has_bit_count;
};

} // namespace cg::sim
