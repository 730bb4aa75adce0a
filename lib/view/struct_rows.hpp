// SPDX-License-Identifier: GPL-2.0-or-later
// The fields of a data object by the members of a struct, whose layout is laid beside them.
#pragma once

#include "model/data_objects.hpp"
#include "model/struct_layout.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cg {

// One or several members of a struct: those that share words, which are all that the profile tells
// apart, are one row.
struct StructRow {
    std::uint64_t offset, size; // of the member that has most of the words
    // "first | second": members of a union; "small, other": others in the same word.
    std::string name;
    std::string type;
    std::uint64_t first_word, words; // of the struct
    Count loaded = 0, touched = 0, missed = 0;
};

// Returns a row for each member, also for those without costs. Where the period is a multiple of
// the struct's size, the struct repeats: the costs of all repetitions are added. Else what is after
// it is one row. Throws std::overflow_error. The layout must fit.
std::vector<StructRow> struct_rows(std::span<const DataField> fields, std::uint32_t word,
                                   std::uint64_t period, const StructLayout& layout);

} // namespace cg
