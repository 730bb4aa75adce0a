// SPDX-License-Identifier: GPL-2.0-or-later
// --by=object and --by=field: rows of data instead of code.
#pragma once

#include "options.hpp"
#include "output_formats.hpp"

#include <string>
#include <vector>

namespace cg::show {

// Throws UsageError for options that these rows do not go with.
void check_data_options(const Options& options);

// Replaces the profiles, which were read from `paths`, by those of their objects of data or of the
// fields of one, the members of the layout if it is not null, and adds the columns to show to the
// options. Notes what was left out.
// Throws Error if a profile has no data objects.
render::RowWords take_data_rows(std::vector<Profile>& profiles,
                                const std::vector<std::string>& paths, Options& options,
                                const OutputFormat& format, const StructLayout* layout);

// Blocks and bytes are no parts of costs: they have no percentages, and bytes live at most do not
// add up.
void mark_data_columns(ProfileView& view);

} // namespace cg::show
