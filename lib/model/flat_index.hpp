// SPDX-License-Identifier: GPL-2.0-or-later
// Maps keys to numbers: a hash table with open addressing, for millions of keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cg {

// A key has == and a free function hash_of(key), whose low bits choose the slot.
template <typename Key>
class FlatIndex {
  public:
    struct Found {
        std::uint32_t number;
        bool is_new;
    };
    // Returns the key's number; inserts the key with the given number if it is new. Throws
    // std::length_error if the number is too large.
    Found insert(const Key& key, std::size_t number) {
        if (slots_.size() <= 2 * size_)
            grow(slots_.empty() ? 64 : slots_.size() * 2);
        Slot& slot = slots_[slot_of(key)];
        if (slot.number != none)
            return {slot.number, false};
        if (number >= none)
            throw std::length_error("too many of one kind for 32 bits");
        slot = {key, static_cast<std::uint32_t>(number)};
        ++size_;
        return {slot.number, true};
    }
    // Makes room for this many keys, so that the table does not grow in between.
    void reserve(std::size_t keys) {
        std::size_t slots = std::max<std::size_t>(slots_.size(), 64);
        while (slots <= 2 * keys)
            slots *= 2;
        if (slots > slots_.size())
            grow(slots);
    }
    // Returns the key's number; nothing if it was not inserted.
    std::optional<std::uint32_t> find(const Key& key) const {
        if (slots_.empty() || slots_[slot_of(key)].number == none)
            return std::nullopt;
        return slots_[slot_of(key)].number;
    }

  private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Slot {
        Key key{};
        std::uint32_t number = none; // none: free
    };
    std::size_t slot_of(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash_of(key) & mask;; i = (i + 1) & mask)
            if (slots_[i].number == none || slots_[i].key == key)
                return i;
    }
    void grow(std::size_t slots) {
        const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
        for (const Slot& slot : old)
            if (slot.number != none)
                slots_[slot_of(slot.key)] = slot;
    }

    std::vector<Slot> slots_; // a power of two, at most half full
    std::size_t size_ = 0;
};

// Returns a hash of two 32-bit numbers (Fibonacci hashing).
inline std::size_t hash_of_pair(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t product = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(product >> 32 ^ product >> 12);
}

} // namespace cg
