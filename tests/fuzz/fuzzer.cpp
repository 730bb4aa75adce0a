// SPDX-License-Identifier: GPL-2.0-or-later
// libFuzzer's way into the targets; FUZZ_TARGET in the environment says which.
#include "targets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

cg::fuzz::Target& chosen_target() {
    const char* const name = std::getenv("FUZZ_TARGET");
    const auto found = std::ranges::find(cg::fuzz::targets, std::string_view(name ? name : ""),
                                         &cg::fuzz::NamedTarget::name);
    if (found == std::end(cg::fuzz::targets)) {
        std::fprintf(stderr, "fuzzer: FUZZ_TARGET has to be one of");
        for (const cg::fuzz::NamedTarget& target : cg::fuzz::targets)
            std::fprintf(stderr, " %s", target.name);
        std::fprintf(stderr, "\n");
        std::exit(2);
    }
    return *found->run;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static cg::fuzz::Target& target = chosen_target();
    target({reinterpret_cast<const char*>(data), size});
    return 0;
}
