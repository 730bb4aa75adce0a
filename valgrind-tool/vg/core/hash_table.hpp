// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table of objects that are linked in chains. It grows with their number: a short program
// touches few pages of it, and each page that is touched first costs as much as hundreds of
// look-ups; a large one has short chains.
#pragma once

#include "vg/core/arena.hpp"
#include "vg/core/sort.hpp"

namespace cg::vg {

inline unsigned hash_of_address(UWord address) {
    return static_cast<unsigned>(address ^ address >> 16);
}

// For code: a program goes on with code that is near, of which the buckets are near, too.
inline unsigned hash_of_code(UWord address) {
    return hash_of_address(address >> 4);
}

// `next` links a chain. `hash_of` must have its entropy in the low bits.
template <typename T, T* T::*next = &T::next_in_bucket, unsigned (*hash_of)(const T&) = T::hash_of>
class HashTable {
  public:
    // Returns the first object of the chain that has all objects of this hash, and others.
    T* first(unsigned hash) const { return buckets_[hash & (size_ - 1)]; }

    // Returns the latest object of this hash that `is_wanted`, which is asked about others, too.
    // Null: there is none.
    template <typename F>
    T* find(unsigned hash, const F& is_wanted) const {
        T* object = first(hash);
        while (object != nullptr && !is_wanted(*object))
            object = object->*next;
        return object;
    }

    // Does not look whether the table has an equal one.
    void add(T* object) {
        if (count_ >= size_)
            grow();
        link(object);
        ++count_;
    }

    void remove(T* object) {
        T** at = &bucket_of(*object);
        while (*at != object)
            at = &((*at)->*next);
        *at = object->*next;
        --count_;
    }

    // Removes all objects and calls `release_one` for each.
    template <typename F>
    void clear(F release_one) {
        for (size_t i = 0; i < size_; ++i) {
            for (T* object = buckets_[i]; object != nullptr;) {
                T* const following = object->*next;
                release_one(object);
                object = following;
            }
            buckets_[i] = nullptr;
        }
        count_ = 0;
    }

    template <typename F>
    void for_each(F f) const {
        for (size_t i = 0; i < size_; ++i) {
            for (T* object = buckets_[i]; object != nullptr; object = object->*next)
                f(*object);
        }
    }

    size_t count() const { return count_; }

  private:
    static constexpr size_t first_size = 16; // all sizes are powers of two

    T*& bucket_of(const T& object) { return buckets_[hash_of(object) & (size_ - 1)]; }

    void link(T* object) {
        T*& bucket = bucket_of(*object);
        object->*next = bucket;
        bucket = object;
    }

    // Without memory for more buckets the chains become longer.
    void grow() {
        T** const old = buckets_;
        const size_t old_size = size_;
        auto* const larger = static_cast<T**>(try_allocate(2 * old_size * sizeof(T*)));
        if (larger == nullptr)
            return;
        buckets_ = larger;
        size_ = 2 * old_size;
        for (size_t i = 0; i < old_size; ++i) {
            for (T* object = old[i]; object != nullptr;) {
                T* const following = object->*next;
                link(object);
                object = following;
            }
        }
        if (old != smallest_)
            release(old, old_size * sizeof(T*));
    }

    T* smallest_[first_size] = {};
    T** buckets_ = smallest_;
    size_t size_ = first_size;
    size_t count_ = 0;
};

// A hash table whose objects are in a list, too, the latest first.
template <typename T>
class ListedTable : public HashTable<T> {
  public:
    void add(T* object) {
        HashTable<T>::add(object);
        object->next_in_list = first_;
        first_ = object;
    }

    // Sorts the list; later objects come before it again.
    template <typename Less>
    void sort(Less less) {
        first_ = sorted_list<&T::next_in_list>(first_, less);
    }

    struct Iterator {
        T* at;
        T& operator*() const { return *at; }
        void operator++() { at = at->next_in_list; }
        bool operator==(const Iterator&) const = default;
    };
    Iterator begin() const { return {first_}; }
    Iterator end() const { return {nullptr}; }

  private:
    T* first_ = nullptr;
};

} // namespace cg::vg
