// SPDX-License-Identifier: GPL-2.0-or-later
// Flags that generated code sets, of any number of objects.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::memory {

// Gives each object a flag, which is a byte of its own. Flags do not move, and are adjacent, so
// that those that are set are found quickly. System: chunks.hpp.
template <typename System, typename Object>
class FlagTable {
  public:
    // Returns the number of a flag, which is not set. 0: out of memory.
    uint32_t take(Object* owner) {
        uint32_t number = first_free_;
        if (number != 0)
            first_free_ = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(owner_of(number)));
        else if (used_ != ~uint32_t{0} && has_chunk(used_))
            number = used_++;
        if (number != 0)
            owner_of(number) = owner;
        return number;
    }
    // The flag may be given to another object.
    void release(uint32_t number) {
        *flag_of(number) = 0;
        owner_of(number) = reinterpret_cast<Object*>(uintptr_t{first_free_});
        first_free_ = number;
    }
    uint8_t* flag_of(uint32_t number) const {
        return &chunks_[number / chunk_flags]->flags[number % chunk_flags];
    }

    // Clears each flag that is set, and then calls f(Object&).
    template <typename F>
    void clear_each(F f) {
        if (used_ == 1) // no flag was taken, and no memory is mapped
            return;
        for (uint32_t first = 0; first < used_; first += word) {
            uint8_t* const flags = flag_of(first);
            if (*reinterpret_cast<const Word*>(flags) == 0)
                continue;
            for (uint32_t i = 0; i < word; ++i) {
                if (flags[i] == 0)
                    continue;
                flags[i] = 0;
                f(*owner_of(first + i));
            }
        }
    }

  private:
    using Word [[gnu::may_alias]] = uintptr_t;
    static constexpr uint32_t word = sizeof(Word);
    static constexpr uint32_t chunk_flags = uint32_t{1} << 16;
    static constexpr uint32_t chunk_count = uint32_t{1} << 16; // for all numbers
    struct Chunk {
        alignas(Word) uint8_t flags[chunk_flags];
        Object* owners[chunk_flags]; // of a flag that was released: the number of the next one
    };

    Object*& owner_of(uint32_t number) {
        return chunks_[number / chunk_flags]->owners[number % chunk_flags];
    }

    // Maps the chunk, if that is not done yet. Pages that are not touched take no memory.
    bool has_chunk(uint32_t number) {
        if (chunks_ == nullptr)
            chunks_ = static_cast<Chunk**>(System::map(chunk_count * sizeof(Chunk*)));
        if (chunks_ == nullptr)
            return false;
        Chunk*& chunk = chunks_[number / chunk_flags];
        if (chunk == nullptr)
            chunk = static_cast<Chunk*>(System::map(sizeof(Chunk)));
        return chunk != nullptr;
    }

    Chunk** chunks_ = nullptr;
    uint32_t used_ = 1;       // with those that were released; 0 is none
    uint32_t first_free_ = 0; // of the released ones
};

} // namespace cg::memory
