// SPDX-License-Identifier: GPL-2.0-or-later
// --by=library: programs and libraries instead of functions.
#pragma once

#include "options.hpp"
#include "output_formats.hpp"

#include <string>
#include <vector>

namespace cg::show {

// Replaces the profiles, which were read from `paths`, by those of their programs and libraries.
// Notes which have other names in the last one. Throws Error if a profile does not know
// them, or what the options need of their calls.
render::RowWords take_library_rows(std::vector<Profile>& profiles,
                                   const std::vector<std::string>& paths, const Options& options,
                                   const OutputFormat& format);

} // namespace cg::show
