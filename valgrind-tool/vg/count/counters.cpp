// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/counters.hpp"

#include "vg/core/arena.hpp"

namespace cg::vg {
namespace {

template <typename T>
union Slot {
    T value;
    Slot* next_free;
};

// Allocates objects of T, which consists of counters: the first ones from an array, later
// ones from blocks of the arena.
template <typename T>
class Pool {
  public:
    template <unsigned count>
    constexpr explicit Pool(Slot<T> (&first)[count]) : unused_(first), unused_end_(first + count) {}

    T* allocate_one() {
        Slot<T>* slot = free_;
        if (slot != nullptr) {
            free_ = slot->next_free;
        } else {
            if (unused_ == unused_end_ && !refill())
                return nullptr;
            slot = unused_++;
        }
        slot->value = {};
        return &slot->value;
    }

    void release(T* value) {
        if (value == nullptr)
            return;
        auto* const slot = reinterpret_cast<Slot<T>*>(value);
        slot->next_free = free_;
        free_ = slot;
    }

  private:
    static constexpr unsigned slots_per_block = 4096 / sizeof(Slot<T>);

    bool refill() {
        unused_ = static_cast<Slot<T>*>(allocate(slots_per_block * sizeof(Slot<T>)));
        unused_end_ = unused_ == nullptr ? nullptr : unused_ + slots_per_block;
        return unused_ != nullptr;
    }

    Slot<T>* unused_; // never allocated so far
    Slot<T>* unused_end_;
    Slot<T>* free_ = nullptr; // released
};

// The first counters are in the tool's own data, whose addresses fit into the 32-bit
// displacements of generated code. Pages that are not used take no memory.
constinit Slot<ULong> near_counters[1u << 20] = {};
alignas(64) constinit Slot<sim::Outcomes> near_outcomes[1u << 18] = {};

constinit Pool<ULong> counters(near_counters);
constinit Pool<sim::Outcomes> all_outcomes(near_outcomes);

} // namespace

ULong* allocate_counter() {
    return counters.allocate_one();
}

void release_counter(ULong* counter) {
    counters.release(counter);
}

sim::Outcomes* allocate_outcomes() {
    return all_outcomes.allocate_one();
}

void release_outcomes(sim::Outcomes* outcomes) {
    all_outcomes.release(outcomes);
}

} // namespace cg::vg
