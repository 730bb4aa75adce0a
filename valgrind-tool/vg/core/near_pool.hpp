// SPDX-License-Identifier: GPL-2.0-or-later
// Objects that generated code refers to by their addresses. The first ones are in an array of the
// tool's own data, whose addresses fit into the 32-bit displacements of generated code; later ones
// in pages of their own. Pages of the array that are not used take no memory.
#pragma once

#include "vg/core/arena.hpp"

namespace cg::vg {

template <typename T>
class NearPool {
  public:
    // The link is first, so that an array of slots is all zeros, which take no room in the file.
    union Slot {
        Slot* next_free;
        T value;
    };

    template <unsigned count>
    constexpr explicit NearPool(Slot (&first)[count])
        : unused_(first), unused_end_(first + count) {}

    // Null: out of memory.
    T* allocate_one() {
        Slot* slot = free_;
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
        auto* const slot = reinterpret_cast<Slot*>(value);
        slot->next_free = free_;
        free_ = slot;
    }

  private:
    static constexpr size_t bytes_at_a_time = size_t{1} << 18;

    bool refill() {
        unused_ = static_cast<Slot*>(map_pages(bytes_at_a_time));
        unused_end_ = unused_ == nullptr ? nullptr : unused_ + bytes_at_a_time / sizeof(Slot);
        return unused_ != nullptr;
    }

    Slot* unused_; // never allocated so far
    Slot* unused_end_;
    Slot* free_ = nullptr; // released
};

} // namespace cg::vg
