// SPDX-License-Identifier: GPL-2.0-or-later
// Objects of one type, next to each other, that generated code refers to by their addresses.
#pragma once

#include "vg/core/arena.hpp"

namespace cg::vg {

template <typename T>
class Pool {
  public:
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
    union Slot {
        Slot* next_free;
        T value;
    };
    static constexpr size_t first_bytes = size_t{1} << 14;
    static constexpr size_t largest_bytes = size_t{1} << 18;

    bool refill() {
        const Pages pages = map_up_to(next_bytes_);
        unused_ = static_cast<Slot*>(pages.begin);
        unused_end_ = unused_ + pages.bytes / sizeof(Slot);
        if (next_bytes_ < largest_bytes)
            next_bytes_ *= 2;
        return unused_ != nullptr;
    }

    Slot* unused_ = nullptr; // never allocated so far
    Slot* unused_end_ = nullptr;
    Slot* free_ = nullptr; // released
    size_t next_bytes_ = first_bytes;
};

} // namespace cg::vg
