// SPDX-License-Identifier: GPL-2.0-or-later
// Reads many files in parallel, and passes on what was read in the order of the files.
#pragma once

#include "error/error.hpp"
#include "load/parallel.hpp"

#include <cstddef>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace cg {

// Is told of a file that is left out, and why. Empty: no file may be left out.
using SkipFile = std::function<void(const Error&)>;

// Calls take(i, read(i)) for each i below `files`: `read` from any of up to `at_once` threads,
// `take` in order and from the calling thread. Keeps at most `at_once` values, however many files
// there are. If `read` throws Error, calls skip(error) in place of `take`, or throws it if `skip`
// is empty.
template <typename Value, typename Read, typename Take>
void for_each_file(std::size_t files, unsigned at_once, const Read& read, const Take& take,
                   const SkipFile& skip) {
    using Slot = std::variant<std::monostate, Value, Error>;
    std::vector<Slot> slots(at_once); // of file i: i % at_once, which was taken before i begins
    in_parallel(at_once, at_once)(
        files,
        [&](std::size_t i) {
            try {
                slots[i % at_once] = read(i);
            } catch (const Error& error) {
                if (!skip)
                    throw;
                slots[i % at_once] = error;
            }
        },
        [&](std::size_t i) {
            Slot slot = std::exchange(slots[i % at_once], Slot());
            if (const Error* const error = std::get_if<Error>(&slot))
                return skip(*error);
            take(i, std::get<Value>(std::move(slot)));
        });
}

} // namespace cg
