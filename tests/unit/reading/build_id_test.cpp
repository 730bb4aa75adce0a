// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/build_id.hpp"

#include "bytes.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>

namespace cg::reading {
namespace {

std::string text(FilePart found) {
    return found.begin == nullptr
               ? "none"
               : std::string(reinterpret_cast<const char*>(found.begin), found.size);
}

std::string note(const std::string& name, std::uint32_t type, const std::string& value) {
    const auto padded = [](std::string bytes) {
        bytes.resize((bytes.size() + 3) / 4 * 4);
        return bytes;
    };
    const Elf64_Nhdr header{static_cast<Elf64_Word>(name.size()),
                            static_cast<Elf64_Word>(value.size()), type};
    return bytes_of(header) + padded(name) + padded(value);
}

const std::string gnu("GNU", 4);

TEST(BuildId, IsTheNoteOfGnuWithItsType) {
    const std::string notes = note(gnu, NT_GNU_ABI_TAG, std::string(16, 'a')) +
                              note("Other", NT_GNU_BUILD_ID, "other") +
                              note(gnu, NT_GNU_BUILD_ID, "0123456789abcdefghij");
    EXPECT_EQ(text(ElfNotes::build_id(part(notes))), "0123456789abcdefghij");
}

TEST(BuildId, IsMissing) {
    EXPECT_EQ(text(ElfNotes::build_id(part(""))), "none");
    EXPECT_EQ(text(ElfNotes::build_id(part(note(gnu, NT_GNU_ABI_TAG, "abcd")))), "none");
}

TEST(BuildId, IsNotReadPastTheEndOfBrokenNotes) {
    const std::string whole = note(gnu, NT_GNU_BUILD_ID, "0123456789abcdefghij");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string cut = whole.substr(0, size);
        EXPECT_EQ(text(ElfNotes::build_id(part(cut))), "none") << size;
    }
    const Elf64_Nhdr huge{0xffffffff, 0xffffffff, NT_GNU_BUILD_ID};
    EXPECT_EQ(text(ElfNotes::build_id(part(bytes_of(huge) + std::string(64, '\0')))), "none");
}

// The offsets and sizes of notes in a file whose first segments are other ones.
template <typename Header, typename Segment>
std::vector<std::uint64_t> notes_of(unsigned char bits) {
    Header header{};
    std::memcpy(header.e_ident, "\177ELF", 4);
    header.e_ident[EI_CLASS] = bits;
    header.e_phoff = 4711;
    header.e_phentsize = sizeof(Segment);
    header.e_phnum = 3;
    std::string file = bytes_of(header);
    file.resize(ElfLayout::header_size);
    const ElfNotes notes(part(file));
    EXPECT_EQ(notes.segments_offset(), 4711u);
    EXPECT_EQ(notes.segments_size(), 3 * sizeof(Segment));

    Segment load{}, first{}, second{};
    load.p_type = PT_LOAD;
    first.p_type = second.p_type = PT_NOTE;
    first.p_offset = 100, first.p_filesz = 32;
    second.p_offset = 200, second.p_filesz = 36;
    std::vector<std::uint64_t> result;
    const std::string segments = bytes_of(load) + bytes_of(first) + bytes_of(second);
    notes.for_each_segment(part(segments), [&](std::uint64_t offset, std::uint64_t size) {
        result.push_back(offset);
        result.push_back(size);
        return false;
    });
    return result;
}

TEST(ElfNotes, AreInSegmentsOf64Bits) {
    EXPECT_EQ((notes_of<Elf64_Ehdr, Elf64_Phdr>(ELFCLASS64)),
              (std::vector<std::uint64_t>{100, 32, 200, 36}));
}

TEST(ElfNotes, AreInSegmentsOf32Bits) {
    EXPECT_EQ((notes_of<Elf32_Ehdr, Elf32_Phdr>(ELFCLASS32)),
              (std::vector<std::uint64_t>{100, 32, 200, 36}));
}

TEST(ElfNotes, OtherFilesHaveNone) {
    EXPECT_EQ(ElfNotes(part(std::string(ElfLayout::header_size, 'x'))).segments_size(), 0u);
    EXPECT_EQ(ElfNotes(part("\177ELF")).segments_size(), 0u);
}

} // namespace
} // namespace cg::reading
