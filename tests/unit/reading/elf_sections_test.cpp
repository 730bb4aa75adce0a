// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/elf_sections.hpp"

#include "bytes.hpp"

#include <cstring>
#include <string>

#include <elf.h>
#include <gtest/gtest.h>

namespace cg::reading {
namespace {

const std::string names("\0.text\0.debug_line\0.names\0", 25);

template <typename Header, typename Section>
void expect_sections(unsigned char bits) {
    Header header{};
    std::memcpy(header.e_ident, "\177ELF", 4);
    header.e_ident[EI_CLASS] = bits;
    header.e_shoff = 4711;
    header.e_shentsize = sizeof(Section);
    header.e_shnum = 3;
    header.e_shstrndx = 2;
    std::string file = bytes_of(header);
    file.resize(ElfLayout::header_size);
    const ElfSections sections(part(file));
    EXPECT_EQ(sections.headers_offset(), 4711u);
    ASSERT_EQ(sections.headers_size(), 3 * sizeof(Section));

    Section text{}, line{}, strings{};
    text.sh_name = 1;
    line.sh_name = 7;
    strings.sh_name = 19;
    strings.sh_offset = 815;
    strings.sh_size = static_cast<decltype(strings.sh_size)>(names.size());
    const std::string headers = bytes_of(text) + bytes_of(line) + bytes_of(strings);
    EXPECT_EQ(sections.names_offset(part(headers)), 815u);
    EXPECT_EQ(sections.names_size(part(headers)), names.size());
    EXPECT_TRUE(sections.has(part(headers), part(names), ".text"));
    EXPECT_TRUE(sections.has(part(headers), part(names), ".debug_line"));
    EXPECT_FALSE(sections.has(part(headers), part(names), ".debug_lin"));
    EXPECT_FALSE(sections.has(part(headers), part(names), ".debug_line_str"));
    EXPECT_FALSE(sections.has(part(headers), part(names.substr(0, 10)), ".debug_line"));
}

TEST(ElfSections, AreKnownByTheirNamesIn64Bits) {
    expect_sections<Elf64_Ehdr, Elf64_Shdr>(ELFCLASS64);
}

TEST(ElfSections, AreKnownByTheirNamesIn32Bits) {
    expect_sections<Elf32_Ehdr, Elf32_Shdr>(ELFCLASS32);
}

TEST(ElfSections, OtherFilesHaveNone) {
    EXPECT_EQ(ElfSections(part(std::string(ElfLayout::header_size, 'x'))).headers_size(), 0u);
    EXPECT_EQ(ElfSections(part("\177ELF")).headers_size(), 0u);
}

} // namespace
} // namespace cg::reading
