// SPDX-License-Identifier: GPL-2.0-or-later
// --by=library: programs and libraries instead of functions.
#pragma once

#include "options.hpp"
#include "output_formats.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cg::show {

// Replaces the profiles, which were read from `paths`, by those of their programs and libraries.
// Says by `note` which have other names in the last one. Throws Error if a profile does not know
// them, or what the options need of their calls.
render::RowWords take_library_rows(std::vector<Profile>& profiles,
                                   const std::vector<std::string>& paths, const Options& options,
                                   const OutputFormat& format,
                                   const std::function<void(const std::string&)>& note);

} // namespace cg::show
