// SPDX-License-Identifier: GPL-2.0-or-later
// Whether an ELF file has a section of some name.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reading/elf_layout.hpp"

namespace cg::reading {

// The parts of the file are read by the caller.
class ElfSections {
  public:
    // `header`: the first bytes of the file.
    explicit ElfSections(FilePart header) {
        if (!ElfLayout::is_header(header))
            return;
        layout_ = ElfLayout(header);
        offset_ = layout_.word(header.begin, 32, 40);
        size_ = layout_.half(header.begin, 46, 58);
        count_ = layout_.half(header.begin, 48, 60);
        names_ = layout_.half(header.begin, 50, 62);
        if (size_ < layout_.choose(40, 64) || names_ >= count_)
            count_ = 0;
    }

    // Where the section headers are, and their size; 0: there are none.
    uint64_t headers_offset() const { return offset_; }
    size_t headers_size() const { return size_t{size_} * count_; }

    // Where the names of sections are, and their size.
    uint64_t names_offset(FilePart headers) const {
        return layout_.word(names_header(headers), 16, 24);
    }
    uint64_t names_size(FilePart headers) const {
        return layout_.word(names_header(headers), 20, 32);
    }

    // Returns true if a section has this name. `headers` and `names` are complete.
    bool has(FilePart headers, FilePart names, const char* name) const {
        const size_t length = __builtin_strlen(name) + 1;
        for (unsigned i = 0; i < count_; ++i) {
            const uint32_t at = load<uint32_t>(headers.begin + size_t{size_} * i);
            if (at < names.size && length <= names.size - at &&
                is_equal(names.begin + at, name, length))
                return true;
        }
        return false;
    }

  private:
    // Not memcmp(), of which not every processor's tool has one.
    static bool is_equal(const unsigned char* bytes, const char* text, size_t length) {
        for (size_t i = 0; i < length; ++i)
            if (bytes[i] != static_cast<unsigned char>(text[i]))
                return false;
        return true;
    }
    const unsigned char* names_header(FilePart headers) const {
        return headers.begin + size_t{size_} * names_;
    }

    ElfLayout layout_;
    uint64_t offset_ = 0;
    uint16_t size_ = 0, count_ = 0, names_ = 0;
};

} // namespace cg::reading
