// SPDX-License-Identifier: GPL-2.0-or-later
// Sections that our tool writes in comments of both formats (cachegrind-out(5)). Costs by address:
//
//   addresses   ::= "#addresses 1" nl (code_object | file | function | range)*
//   code_object ::= "#object" space number space build_id space name nl
//   file        ::= "#fl=" name nl
//   function    ::= "#fn=" name nl
//   range       ::= "#a" space object's number space address space bytes space instructions
//                   space line (space count)* nl
//
// Costs by data object:
//
//   data        ::= "#data 1" (space word "=" number)* nl data_events?
//                   (file | function | place | program | object | field | cell)*
//   data_events ::= "#data-events:" (space event)+ nl
//   place       ::= "#place" space caller's number space line nl        0: it has no caller
//   program     ::= "#ob=" name nl                                      of the following objects
//   object      ::= "#data-object" space kind space place's number space blocks space live
//                   space smallest space largest space period (space name)? nl
//   field       ::= "#field" space offset space loaded space touched (space missed)? nl
//   cell        ::= "#cell" space object's number space line (space count)* nl
//
// Numbers are decimal, but the address is hexadecimal, with 0x. Places and objects of data have the
// numbers 1, 2, ... in their order. Counts omitted at the end are 0. A build ID is "-" if the
// object has none, "?" if it is not known; the bytes of one instruction are 0 if they are not.
#pragma once

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "model/code_ranges.hpp"
#include "model/data_objects.hpp"
#include "text/writer.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace cg {

struct SectionPositions {
    std::string_view bytes; // of the file
    // The first lines of the sections of each kind.
    std::vector<const char*> addresses, data;
    // The first section, or tree (lines.hpp), in another version of the format: readers take it
    // for comments.
    std::optional<ParseError> other_version;
};

// Looks at the file once.
SectionPositions find_sections(std::string_view bytes);

// Return the sum of all sections of one kind in a file; nothing if it has none. Throw ParseError
// for a syntax error, Error if the counts need too much memory, and std::overflow_error.
std::optional<CodeRanges> read_code_ranges(const SectionPositions& sections, std::size_t events,
                                           const TableLimit& limit);
std::optional<DataObjects> read_data_objects(const SectionPositions& sections,
                                             const TableLimit& limit);

// Pass the lines to `sink` in large pieces. Throw Error for a name with a newline.
void write_code_ranges(const CodeRanges& ranges, const Sink& sink);
void write_data_objects(const DataObjects& data, const Sink& sink);

} // namespace cg
