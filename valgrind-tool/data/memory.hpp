// SPDX-License-Identifier: GPL-2.0-or-later
// Where the tables of data objects get their memory.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::data {

using Address = uintptr_t; // of the simulated program

struct Memory {
    // Returns pages of zeros, or null. Pages that are not touched cost nothing.
    void* (*map)(size_t bytes);
    void (*unmap)(void* pages, size_t bytes);

    template <typename T>
    T* map_array(size_t count) const {
        return static_cast<T*>(map(count * sizeof(T)));
    }
    template <typename T>
    void unmap_array(T* first, size_t count) const {
        if (first != nullptr)
            unmap(first, count * sizeof(T));
    }
};

// Memory of zeros that is never released, in pieces of any size.
class Pieces {
  public:
    explicit constexpr Pieces(const Memory& memory) : memory_(memory) {}

    // Returns memory of zeros that is aligned to 16 bytes, or null.
    void* allocate(size_t bytes) {
        bytes = (bytes + 15) & ~size_t{15};
        if (bytes > chunk_bytes / 8)
            return memory_.map(bytes);
        if (bytes > left_ && !refill())
            return nullptr;
        char* const piece = next_;
        next_ += bytes;
        left_ -= bytes;
        return piece;
    }

  private:
    static constexpr size_t chunk_bytes = size_t{1} << 18;

    bool refill() {
        next_ = memory_.map_array<char>(chunk_bytes);
        left_ = next_ == nullptr ? 0 : chunk_bytes;
        return next_ != nullptr;
    }

    Memory memory_;
    char* next_ = nullptr;
    size_t left_ = 0;
};

// An array that grows without moving its elements. Number 0 is none.
template <typename T, size_t chunk_length, size_t chunk_count>
class Numbered {
  public:
    explicit constexpr Numbered(const Memory& memory) : memory_(memory) {}

    static constexpr size_t most = chunk_length * chunk_count - 1;

    T& operator[](size_t number) const {
        return chunks_[number / chunk_length][number % chunk_length];
    }
    size_t count() const { return count_; }

    // Adds an element of zeros. Returns its number; 0: out of memory, or the array is full.
    size_t add() {
        const size_t number = count_ + 1;
        if (number > most)
            return 0;
        if (chunks_ == nullptr)
            chunks_ = memory_.map_array<T*>(chunk_count);
        if (chunks_ == nullptr)
            return 0;
        T*& chunk = chunks_[number / chunk_length];
        if (chunk == nullptr)
            chunk = memory_.map_array<T>(chunk_length);
        if (chunk == nullptr)
            return 0;
        count_ = number;
        return number;
    }

  private:
    Memory memory_;
    T** chunks_ = nullptr;
    size_t count_ = 0;
};

} // namespace cg::data
