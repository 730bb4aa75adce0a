// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a program, of which each address has a chain of functions and each section of code
// instructions, and may have layouts of structs; or an Error that names the file.
#include "../targets.hpp"
#include "binary/inline_chains.hpp"
#include "binary/instructions.hpp"
#include "binary/struct_layouts.hpp"
#include "error/error.hpp"

#include <fmt/format.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace cg::fuzz {
namespace {

// A file that only this process sees.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("fuzz", 0)) {
        if (write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("no memory for the file");
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

  private:
    int descriptor_;
};

constexpr std::uint64_t most_code = 1024; // bytes of a section that are looked at

void check_chains(binary::BinaryFile& file) {
    std::vector<std::uint64_t> addresses = {0};
    for (const binary::Code& code : file.code())
        for (std::uint64_t n = 0; n < std::min<std::uint64_t>(code.bytes.size(), most_code); n += 4)
            if (const std::uint64_t at = code.address + n; at > addresses.back())
                addresses.push_back(at);
    if (addresses.back() != ~std::uint64_t{0})
        addresses.push_back(~std::uint64_t{0});
    const binary::InlineChains chains = inline_chains(file, addresses);
    require(chains.innermost.size() == addresses.size(), "each address has a frame, or none");
    for (const std::uint32_t frame : chains.innermost)
        require(frame == binary::no_frame || frame < chains.frames.size(), "frames are there");
    for (std::size_t i = 0; i < chains.frames.size(); ++i) {
        const std::uint32_t outer = chains.frames[i].outer;
        require(outer == binary::no_frame || outer < i, "chains end");
    }
}

void check_code(const binary::BinaryFile& file) {
    for (const binary::Code& code : file.code()) {
        const std::uint64_t size = std::min<std::uint64_t>(code.bytes.size(), most_code);
        for (const Instruction& instruction :
             binary::instructions(file, code.address, code.address + size))
            require(instruction.size != 0, "instructions have bytes");
    }
}

void check_layouts(binary::BinaryFile& file) {
    if (file.debug_information() == nullptr)
        return;
    for (const char* const name : {"item", "a", "s"})
        for (const StructLayout& layout : binary::struct_layouts(file, name).found) {
            std::uint64_t end = 0;
            for (const StructMember& member : layout.members) {
                require(member.offset <= end, "what no member has is padding");
                end = std::max(end, member.offset + member.size);
            }
            require(end == layout.size, "members fill the struct");
        }
}

} // namespace

void binary(std::string_view bytes) {
    const MemoryFile memory(bytes);
    try {
        binary::BinaryFile file(memory.path(), "", {.debug_directory = "/nonexistent"});
        check_chains(file);
        check_code(file);
        check_layouts(file);
    } catch (const Error& error) {
        require(error.source() == memory.path(), "the error names the file");
    }
}

} // namespace cg::fuzz
