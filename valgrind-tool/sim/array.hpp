// SPDX-License-Identifier: GPL-2.0-or-later
// An array in pages that are given back.
//
// A System is as in memory/chunks.hpp: map(), unmap().
#pragma once

#include <stddef.h>

namespace cg::sim {

template <typename System, typename T>
class Array {
  public:
    Array() = default;
    Array(const Array&) = delete;

    // Makes all elements zeros. False: out of memory.
    [[nodiscard]] bool reset(size_t size) {
        release();
        elements_ = static_cast<T*>(System::map(size * sizeof(T)));
        size_ = elements_ == nullptr ? 0 : size;
        return elements_ != nullptr;
    }
    void release() {
        if (elements_ != nullptr)
            System::unmap(elements_, size_ * sizeof(T));
        elements_ = nullptr;
        size_ = 0;
    }
    void swap(Array& other) {
        T* const elements = elements_;
        const size_t size = size_;
        elements_ = other.elements_;
        size_ = other.size_;
        other.elements_ = elements;
        other.size_ = size;
    }
    size_t size() const { return size_; }
    T& operator[](size_t i) const { return elements_[i]; }
    T* begin() const { return elements_; }
    T* end() const { return elements_ + size_; }

  private:
    T* elements_ = nullptr;
    size_t size_ = 0;
};

} // namespace cg::sim
