// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers of ELF files, of 32 and 64 bits, in the host's order of bytes.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::reading {

// Bytes of a file; null: none.
struct FilePart {
    const unsigned char* begin;
    size_t size;
};

template <typename Number>
Number load(const unsigned char* from) {
    Number number;
    __builtin_memcpy(&number, from, sizeof number);
    return number;
}

// Where fields are, which differs with the size of addresses.
class ElfLayout {
  public:
    static constexpr size_t header_size = 64; // of the file; the larger one

    // Returns true if these first bytes of a file are an ELF header.
    static bool is_header(FilePart part) {
        return part.size >= header_size && __builtin_memcmp(part.begin, "\177ELF", 4) == 0;
    }

    ElfLayout() = default;
    explicit ElfLayout(FilePart header) : is_64_(header.begin[4] == 2) {}

    size_t choose(size_t of_32, size_t of_64) const { return is_64_ ? of_64 : of_32; }
    // Return the number at the place that it has in such a file.
    uint16_t half(const unsigned char* from, size_t at_32, size_t at_64) const {
        return load<uint16_t>(from + choose(at_32, at_64));
    }
    uint64_t word(const unsigned char* from, size_t at_32, size_t at_64) const {
        return is_64_ ? load<uint64_t>(from + at_64) : load<uint32_t>(from + at_32);
    }

  private:
    bool is_64_ = false;
};

} // namespace cg::reading
