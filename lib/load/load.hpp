// SPDX-License-Identifier: GPL-2.0-or-later
// Loads profiles from paths, in parallel.
#pragma once

#include "format/read.hpp"
#include "io/input.hpp"
#include "load/each_file.hpp"
#include "load/parallel.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// Is told, in the calling thread, how much is read: of several files, or of the lines of one.
using ReadProgress = std::function<void(std::size_t done, std::size_t all)>;

// Reads all files with up to `jobs` threads; the result does not depend on their number. "-" is
// stdin and may occur once, else throws UsageError. Throws the error of the first bad file in the
// order of `paths`. Does not use the options' executor.
std::vector<Profile> load_profiles(std::span<const std::string> paths,
                                   unsigned jobs = default_jobs(), const ReadOptions& options = {},
                                   const ReadProgress& progress = {});

// Does the same for many files: passes each profile to `take` in the order of `paths`, from the
// calling thread, and keeps only about `jobs` profiles in memory. `stored_size` is the file's size.
// If there is a `skip`, leaves out files that can't be read.
using TakeProfile = std::function<void(std::size_t index, Profile&&, std::size_t stored_size)>;
void load_each(std::span<const std::string> paths, unsigned jobs, const TakeProfile& take,
               ReadOptions options = {}, const SkipFile& skip = {},
               const ReadProgress& progress = {});

// Returns how to hold the bytes of a file: what is skipped should not change while it is read.
inline Input::Bytes bytes_for(const SkipFile& skip) {
    return skip ? Input::Bytes::copied : Input::Bytes::mapped;
}

// Returns the number of files to read at once: one per thread, and no more than may be opened.
unsigned files_at_once(std::size_t files, unsigned jobs);

// Throws UsageError if "-" occurs twice.
void check_stdin_once(std::span<const std::string> paths);

} // namespace cg
