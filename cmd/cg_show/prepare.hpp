// SPDX-License-Identifier: GPL-2.0-or-later
// What the options change in profiles before they are shown.
#pragma once

#include "algebra/rename.hpp"
#include "options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cg::show {

// Returns the profile, which was read from `path`, with other names and events. If `names_of_files`
// are given, it is for a table with these names, whose quotients are those of the sums in its rows.
// Throws UsageError, and Error if it has no calls, but --inclusive needs them.
Renamed prepare(Profile profile, const Options& options, const std::string& path,
                std::optional<Paths> names_of_files = std::nullopt);

// Returns a name for each profile: the lines of the file `label`, if it is not empty; else the
// paths, without their directories unless two are alike then. Throws UsageError.
std::vector<std::string> labels(const std::vector<std::string>& paths, const std::string& label);

} // namespace cg::show
