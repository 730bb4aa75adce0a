// SPDX-License-Identifier: GPL-2.0-or-later
// libFuzzer's way into the targets; FUZZ_TARGET in the environment says which.
#include "mutate_lines.hpp"
#include "targets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

const cg::fuzz::NamedTarget& chosen_target() {
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
    return *found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static cg::fuzz::Target& target = *chosen_target().run;
    target({reinterpret_cast<const char*>(data), size});
    return 0;
}

// libFuzzer's own: it has no header.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    static const bool has_lines = chosen_target().has_lines;
    if (!has_lines || seed % 2 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    const std::string edited =
        cg::fuzz::LineMutator(seed)({reinterpret_cast<const char*>(data), size});
    const std::size_t length = std::min(edited.size(), max_size);
    std::memcpy(data, edited.data(), length);
    return length;
}
