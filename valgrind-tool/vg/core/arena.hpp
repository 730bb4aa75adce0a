// SPDX-License-Identifier: GPL-2.0-or-later
// The tool's memory. Released blocks are used again, so memory stays bounded when a
// program makes and discards translations for hours.
#pragma once

#include <stddef.h>

#include "memory/chunks.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Maps zeroed memory, aligned to a page. Null: out of memory.
void* map_pages(size_t bytes);
void unmap_pages(void* pages, size_t bytes);

// Of the module `memory`.
struct MappedPages {
    static void* map(size_t bytes) { return map_pages(bytes); }
    static void unmap(void* pages, size_t bytes) { unmap_pages(pages, bytes); }
    static size_t page_bytes() { return VKI_PAGE_SIZE; }
};
using memory::Pages;
using Chunks = memory::Chunks<MappedPages>;

// Returns the lowest address that was mapped first. Most of the arena is within 2 GiB of it, so
// generated code reaches that by a register and a displacement (translate/ir.hpp).
Addr arena_base();

// Maps zeroed memory without which the run cannot begin: it ends if there is none.
void* need_pages(size_t bytes);

// Where there is no memory, allocate() takes blocks from a reserve, and counting stops before the
// next superblock runs (after_client_code() in main.cpp). So a caller does not ask whether it got
// one. The reserve is enough for what one superblock may need; if it is not, the run ends as it
// does when the core has no memory.

// To be called before the others.
void start_arena();
// Returns true if the reserve was used, or if so noted.
bool memory_ran_out();
void note_memory_ran_out();

// Allocates a zeroed block, aligned to 16 bytes.
void* allocate(size_t bytes);
// Allocates a block that the run can do without, like allocate(). Null: out of memory.
void* try_allocate(size_t bytes);
// Takes a block from the reserve, aligned to 64 bytes.
void* allocate_from_reserve(size_t bytes);
// Releases a block; `bytes` is the size it was allocated with. `block` may be null.
void release(void* block, size_t bytes);

template <typename T>
T* allocate() {
    return static_cast<T*>(allocate(sizeof(T)));
}

// An array in the arena, which stays there: for objects of static duration.
template <typename T>
class StaticArray {
  public:
    // Makes room for so many elements; new ones are all zeros. False: out of memory.
    bool reserve(size_t elements) {
        return move_to(static_cast<T*>(try_allocate(elements * sizeof(T))), elements);
    }
    // Takes the next element of the room.
    void push_back(const T& value) { elements_[size_++] = value; }
    // Adds an element, after making more room if there is none.
    void append(const T& value) {
        if (size_ == room_)
            move_to(static_cast<T*>(allocate(larger_room() * sizeof(T))), larger_room());
        push_back(value);
    }
    // Adds an element. False: there was no memory for more room.
    bool try_append(const T& value) {
        if (size_ == room_ && !reserve(larger_room()))
            return false;
        push_back(value);
        return true;
    }
    void clear() { size_ = 0; }
    size_t size() const { return size_; }
    size_t room() const { return room_; }
    T* data() { return elements_; }
    const T* data() const { return elements_; }
    T& operator[](size_t i) { return elements_[i]; }
    const T& operator[](size_t i) const { return elements_[i]; }

  private:
    size_t larger_room() const {
        constexpr size_t first_room = 256;
        return room_ == 0 ? first_room : 2 * room_;
    }
    bool move_to(T* larger, size_t room) {
        if (larger == nullptr)
            return false;
        VG_(memcpy)(larger, elements_, size_ * sizeof(T));
        release(elements_, room_ * sizeof(T));
        elements_ = larger;
        room_ = room;
        return true;
    }

  protected:
    T* elements_ = nullptr;
    size_t room_ = 0, size_ = 0;
};

// Elements that do not move: one more never needs much memory.
template <typename T>
class Sequence {
  public:
    void append(const T& value) {
        if (size_ == parts_.size() * part_size)
            parts_.append(static_cast<T*>(allocate(part_size * sizeof(T))));
        (*this)[size_++] = value;
    }
    size_t size() const { return size_; }
    T& operator[](size_t i) { return parts_[i / part_size][i % part_size]; }

  private:
    static constexpr size_t part_size = 256;
    StaticArray<T*> parts_;
    size_t size_ = 0;
};

// An array in the arena, for as long as the object exists.
template <typename T>
class Array : public StaticArray<T> {
  public:
    Array() = default;
    ~Array() { release(this->elements_, this->room_ * sizeof(T)); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
};

// Keeps at least this number of bytes for when memory has run out: to write the profile may need
// some. If there is no memory for it, what was kept before is still there.
void keep_reserve(size_t bytes);
// Gives the reserve to allocate().
void use_reserve();

struct ArenaStats {
    size_t mapped; // bytes mapped
    size_t used;   // of these, bytes in allocated blocks
};
ArenaStats arena_stats();

// Objects of one type, next to each other, that generated code refers to by their addresses.

template <typename T>
class Pool {
  public:
    T* allocate_one() {
        Block* block = free_;
        if (block != nullptr)
            free_ = block->next_free;
        else
            block = static_cast<Block*>(chunks_.take(sizeof(Block)));
        if (block == nullptr)
            block = static_cast<Block*>(allocate_from_reserve(sizeof(Block)));
        block->value = {};
        return &block->value;
    }

    void release(T* value) {
        if (value == nullptr)
            return;
        auto* const block = reinterpret_cast<Block*>(value);
        block->next_free = free_;
        free_ = block;
    }

  private:
    union Block {
        Block* next_free;
        T value;
    };
    Chunks chunks_{size_t{1} << 14, size_t{1} << 18};
    Block* free_ = nullptr; // released
};

} // namespace cg::vg
