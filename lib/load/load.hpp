// SPDX-License-Identifier: GPL-2.0-or-later
// Loads profiles from paths, in parallel.
#pragma once

#include "error/error.hpp"
#include "format/read_options.hpp"
#include "io/input.hpp"
#include "load/parallel.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cg {

// Is told of a file that is left out, and why. Empty: no file may be left out.
using SkipFile = std::function<void(const Error&)>;

// Calls take(i, read(i)) for each i below `files`: `read` from any of up to `at_once` threads,
// `take` in order and from the calling thread. Keeps at most `at_once` values, however many files
// there are. If `read` throws Error, calls skip(error) instead of `take`, or throws it if `skip`
// is empty.
template <typename Value, typename Read, typename Take>
void for_each_file(std::size_t files, unsigned at_once, const Read& read, const Take& take,
                   const SkipFile& skip) {
    using Result = std::variant<std::monostate, Value, Error>;
    std::vector<Result> results(at_once); // of file i: i % at_once, which was taken before i begins
    in_parallel(at_once, at_once)(
        files,
        [&](std::size_t i) {
            try {
                results[i % at_once] = read(i);
            } catch (const Error& error) {
                if (!skip)
                    throw;
                results[i % at_once] = error;
            }
        },
        [&](std::size_t i) {
            Result result = std::exchange(results[i % at_once], Result());
            if (const Error* const error = std::get_if<Error>(&result))
                return skip(*error);
            take(i, std::get<Value>(std::move(result)));
        });
}

// Reads file names from a file.

// Throws UsageError for stdin and pipes, which can be read once.
void check_can_be_read_again(const std::string& path);

// Appends the names in the list: one per line or, if the list contains a NUL byte, each ended by
// NUL, as `find -print0` writes them. Ignores empty names. Throws Error if the list can't be read,
// and UsageError if the list is read from stdin and "-" is one of the files.
void append_files_from(const std::string& list, std::vector<std::string>& files);

// Returns the lines of a file, without their newlines. Throws Error.
std::vector<std::string> read_lines(const std::string& path);

// Progress: files read, or blocks of a single file; on the calling thread.
using ReadProgress = std::function<void(std::size_t done, std::size_t all)>;

// Reads all files with up to `jobs` threads; the result does not depend on their number. "-" is
// stdin and may occur once, else throws UsageError. Throws the error of the first bad file in the
// order of `paths`. Does not use the options' executor.
std::vector<Profile> load_profiles(std::span<const std::string> paths,
                                   unsigned jobs = default_jobs(), const ReadOptions& options = {},
                                   const ReadProgress& progress = {},
                                   std::span<const PartSelection> parts_of = {});

// Loads many files: passes each profile to `take` in the order of `paths`, from the
// calling thread, and keeps only about `jobs` profiles in memory. `stored_size` is the file's size.
// If there is a `skip`, leaves out files that can't be read. `parts_of` replaces options.parts by a
// choice for each file, if it is not empty.
using TakeProfile = std::function<void(std::size_t index, Profile&&, std::size_t stored_size)>;
void load_each(std::span<const std::string> paths, unsigned jobs, const TakeProfile& take,
               ReadOptions options = {}, const SkipFile& skip = {},
               const ReadProgress& progress = {}, std::span<const PartSelection> parts_of = {});

// Reads each chosen part of each file as a profile of its own, and passes it to `take`, in their
// order, with the file's index. Throws UsageError for stdin and pipes.
using TakeFilePart = std::function<void(std::size_t file, const FilePart& part, Profile&& profile)>;
void load_each_part(std::span<const std::string> paths, unsigned jobs, const TakeFilePart& take,
                    ReadOptions options);

// Returns how to hold the bytes of a file: a file that may be skipped should not change while it is
// read.
inline Input::Bytes bytes_for(const SkipFile& skip) {
    return skip ? Input::Bytes::copied : Input::Bytes::mapped;
}

// Returns the number of files to read at once: one per thread, and no more than may be opened.
unsigned files_at_once(std::size_t files, unsigned jobs);

// Throws the Error of a profile without what an option needs, which the tool writes with its own
// option: "has no calls, which --tree needs (valgrind --tool=cachegrind --calls=yes writes them)".
[[noreturn]] void throw_lacking(const std::string& source, std::string_view what,
                                std::string_view option_needs, std::string_view tool_option);

// Throws UsageError if "-" occurs twice.
void check_stdin_once(std::span<const std::string> paths);

} // namespace cg
