// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions of a binary, as text. Capstone decodes them.
#pragma once

#include "binary/binary_file.hpp"
#include "model/instruction.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace cg::binary {

// Returns the instructions from `begin`, where one must begin, to `end`; bytes that are no
// instruction are one each, with the mnemonic "(bad)". None if there is no code of a processor that
// Capstone knows.
std::vector<Instruction> instructions(const BinaryFile& file, std::uint64_t begin,
                                      std::uint64_t end);

// Finds where instructions begin, many times faster than instructions().
class InstructionAddresses {
  public:
    explicit InstructionAddresses(const BinaryFile& file);
    ~InstructionAddresses();
    InstructionAddresses(const InstructionAddresses&) = delete;
    InstructionAddresses& operator=(const InstructionAddresses&) = delete;

    // Appends the addresses of the instructions from `begin` to `end`; only `begin` if there is no
    // code of a processor that Capstone knows.
    void append(std::uint64_t begin, std::uint64_t end, std::vector<std::uint64_t>& addresses);

  private:
    struct Decoder;
    std::unique_ptr<Decoder> decoder_;
};

} // namespace cg::binary
