// SPDX-License-Identifier: GPL-2.0-or-later
// Costs by data object, which our tool writes in comments of both formats (cachegrind-out(5)):
//
//   data        ::= "#data 1" (space word "=" number)* nl data_events?
//                   (data_file | data_fn | place | program | object | field | cell)*
//   data_events ::= "#data-events:" (space event)+ nl
//   data_file   ::= "#fl=" name nl
//   data_fn     ::= "#fn=" name nl
//   place       ::= "#place" space caller's number space line nl        0: it has no caller
//   program     ::= "#ob=" name nl                                      of the following objects
//   object      ::= "#data-object" space kind space place's number space blocks space live
//                   space smallest space largest space period (space name)? nl
//   field       ::= "#field" space offset space loaded space touched (space missed)? nl
//   cell        ::= "#cell" space object's number space line (space count)* nl
//
// Places and objects have the numbers 1, 2, ... in their order. Counts omitted at the end are 0.
#pragma once

#include "callgrind/sections.hpp"
#include "error/expansion.hpp"
#include "model/data_objects.hpp"
#include "text/writer.hpp"

#include <optional>

namespace cg {

// Returns the sum of all such sections of a file; nothing if it has none. Throws ParseError for a
// syntax error, Error if the counts need too much memory, and std::overflow_error.
std::optional<DataObjects> read_data_objects(const SectionPositions& sections,
                                             const TableLimit& limit);

// Passes the lines to `sink` in large pieces. Throws Error for a name with a newline.
void write_data_objects(const DataObjects& data, const Sink& sink);

} // namespace cg
