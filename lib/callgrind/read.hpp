// SPDX-License-Identifier: GPL-2.0-or-later
// Reads Callgrind's profile format, version 1: all dialects of Valgrind's callgrind, and profiles
// of our tool with the tree of calls in comments (cachegrind-out(5)).
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
// Header lines may be repeated: a file with several parts (dumps, threads) is read as their sum.
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
    bool with_uncounted = false; // keeps functions without counts
    // If false (for truncated files), reads costs only, and does not check totals.
    bool is_complete = true;
};

// Returns true if the file begins with a header line that only Callgrind's format has.
bool begins_as_callgrind(std::string_view bytes);

// Returns the profile with its calls: a tree if the file has one, otherwise arcs. Throws ParseError
// for a syntax error, if the totals: of a part are not the sum of its counts, and if the counts of
// the tree differ from those of the lines. Throws Error(source, ...) if the counts need too much
// memory, and std::overflow_error.
Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options);

} // namespace cg
