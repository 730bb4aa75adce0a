// SPDX-License-Identifier: GPL-2.0-or-later
// What the options change in profiles before they are shown.
#pragma once

#include "algebra/rename.hpp"
#include "options.hpp"
#include "output_formats.hpp"

#include <string>
#include <vector>

namespace cg::show {

// Returns the profile with the names that --mod-filename and --mod-funcname make.
Renamed renamed(Profile profile, const Options& options);

// Returns the profile, which was read from `path`, with the functions and events to show in this
// format; `is_alone` if no other is shown beside it. Throws UsageError, and Error if it has no
// calls, but --inclusive needs them.
Renamed prepare(Renamed result, const Options& options, const OutputFormat& format,
                const std::string& path, bool is_alone);

// Returns a name for each profile: the lines of the file `label`, if it is not empty; else the
// paths, without their directories unless two are alike then. Throws UsageError.
std::vector<std::string> labels(const std::vector<std::string>& paths, const std::string& label);

} // namespace cg::show
