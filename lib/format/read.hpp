// SPDX-License-Identifier: GPL-2.0-or-later
// Cachegrind's file format, reading.
//
//   file    ::= desc* cmd events (place | counts | passed-over)* summary
//   desc    ::= "desc:" ws text
//   cmd     ::= "cmd:" ws text
//   events  ::= "events:" ws event (ws event)*
//   place   ::= "fl=" name | "fi=" name | "fe=" name | "fn=" name
//   counts  ::= line (ws count)*               a count that is missing is 0
//   count   ::= "-"? digit+ | "."              "." of older versions: cannot occur, so 0
//   summary ::= "summary:" (ws count)+
//
// White space is spaces and tabs. Blank lines and lines that begin with # are passed over
// behind the header. fi= and fe= (older versions) change the file and leave the function; fl=
// leaves it open until fn= comes. In a file whose events: line ends in CR LF, each line does: so
// a profile that a Windows checkout rewrote reads well, and else a CR may be part of a name.
#pragma once

#include "format/executor.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

enum class Detail {
    lines,
    functions, // one row for each function, at line 0: as by_function() makes it, in less memory
};

struct ReadOptions {
    Detail detail = Detail::lines;
    // Whether functions are kept that are named and have no counts, as FunctionCosts without
    // rows. A file that is named and has no functions gets an unnamed one.
    bool with_uncounted = false;
    Executor executor = run_sequentially;
    std::size_t stored_size = 0; // of the file, where that was compressed; 0: as many bytes
};

// Throws Error(source, line, ...) at the first thing that is not as above, that does not fit
// (a count in 64 bits, a line in 32, all counts in memory: error/expansion.hpp), or when the
// summary is not the sum of the counts. JSON (format/json.hpp) is known by its first byte.
Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options = {});

// What is good in a damaged profile, as a run that was killed leaves it: all lines up to the
// first bad one. The header must be whole. stored_size: as in ReadOptions.
struct Salvaged {
    Profile profile;      // its summary is the sum of what was read
    bool damaged = false; // else the file was whole
    std::size_t line = 0; // the first line that was dropped, or where one is missing
    std::string reason;   // what is wrong there
    std::size_t dropped_bytes = 0;
};
Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         ReadOptions options = {});

// Whether it begins as a profile does (and not, say, as a source file).
bool begins_as_profile(std::string_view bytes);

} // namespace cg
