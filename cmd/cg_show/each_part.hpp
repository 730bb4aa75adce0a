// SPDX-License-Identifier: GPL-2.0-or-later
// --each-part: the parts of files as profiles of their own.
#pragma once

#include "format/read_options.hpp"
#include "model/profile.hpp"
#include "options.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cg::show {

// Of a part: its number, and its thread, if the file says it.
struct PartNumber {
    std::uint64_t number;
    std::optional<std::uint64_t> thread;
};

// Takes a profile, the path of its file and its name.
using TakeNamed = std::function<void(const std::string& path, const std::string& name,
                                     const PartNumber& part, Profile&& profile)>;

// Reads each part of each file that the options choose. A part is called by its number, thread and
// trigger, after the name of its file if there are several, or names are given. Throws Error, and
// UsageError for stdin.
void load_parts(std::span<const std::string> paths, std::span<const std::string> names,
                const Options& options, const ReadOptions& reading, const TakeNamed& take);

// Returns what the events of each part have after their colon: 2, or 2.t1 where threads have parts
// of one number, or p3 for the third of those whose numbers and threads do not tell them apart,
// such as parts of several files.
std::vector<std::string> suffixes_of(std::span<const PartNumber> parts);

// Returns the sum of the profiles, with their own counts beside it: the events Ir:2, Ir:3, ...,
// with a suffix for each profile. Throws UsageError for an event whose name --derive does not take.
Profile with_events_of_parts(std::span<const Profile> profiles,
                             std::span<const std::string> suffixes);

} // namespace cg::show
