// SPDX-License-Identifier: GPL-2.0-or-later
// Paths to profiles, in parallel.
#pragma once

#include "format/read.hpp"
#include "load/parallel.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// Reads all, with up to jobs threads; the result does not depend on how many. "-" is stdin and
// may occur once, else UsageError. Of several bad files, the first named is reported. The
// options' executor is not used.
std::vector<Profile> load_profiles(std::span<const std::string> paths,
                                   unsigned jobs = default_jobs(), const ReadOptions& options = {});

// The same for many files: hands each profile over in the order of paths, from the calling
// thread, and holds only about as many profiles as there are jobs. The size is the file's own.
using TakeProfile = std::function<void(std::size_t index, Profile&&, std::size_t stored_size)>;
void load_each(std::span<const std::string> paths, unsigned jobs, const TakeProfile& take,
               ReadOptions options = {});

// How many of the files to read side by side: a thread each, and no more than the process may open.
unsigned files_at_once(std::size_t files, unsigned jobs);

// Throws UsageError when "-" occurs twice.
void check_stdin_once(std::span<const std::string> paths);

} // namespace cg
