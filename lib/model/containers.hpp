// SPDX-License-Identifier: GPL-2.0-or-later
// Containers for millions of elements: an array and an index.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace cg {

// The numbers from a first to a last one, without the last.
using IndexRange = std::ranges::iota_view<std::size_t, std::size_t>;

// A std::vector for millions of numbers.

// Grows by realloc, which moves pages where std::vector copies bytes and touches new memory,
// and adds elements without clearing them first. Reading a profile of 100 MB takes a quarter
// less time with it.
template <typename T>
class GrowingArray {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    GrowingArray() = default;
    GrowingArray(const GrowingArray& other) { append(other); }
    GrowingArray(GrowingArray&& other) noexcept { swap(other); }
    GrowingArray& operator=(GrowingArray other) noexcept {
        swap(other);
        return *this;
    }
    ~GrowingArray() { std::free(data_); }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }

    void push_back(T element) {
        if (size_ == capacity_)
            grow(1);
        data_[size_++] = element;
    }
    // Adds n elements for the caller to fill, and returns where.
    T* extend(std::size_t n) {
        if (capacity_ - size_ < n)
            grow(n);
        size_ += n;
        return data_ + size_ - n;
    }
    void append(std::span<const T> elements) {
        if (!elements.empty())
            std::memcpy(extend(elements.size()), elements.data(), elements.size_bytes());
    }
    // Drops all elements after the first n.
    void truncate(std::size_t n) { size_ = n; }
    // Memory that is never filled costs nothing but addresses.
    void reserve(std::size_t n) {
        if (n > capacity_)
            reallocate(n);
    }

  private:
    void swap(GrowingArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    [[gnu::noinline]] void grow(std::size_t n) {
        reallocate(std::max({capacity_ * 2, size_ + n, std::size_t{16}}));
    }
    void reallocate(std::size_t capacity) {
        void* const moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
        if (!moved)
            throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// Maps keys to numbers: a hash table with open addressing, for millions of keys.

// A key has == and a free function hash_of(key), whose low bits choose the entry.
template <typename Key>
class FlatIndex {
  public:
    struct Inserted {
        std::uint32_t number;
        bool is_new;
    };
    // Returns the key's number; inserts the key with the given number if it is new. Throws
    // std::length_error if the number is too large.
    Inserted insert(const Key& key, std::size_t number) {
        if (entries_.size() <= 2 * size_)
            grow(entries_.empty() ? 64 : entries_.size() * 2);
        Entry& entry = entries_[entry_of(key)];
        if (entry.number != none)
            return {entry.number, false};
        if (number >= none)
            throw std::length_error("too many of one kind for 32 bits");
        entry = {key, static_cast<std::uint32_t>(number)};
        ++size_;
        return {entry.number, true};
    }
    // Makes room for this many keys, so that the table does not grow in between.
    void reserve(std::size_t keys) {
        std::size_t entries = std::max<std::size_t>(entries_.size(), 64);
        while (entries <= 2 * keys)
            entries *= 2;
        if (entries > entries_.size())
            grow(entries);
    }
    // Returns the key's number; nothing if it was not inserted.
    std::optional<std::uint32_t> find(const Key& key) const {
        if (entries_.empty() || entries_[entry_of(key)].number == none)
            return std::nullopt;
        return entries_[entry_of(key)].number;
    }

  private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Entry {
        Key key{};
        std::uint32_t number = none; // none: free
    };
    std::size_t entry_of(const Key& key) const {
        const std::size_t mask = entries_.size() - 1;
        for (std::size_t i = hash_of(key) & mask;; i = (i + 1) & mask)
            if (entries_[i].number == none || entries_[i].key == key)
                return i;
    }
    void grow(std::size_t entries) {
        const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(entries));
        for (const Entry& entry : old)
            if (entry.number != none)
                entries_[entry_of(entry.key)] = entry;
    }

    std::vector<Entry> entries_; // a power of two, at most half full
    std::size_t size_ = 0;
};

// Returns 0, 1, ... n - 1, to be sorted or chosen from.
template <typename Number = std::size_t>
std::vector<Number> numbers_below(std::size_t n) {
    std::vector<Number> numbers(n);
    std::iota(numbers.begin(), numbers.end(), Number{0});
    return numbers;
}

// Returns a hash of the lowest 32 bits of two numbers, which may be ids (Fibonacci hashing).
template <typename A, typename B>
std::size_t hash_of_pair(A a, B b) {
    const auto low = [](auto number) { return std::uint64_t{static_cast<std::uint32_t>(number)}; };
    const std::uint64_t product = (low(a) << 32 | low(b)) * 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(product >> 32 ^ product >> 12);
}

} // namespace cg
