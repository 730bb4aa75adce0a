// SPDX-License-Identifier: GPL-2.0-or-later
// The build ID of an object: a note in its ELF file, by which the file and its debugging
// information are found again.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reading/elf_layout.hpp"

namespace cg::reading {

// The parts of the headers that the search needs.
class ElfNotes {
  public:
    static constexpr unsigned max_segments = 64;

    // `header`: the first bytes of the file.
    explicit ElfNotes(FilePart header) {
        if (!ElfLayout::is_header(header))
            return;
        layout_ = ElfLayout(header);
        segments_offset_ = layout_.word(header.begin, 28, 32);
        segment_size_ = layout_.half(header.begin, 42, 54);
        segment_count_ = layout_.half(header.begin, 44, 56);
        if (segment_size_ < layout_.choose(32, 56) || segment_count_ > max_segments)
            segment_count_ = 0;
    }

    // Where the program headers are, and their size; 0: there are none.
    uint64_t segments_offset() const { return segments_offset_; }
    size_t segments_size() const { return size_t{segment_size_} * segment_count_; }

    // Calls `visit(offset, size)` for the notes of each segment until it returns true.
    template <typename Visit>
    void for_each_segment(FilePart segments, Visit visit) const {
        constexpr uint32_t note = 4;
        for (unsigned i = 0; i < segment_count_; ++i) {
            if (size_t{segment_size_} * (i + 1) > segments.size)
                return;
            const unsigned char* const at = segments.begin + size_t{segment_size_} * i;
            if (load<uint32_t>(at) != note)
                continue;
            if (visit(layout_.word(at, 4, 8), layout_.word(at, 16, 32)))
                return;
        }
    }

    // Returns the build ID among notes.
    static FilePart build_id(FilePart notes) {
        constexpr uint32_t gnu_build_id = 3;
        constexpr size_t words = 12;
        while (notes.size >= words) {
            const size_t name_size = load<uint32_t>(notes.begin);
            const size_t size = load<uint32_t>(notes.begin + 4);
            const uint32_t type = load<uint32_t>(notes.begin + 8);
            const size_t rest = notes.size - words;
            const size_t name_end = aligned(name_size);
            if (name_end > rest || size > rest - name_end)
                break;
            const unsigned char* const name = notes.begin + words;
            if (type == gnu_build_id && name_size == 4 && __builtin_memcmp(name, "GNU", 4) == 0)
                return {name + name_end, size};
            const size_t end = words + name_end + aligned(size);
            if (end >= notes.size)
                break;
            notes = {notes.begin + end, notes.size - end};
        }
        return {nullptr, 0};
    }

  private:
    static size_t aligned(size_t size) { return (size + 3) & ~size_t{3}; }

    ElfLayout layout_;
    uint64_t segments_offset_ = 0;
    uint16_t segment_size_ = 0, segment_count_ = 0;
};

} // namespace cg::reading
