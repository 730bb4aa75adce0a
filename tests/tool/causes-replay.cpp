// SPDX-License-Identifier: GPL-2.0-or-later
// A second opinion about the causes of misses: the naive caches of tests/unit/sim, which see the
// references that `lackey --trace-mem=yes` prints.
//
//     causes-replay <TRACE
//
// For each instruction that missed prints the last three digits of its address, which the place of
// a library does not change, I1mr ILmr D1mr DLmr D1mw DLmw, and of each of these the number of
// cold, capacity and conflict misses.
#include "unit/sim/naive_causes.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <map>

using namespace cg::sim;

int main() {
    constexpr Geometry level1 = {32768, 8, 64};
    naive::HierarchyWithCauses caches(level1, level1, {262144, 16, 64});
    // By instruction: of fetches, reads and writes, at each level, by cause.
    std::map<uint64_t, std::array<std::array<std::array<uint64_t, cause_count>, 2>, 3>> counts;
    char line[256];
    uint64_t instruction = 0;
    while (std::fgets(line, sizeof line, stdin) != nullptr) {
        char kind = 0;
        uint64_t address = 0;
        uint64_t size = 0;
        if (std::sscanf(line, " %c %" SCNx64 ",%" SCNu64, &kind, &address, &size) != 3)
            continue; // a message of Valgrind
        if (kind == 'I')
            instruction = address;
        const Causes causes =
            kind == 'I' ? caches.fetch(address, size) : caches.reference(address, size);
        if (causes.level1 == Cause::none)
            continue;
        auto& of_kind = counts[instruction].at(kind == 'I' ? 0 : kind == 'S' ? 2 : 1);
        ++of_kind[0].at(static_cast<size_t>(causes.level1));
        if (causes.last_level != Cause::none)
            ++of_kind[1].at(static_cast<size_t>(causes.last_level));
    }
    for (const auto& [address, kinds] : counts) {
        std::printf("%03" PRIx64, address & 0xfff);
        for (const auto& kind : kinds) {
            for (const auto& level : kind)
                std::printf(" %" PRIu64, level[0] + level[1] + level[2]);
        }
        for (const auto& kind : kinds) {
            for (const auto& level : kind) {
                for (const uint64_t count : level)
                    std::printf(" %" PRIu64, count);
            }
        }
        std::printf("\n");
    }
}
