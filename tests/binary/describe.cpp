// SPDX-License-Identifier: GPL-2.0-or-later
// Prints what lib/binary knows of a file, for tests/binary/run.
//
//   describe chains FILE [BUILD_ID [debuginfod]] <ADDRESSES
//                                     the chain of each address (hexadecimal, ascending), as
//                                     llvm-symbolizer --inlines --no-demangle: function, file:line,
//                                     innermost first, and an empty line
//   describe code FILE [BUILD_ID [debuginfod]]
//                                     the instructions: address, bytes, mnemonic, operands
//   describe functions FILE <ADDRESSES
//                                     those of the chains that have no name for the linker, as
//                                     reports have them
//   describe layout FILE NAME          the struct: its name, size and where it is declared; then
//   its
//                                     members: offset, size, :bits of a bit field, name, type
//   describe names - <NAMES           the names, demangled
#include "binary/demangle.hpp"
#include "binary/inline_chains.hpp"
#include "binary/instructions.hpp"
#include "binary/struct_layouts.hpp"
#include "error/error.hpp"

#include <fmt/core.h>
#include <iostream>
#include <string>
#include <string_view>

namespace {

cg::binary::InlineChains chains_of_addresses(cg::binary::BinaryFile& file) {
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t address = 0; std::cin >> std::hex >> address;)
        addresses.push_back(address);
    return cg::binary::inline_chains(file, addresses);
}

void print_functions(cg::binary::BinaryFile& file) {
    const auto chains = chains_of_addresses(file);
    for (const auto& frame : chains.frames)
        if (const auto name = chains.names[frame.source_name]; !name.empty())
            fmt::print("{}\n", name);
}

void print_chains(cg::binary::BinaryFile& file) {
    const auto chains = chains_of_addresses(file);
    for (std::uint32_t at : chains.innermost) {
        if (at == cg::binary::no_frame)
            fmt::print("??\n??:0\n");
        for (; at != cg::binary::no_frame; at = chains.frames[at].outer) {
            const auto& frame = chains.frames[at];
            fmt::print("{}\n{}:{}\n", chains.names[frame.function], chains.names[frame.file],
                       frame.line);
        }
        fmt::print("\n");
    }
}

void print_code(const cg::binary::BinaryFile& file) {
    for (const auto& code : file.code())
        for (const auto& instruction :
             cg::binary::instructions(file, code.address, code.address + code.bytes.size()))
            fmt::print("{:x} {} {} {}\n", instruction.address, instruction.size,
                       instruction.mnemonic, instruction.operands);
}

void print_layouts(cg::binary::BinaryFile& file, std::string_view name) {
    const auto layouts = cg::binary::struct_layouts(file, name);
    for (const auto& layout : layouts.found) {
        const auto place = layout.declared.rfind('/') + 1;
        fmt::print("{} {} {}\n", layout.name, layout.size, layout.declared.substr(place));
        for (const auto& member : layout.members)
            fmt::print("{} {}{} {} {}\n", member.offset, member.size,
                       member.bits == 0 ? "" : fmt::format(":{}+{}", member.first_bit, member.bits),
                       member.name, member.type);
    }
    for (const auto& similar : layouts.similar)
        fmt::print("similar: {}\n", similar);
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 2 ? argv[1] : "";
    if (what == "names") {
        for (std::string name; std::getline(std::cin, name);)
            fmt::print("{}\n", cg::binary::demangled(name));
        return 0;
    }
    if (what != "chains" && what != "code" && what != "functions" && what != "layout")
        return 2;
    try {
        if (what == "layout") {
            cg::binary::BinaryFile file(argv[2], "", {});
            print_layouts(file, argc > 3 ? argv[3] : "");
            return 0;
        }
        cg::binary::BinaryFile file(argv[2], argc > 3 ? argv[3] : "", {.debuginfod = argc > 4});
        if (what == "chains")
            print_chains(file);
        else if (what == "functions")
            print_functions(file);
        else
            print_code(file);
    } catch (const cg::Error& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
    return 0;
}
