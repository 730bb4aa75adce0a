// SPDX-License-Identifier: GPL-2.0-or-later
// Looks up the functions that were inlined, in the programs and libraries of a profile.
#pragma once

#include "algebra/inlines.hpp"
#include "binary/binary_file.hpp"
#include "error/error.hpp"
#include "model/inlined_ranges.hpp"

#include <string>

namespace cg {

// Returns what is known of the profile's ranges. Opens each object once for each of up to `jobs`
// threads, and looks each instruction up once. Calls `note`, in the order of objects, for one that
// is not found, has another build ID or is broken: its ranges have no pieces then. `source` is the
// profile's name for messages. Throws Error if it has no costs by address.
InlinedRanges resolve_inlined(const Profile& profile, const std::string& source,
                              const binary::SearchPath& search, unsigned jobs, const Note& note);

// Returns with_inlined_functions() of the profile.
Profile with_inlines(const Profile& profile, const std::string& source, InlinedNames names,
                     const binary::SearchPath& search, unsigned jobs, const Note& note);

} // namespace cg
