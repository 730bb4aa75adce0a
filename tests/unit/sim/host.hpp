// SPDX-License-Identifier: GPL-2.0-or-later
// What this machine can do, and tests that take it for another one.
#pragma once

#include "sim/host.hpp"

namespace cg::sim {

// Returns what host_is_common asks for.
inline bool is_common_host() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("sse4.1") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
    return true;
#endif
}

// Sets host_is_common as long as it exists.
class AssumedHost {
  public:
    explicit AssumedHost(bool common) : before_(host_is_common) { assume(common); }
    ~AssumedHost() { host_is_common = before_; }
    AssumedHost(const AssumedHost&) = delete;
    AssumedHost& operator=(const AssumedHost&) = delete;

    void assume(bool common) { host_is_common = common && is_common_host(); }

  private:
    bool before_;
};

} // namespace cg::sim
