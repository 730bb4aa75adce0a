// SPDX-License-Identifier: GPL-2.0-or-later
// The structure of a profile file: header, names, summary and the position of each block of count
// lines. Count lines, most of the file, are located here and parsed later, in parallel.
#pragma once

#include "error/error.hpp"
#include "format/count_lines.hpp"
#include "model/containers.hpp"
#include "model/header.hpp"
#include "model/names.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Adjacent count lines of one function.
struct FunctionBlock {
    NameId file;
    NameId function;
    CountBlock counts;
};

struct ProfileLayout {
    std::string_view bytes; // of the file; all positions point into them
    Header header;
    bool has_header = false;            // if false, all other members are empty
    BorrowedNames names;                // in bytes
    GrowingArray<FunctionBlock> blocks; // in the order of the file
    std::vector<Count> summary;
    const char* summary_position = nullptr; // null: there is no summary
    std::optional<ParseError> error;        // the reason if scanning stopped early
};

// Reads all lines except count lines, up to the first line that violates the grammar of
// format/cachegrind.hpp. With `with_uncounted`, functions and files without counts have an empty
// block.
ProfileLayout scan_profile(std::string_view bytes, bool with_uncounted = false);

// Returns true if scanning stopped because the file is of Callgrind's format: the rest has a line
// that only that format has, or the summary is in the header.
bool continues_as_callgrind(const ProfileLayout& layout);

// Returns the number of rows before rows of equal lines are summed.
std::size_t row_count(const ProfileLayout& layout);

// Returns the totals. Throws ParseError if the summary differs, and std::overflow_error.
std::vector<Count> checked_summary(const ProfileLayout& layout, std::span<const WideCount> totals);

// Returns the number, from 1, of the line of a position. Lines are counted only when an error is
// reported.
std::size_t line_number_at(const char* position, std::string_view bytes);

// Returns the error in the bytes of a source, with the number of its line.
Error with_line(const ParseError& error, const std::string& source, std::string_view bytes);

} // namespace cg
