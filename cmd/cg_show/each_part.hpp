// SPDX-License-Identifier: GPL-2.0-or-later
// --each-part: the parts of files as profiles of their own.
#pragma once

#include "format/parts.hpp"
#include "model/profile.hpp"
#include "options.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg::show {

// Gives each part of each file that the options choose a path and a name of its own, and returns
// the choice of it. Throws Error, and UsageError for stdin.
std::vector<PartSelection> split_into_parts(std::vector<std::string>& paths,
                                            std::vector<std::string>& names,
                                            const Options& options);

// Returns the sum of the profiles, with their own counts beside it: the events Ir:1, Ir:2, ..., in
// the order of the profiles. Throws UsageError for an event whose name --derive does not take.
Profile with_events_of_parts(std::span<const Profile> profiles);

} // namespace cg::show
