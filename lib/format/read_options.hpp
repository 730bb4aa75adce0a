// SPDX-License-Identifier: GPL-2.0-or-later
// How profiles are read: how much of them, and by which threads.
#pragma once

#include "error/error.hpp"
#include "format/parts.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

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
    PartSelection parts{};                    // of a file with several
    // Reads a damaged file up to the first damaged line, and warns of the rest (salvage_profile).
    bool salvage = false;
    // Is called with harmless errors of a file: "FILE:LINE: error".
    Note warn{};
};

} // namespace cg
