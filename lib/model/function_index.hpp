// SPDX-License-Identifier: GPL-2.0-or-later
// Maps (file, function) to a number.
#pragma once

#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cg {

// Open addressing in one array: a large profile has half a million functions, and a node for
// each, as std::unordered_map makes it, took a third of the time of reading.
class FunctionIndex {
  public:
    struct Found {
        std::size_t number;
        bool is_new;
    };
    // Returns the number of this function; inserts it with the given number if it is new.
    Found insert(NameId file, NameId function, std::size_t number);
    // Reserves memory for this many functions.
    void reserve(std::size_t functions);
    std::optional<std::size_t> find(NameId file, NameId function) const;

  private:
    struct Slot {
        NameId file;
        NameId function;
        std::uint32_t number_plus_one = 0; // 0: free
    };
    // Returns the slot of the function, or the free slot to insert it at.
    std::size_t slot_of(NameId file, NameId function) const;
    void grow(std::size_t slots);

    std::vector<Slot> slots_; // a power of two, at most half full
    std::size_t size_ = 0;
};

} // namespace cg
