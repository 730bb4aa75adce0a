// SPDX-License-Identifier: GPL-2.0-or-later
// Where the sections begin that our tool writes in comments of both formats: costs by address
// (code_range_lines.hpp) and by data object (data_object_lines.hpp).
#pragma once

#include "error/error.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cg {

struct SectionPositions {
    std::string_view bytes; // of the file
    // The first lines of the sections of each kind; of these, the words that they begin with.
    std::vector<const char*> addresses, data;
    static constexpr std::string_view addresses_words = "#addresses 1";
    static constexpr std::string_view data_words = "#data 1";
    // What the file has in another version of these sections, or of a tree (lines.hpp): readers
    // take it for comments. Only the first one.
    std::optional<ParseError> other_version;
};

// Looks at the file once.
SectionPositions find_sections(std::string_view bytes);

} // namespace cg
