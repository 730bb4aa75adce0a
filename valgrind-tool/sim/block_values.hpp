// SPDX-License-Identifier: GPL-2.0-or-later
// A value for each block of memory, found by the number of the block.
//
// A System is as in memory/chunks.hpp: map(), unmap().
#pragma once

#include "array.hpp"
#include "word.hpp"

namespace cg::sim {

[[gnu::always_inline]] inline uint32_t hash_of_block(Word block) {
    return static_cast<uint32_t>((uint64_t{block} * 0x9e3779b97f4a7c15) >> 32);
}

// All values are zeros at first. Those of neighbours are adjacent, in parts that are there when one
// of their values was asked for.
template <typename System, typename Value, uint32_t values_in_part>
class BlockValues {
  public:
    // Returns the value with this index, until the next call. Null: out of memory.
    [[gnu::always_inline]] Value* find_or_add(Word index) {
        const Word key = index / values_in_part + 1;
        if (key != latest_key_ && !find_or_add_part(key)) [[unlikely]]
            return nullptr;
        return &parts_[latest_].values[index % values_in_part];
    }
    // Calls f(value) for each value that is there.
    template <typename F>
    void for_each(F f) {
        for (uint32_t i = 0; i < used_; ++i) {
            for (Value& value : parts_[i].values)
                f(value);
        }
    }
    void clear() {
        parts_.release();
        numbers_.release();
        used_ = 0;
        latest_key_ = 0;
    }

  private:
    struct Part {
        Word key; // the index of its first value / values_in_part + 1
        Value values[values_in_part];
    };
    static constexpr uint32_t first_size = 256;

    // Makes it the latest part.
    [[gnu::noinline]] bool find_or_add_part(Word key) {
        if (used_ == parts_.size() && !grow())
            return false;
        uint32_t& number = number_of(key);
        if (number == 0) {
            parts_[used_].key = key;
            number = ++used_;
        }
        latest_ = number - 1;
        latest_key_ = key;
        return true;
    }
    // Returns the number of the part + 1, or where that is to be.
    uint32_t& number_of(Word key) const {
        const size_t mask = numbers_.size() - 1;
        size_t i = hash_of_block(key) & mask;
        while (numbers_[i] != 0 && parts_[numbers_[i] - 1].key != key)
            i = (i + 1) & mask;
        return numbers_[i];
    }
    bool grow() {
        const size_t size = used_ == 0 ? first_size : 2 * size_t{used_};
        Array<System, Part> old;
        old.swap(parts_);
        if (!parts_.reset(size)) {
            parts_.swap(old);
            return false;
        }
        Array<System, uint32_t> numbers;
        numbers.swap(numbers_);
        if (!numbers_.reset(2 * size)) {
            numbers_.swap(numbers);
            parts_.release();
            parts_.swap(old);
            return false;
        }
        for (uint32_t i = 0; i < used_; ++i) {
            parts_[i] = old[i];
            number_of(parts_[i].key) = i + 1;
        }
        old.release();
        numbers.release();
        return true;
    }

    Array<System, Part> parts_;       // in the order in which they were added
    Array<System, uint32_t> numbers_; // their places + 1, by the hash of the key; 0: none
    uint32_t used_ = 0;
    uint32_t latest_ = 0; // the part that was asked for last
    Word latest_key_ = 0; // its key; 0: none
};

} // namespace cg::sim
