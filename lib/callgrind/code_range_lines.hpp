// SPDX-License-Identifier: GPL-2.0-or-later
// Costs by address, which our tool writes in comments of both formats (cachegrind-out(5)):
//
//   addresses  ::= "#addresses 1" nl (object | range_file | range_fn | range)*
//   object     ::= "#object" space number space build_id space name nl
//   range_file ::= "#fl=" name nl
//   range_fn   ::= "#fn=" name nl
//   range      ::= "#a" space object's number space address space bytes space instructions
//                  space line (space count)* nl       counts omitted at the end are 0
//
// Numbers are decimal, the address is hexadecimal, with 0x.
#pragma once

#include "callgrind/sections.hpp"
#include "error/expansion.hpp"
#include "model/code_ranges.hpp"
#include "text/writer.hpp"

#include <optional>
#include <string_view>

namespace cg {

// Returns the sum of all such sections of a file; nothing if it has none. Throws ParseError for a
// syntax error, Error if the counts need too much memory, and std::overflow_error.
std::optional<CodeRanges> read_code_ranges(const SectionPositions& sections, std::size_t events,
                                           const TableLimit& limit);

// Passes the lines to `sink` in large pieces. Throws Error for a name with a newline.
void write_code_ranges(const CodeRanges& ranges, const Sink& sink);

} // namespace cg
