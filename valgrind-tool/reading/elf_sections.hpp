// SPDX-License-Identifier: GPL-2.0-or-later
// Whether an ELF file has a section of some name.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reading/build_id.hpp"

namespace cg::reading {

// Of 32 and 64 bits, in the host's order of bytes. The parts of the file are read by the caller.
class ElfSections {
  public:
    // `header`: the first ElfNotes::header_size bytes of the file.
    explicit ElfSections(FilePart header) {
        if (header.size < ElfNotes::header_size ||
            __builtin_memcmp(header.begin, "\177ELF", 4) != 0)
            return;
        is_64_ = header.begin[4] == 2;
        const unsigned char* const numbers = header.begin + (is_64_ ? 58 : 46);
        offset_ = is_64_ ? load<uint64_t>(header.begin + 40) : load<uint32_t>(header.begin + 32);
        size_ = load<uint16_t>(numbers);
        count_ = load<uint16_t>(numbers + 2);
        names_ = load<uint16_t>(numbers + 4);
        if (size_ < (is_64_ ? 64u : 40u) || names_ >= count_)
            count_ = 0;
    }

    // Where the section headers are, and their size; 0: there are none.
    uint64_t headers_offset() const { return offset_; }
    size_t headers_size() const { return size_t{size_} * count_; }

    // Where the names of sections are, and their size.
    uint64_t names_offset(FilePart headers) const {
        const unsigned char* const at = headers.begin + size_t{size_} * names_;
        return is_64_ ? load<uint64_t>(at + 24) : load<uint32_t>(at + 16);
    }
    uint64_t names_size(FilePart headers) const {
        const unsigned char* const at = headers.begin + size_t{size_} * names_;
        return is_64_ ? load<uint64_t>(at + 32) : load<uint32_t>(at + 20);
    }

    // Returns true if a section has this name. `headers` and `names` are complete.
    bool has(FilePart headers, FilePart names, const char* name) const {
        const size_t length = __builtin_strlen(name) + 1;
        for (unsigned i = 0; i < count_; ++i) {
            const uint32_t at = load<uint32_t>(headers.begin + size_t{size_} * i);
            if (at < names.size && length <= names.size - at &&
                __builtin_memcmp(names.begin + at, name, length) == 0)
                return true;
        }
        return false;
    }

  private:
    template <typename Word>
    static Word load(const unsigned char* from) {
        Word word;
        __builtin_memcpy(&word, from, sizeof word);
        return word;
    }

    bool is_64_ = false;
    uint64_t offset_ = 0;
    uint16_t size_ = 0, count_ = 0, names_ = 0;
};

} // namespace cg::reading
