// SPDX-License-Identifier: GPL-2.0-or-later
// Reads profiles: recognises their format and calls its reader, of which there are three, each from
// bytes to a Profile: format/cachegrind.hpp, callgrind/read.hpp and format/json.hpp.
#pragma once

#include "format/executor.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

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

// Returns true if the bytes begin like a profile (and not like a source file, for example).
bool begins_as_profile(std::string_view bytes);

} // namespace cg
