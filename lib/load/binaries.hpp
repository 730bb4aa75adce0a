// SPDX-License-Identifier: GPL-2.0-or-later
// The programs and libraries of profiles, as reports by instruction read them.
#pragma once

#include "binary/binary_file.hpp"
#include "error/error.hpp"
#include "model/data_objects.hpp"
#include "model/instruction.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace cg {

// Throws Error if the file at the object's path is not the one that ran, as far as its build ID
// tells: a file that has one is not the object that had none.
void check_same_program(const CodeObject& object, const binary::BinaryFile& file);

// Returns the note on an object that may be another build (CodeObject::is_any_build); one of a
// profile is enough.
std::string any_build_note(const CodeObject& object);

// Opens each file once, when its first instruction is asked for.
class Binaries : public Disassembler {
  public:
    // Tells `note` of each file of which no instructions can be shown, once.
    Binaries(binary::SearchPath search, Note note)
        : search_(std::move(search)), note_(std::move(note)) {}

    std::vector<Instruction> instructions(const CodeObject& object, std::uint64_t begin,
                                          std::uint64_t end) override;

  private:
    const binary::BinaryFile* file_of(const CodeObject& object);

    binary::SearchPath search_;
    Note note_;
    // Null: there is none.
    std::map<CodeObject, std::unique_ptr<binary::BinaryFile>> files_;
    bool has_said_any_build_ = false;
};

// Gives static variables their names in the source: profiles have those of the linker, other than
// for functions. `_ZN4shopL5tableE` is `shop::table`.
void demangle_variables(DataObjects& data);

} // namespace cg
