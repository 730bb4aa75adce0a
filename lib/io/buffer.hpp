// SPDX-License-Identifier: GPL-2.0-or-later
// A buffer that grows without copying or clearing bytes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

namespace cg {

// Uses malloc(), so that growing can move pages instead of copying them. Pages that are not written
// to cost nothing.
class Buffer {
  public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { *this = std::move(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~Buffer() { std::free(data_); }

    std::string_view bytes() const { return {data_, size_}; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }

    // Reserves memory for this many bytes in total. Throws std::bad_alloc.
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_)
            return;
        void* const larger = std::realloc(data_, capacity);
        if (!larger)
            throw std::bad_alloc();
        data_ = static_cast<char*>(larger);
        capacity_ = capacity;
    }
    // Returns the unused memory after the bytes. After it is filled, add() makes it part of the
    // bytes.
    char* room() { return data_ + size_; }
    std::size_t room_size() const { return capacity_ - size_; }
    void add(std::size_t filled) { size_ += filled; }

  private:
    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace cg
