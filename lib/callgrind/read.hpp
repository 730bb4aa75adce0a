// SPDX-License-Identifier: GPL-2.0-or-later
// Reads Callgrind's profile format, version 1: all dialects of Valgrind's callgrind and of other
// profilers and converters, and profiles of our tool with the tree of calls in comments
// (cachegrind-out(5)).
//
//   file   ::= line*
//   line   ::= header | place | cost | call | jump | tree | "#" text | blank
//   header ::= ("events:" | "positions:" | "summary:" | "totals:" | "cmd:" | "desc:" | ...) text
//   place  ::= ("ob=" | "fl=" | "fi=" | "fe=" | "fn=" | "cob=" | "cfi=" | "cfl=" | "cfn=") name
//   name   ::= ws? ("(" number ")")? ws? text?    without text and number: unknown
//   cost   ::= position+ count*        as many positions as positions: has, one without it
//   call   ::= ("calls=" | "rcalls=") count position* nl (blank | "#" text nl)* cost
//   jump   ::= (("jfi=" | "jfn=") name nl)*
//              ("jump=" count | "jcnd=" count ("/" | " ") count) position+ nl position+
//
// Numbers are decimal, or hexadecimal after 0x. Each line ends in LF or CR LF. Header lines may be
// repeated: a file with several parts (dumps, threads, appended profiles) is read as their sum.
// Parts may have other events than others.
//
// A file of ours has to follow this grammar. In those of others, what does not is passed over, as
// in KCachegrind (oddities.hpp), with a warning for each kind.
#pragma once

#include "callgrind/file_part.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "model/fwd.hpp"

#include <functional>
#include <string_view>

namespace cg {

struct CallgrindOptions {
    TableLimit limit;         // of the file
    bool by_function = false; // one row for each function, at line 0
    // Keeps the addresses of cost lines, if the file has them, as costs by address.
    bool keep_addresses = false;
    // Is told of what is odd in files of others, once for each kind.
    std::function<void(const ParseError&)> warn{};
    // If false (for truncated files), reads costs only, and does not check totals.
    bool is_complete = true;
    // Parts that are not chosen are left out, but not the names that they define for others. Is
    // asked for each part, in their order; again from the first one if parts have other events.
    HasPart has_part{};
};

// Returns true if the file has a header of Callgrind's format, and none of cachegrind's. The header
// desc: cmd: events: belongs to both (format/profile_layout.hpp).
bool begins_as_callgrind(std::string_view bytes);

// Returns the profile with its calls: a tree if the file has one, otherwise arcs. Throws ParseError
// for a syntax error in a file of ours; for costs before events:, and counts that do not fit in 64
// bits; if the totals: of a part are not the sum of its counts (in files of ours and Valgrind's);
// and if the counts of the tree differ from the lines'. Throws Error if the counts need too
// much memory, and std::overflow_error.
Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options);

// Reads each chosen part as a profile of its own, and passes it to `take` before the next one. Each
// has its own events.
void read_callgrind_parts(std::string_view bytes, const CallgrindOptions& options,
                          const TakePart& take);

} // namespace cg
