// SPDX-License-Identifier: GPL-2.0-or-later
// Reads profiles, whole or damaged: recognises their format and calls its reader, of which there
// are three, each from bytes to a Profile: format/cachegrind.hpp, callgrind/read.hpp and
// format/json.hpp.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

// This module does not use threads: its callers pass an Executor that may (load/parallel.hpp).

// Runs n tasks: calls produce(i) and then consume(i) for each i below n. Calls
// `produce` in any order and from several threads, `consume` in order and from the calling thread.
// Rethrows an exception of produce(i) instead of calling consume(i), so that the exception with the
// lowest number is thrown for any number of threads.
using Task = std::function<void(std::size_t i)>;
using Executor = std::function<void(std::size_t n, const Task& produce, const Task& consume)>;

inline void run_sequentially(std::size_t n, const Task& produce, const Task& consume) {
    for (std::size_t i = 0; i < n; ++i) {
        produce(i);
        consume(i);
    }
}

enum class Detail {
    lines,
    functions, // one row for each function, at line 0: like by_function(), in less memory
};

struct ReadOptions {
    Detail detail = Detail::lines;
    // Keeps named functions without counts, as FunctionCosts without rows. A file without functions
    // gets one without a name. Not in Callgrind's format, where the calls have such functions.
    bool with_uncounted = false;
    Executor executor = run_sequentially;
    std::optional<std::size_t> stored_size{}; // of the file, if it is compressed
    // Is called with harmless errors of a file: "FILE:LINE: error".
    std::function<void(const std::string&)> warn{};
};

// Throws Error(source, line, ...) for the first violation of the format's grammar, for a number
// that is too large (counts of 64 bits, lines of 32), for counts that need too much memory
// (error/expansion.hpp), and if the summary is not the sum of the counts. Recognises JSON by its
// first byte, and Callgrind's format by its lines.
Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options = {});

// The undamaged part of a profile, for example of a killed run: all lines before the first damaged
// one. The header must be complete.
struct Salvaged {
    struct Damage {
        std::size_t line;   // the first dropped line, or the position of a missing line
        std::string reason; // the error at this line
        std::size_t dropped_bytes;
    };
    Profile profile;              // its summary is the sum of its counts
    std::optional<Damage> damage; // nothing if the profile is complete
};
Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         const ReadOptions& options = {});

// Returns true if the bytes begin like a profile (and not like a source file, for example).
bool begins_as_profile(std::string_view bytes);

} // namespace cg
