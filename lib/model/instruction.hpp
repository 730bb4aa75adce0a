// SPDX-License-Identifier: GPL-2.0-or-later
// An instruction as text, and the interface by which reports get them, without a reader of
// binaries.
#pragma once

#include "model/code_ranges.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cg {

struct Instruction {
    std::uint64_t address;
    std::uint8_t size; // bytes
    bool is_call;
    // Where a direct jump or call leads.
    std::optional<std::uint64_t> target;
    std::string mnemonic, operands; // in the syntax of the GNU assembler
};

class Disassembler {
  public:
    virtual ~Disassembler() = default;
    // Returns the instructions of an object from `begin`, where one must begin, to `end`; none if
    // the object is not there, or is another build.
    virtual std::vector<Instruction> instructions(const CodeObject& object, std::uint64_t begin,
                                                  std::uint64_t end) = 0;
};

} // namespace cg
