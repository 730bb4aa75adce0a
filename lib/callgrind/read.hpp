// SPDX-License-Identifier: GPL-2.0-or-later
// Callgrind's profile format, version 1, reading: what Valgrind's callgrind writes in any of its
// dialects, and our tool with the tree of calls in comments (cachegrind-out(5)).
//
//   file   ::= line*
//   line   ::= header | place | cost | call | jump | tree | "#" text | blank
//   header ::= ("events:" | "positions:" | "summary:" | "totals:" | "cmd:" | "desc:" | ...) text
//   place  ::= ("ob=" | "fl=" | "fi=" | "fe=" | "fn=" | "cob=" | "cfi=" | "cfl=" | "cfn=") name
//   name   ::= "(" number ")" (" " text)? | text
//   cost   ::= position+ count*        as many positions as positions: has, one without it
//   call   ::= "calls=" count position+ nl cost
//   jump   ::= (("jfi=" | "jfn=") name nl)*
//              ("jump=" count | "jcnd=" count ("/" | " ") count) position+ nl position+
//
// Header lines may come again: a file of several parts (dumps, threads) is their sum.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

struct CallgrindOptions {
    std::string source;          // for messages
    std::size_t stored_size = 0; // of the file
    bool by_function = false;    // one row for each function, at line 0
    bool with_uncounted = false; // functions that are named and have no counts are kept
    // Else only the costs, whatever the totals say: what is good in a file that was cut.
    bool is_complete = true;
};

// A header of Callgrind's own stands before the events.
bool begins_as_callgrind(std::string_view bytes);

// With the calls: a tree where the file has one, else arcs. Throws ParseError for what is not as
// above, a part whose totals: are not the sum of its counts, and a tree whose counts are not those
// of the lines; Error(source, ...) when the counts take too much memory, std::overflow_error.
Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options);

} // namespace cg
