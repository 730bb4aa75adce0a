// SPDX-License-Identifier: GPL-2.0-or-later
// What a profile consists of, and where: its header, the names, the places of count lines, which
// are passed over, and the summary. They are most of the bytes, and can be parsed apart.
#pragma once

#include "format/count_lines.hpp"
#include "format/parse_error.hpp"
#include "model/growing_array.hpp"
#include "model/profile.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Count lines of one function that follow each other.
struct FunctionBlock {
    NameId file;
    NameId function;
    CountBlock counts;
};

struct ProfileLayout {
    std::string_view bytes; // of the whole file, to which all places belong
    Header header;
    bool has_header = false;            // else what follows is empty
    BorrowedNames names;                // in bytes
    GrowingArray<FunctionBlock> blocks; // in the order of the file
    std::vector<Count> summary;
    const char* summary_position = nullptr; // without: it is missing
    std::optional<ParseError> error;        // why it ends before the file does
};

// Reads all but the count lines, up to the first that is not as format/read.hpp says.
// with_uncounted: functions and files without counts have a block too, of no lines.
ProfileLayout scan_profile(std::string_view bytes, bool with_uncounted = false);

// How many rows the counts make before those of equal lines are summed.
std::size_t row_count(const ProfileLayout& layout);

// Throws Error when counts that are left out make the table of rows far larger than the file,
// which has stored_size bytes on disk (error/expansion.hpp).
void check_size(const ProfileLayout& layout, const std::string& source, std::size_t stored_size);

// The sums of all counts. Throws ParseError when the summary says another one, std::overflow_error.
std::vector<Count> checked_summary(const ProfileLayout& layout, std::span<const WideCount> totals);

// The number, from 1, of the line that the position is in. Lines are counted when an error is
// reported, not while the file is read.
std::size_t line_number_at(const char* position, std::string_view bytes);

} // namespace cg
