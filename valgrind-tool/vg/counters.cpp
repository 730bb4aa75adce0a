// SPDX-License-Identifier: GPL-2.0-or-later
#include "counters.hpp"

#include "arena.hpp"

namespace cg::vg {
namespace {

// The first ones lie in the tool's own data, whose addresses fit the 32-bit
// displacements of generated code. Pages that are not used cost nothing.
constexpr unsigned near_count = 1u << 20;
constexpr unsigned batch = 512;

union Counter {
    ULong value;
    Counter* next_free;
};

constinit Counter near_counters[near_count] = {};
constinit Counter* fresh = near_counters;
constinit Counter* fresh_end = near_counters + near_count;
constinit Counter* free_counters = nullptr;

} // namespace

ULong* take_counter() {
    Counter* counter = free_counters;
    if (counter != nullptr) {
        free_counters = counter->next_free;
    } else {
        if (fresh == fresh_end) {
            fresh = static_cast<Counter*>(take(batch * sizeof(Counter)));
            fresh_end = fresh == nullptr ? nullptr : fresh + batch;
            if (fresh == nullptr)
                return nullptr;
        }
        counter = fresh++;
    }
    counter->value = 0;
    return &counter->value;
}

void give_counter(ULong* counter) {
    auto* const freed = reinterpret_cast<Counter*>(counter);
    freed->next_free = free_counters;
    free_counters = freed;
}

} // namespace cg::vg
