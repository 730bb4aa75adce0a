// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles as JSON, reading: what cg_show --as=json writes (docs/schema/profile-1.json).
#pragma once

#include "model/profile.hpp"

#include <string>
#include <string_view>

namespace cg {

// A cachegrind file never begins so.
bool begins_as_json(std::string_view bytes);

// Keys that are not known are passed over, so that a later version may add some. "events" has
// to stand before "files", since only one file at a time is held as a tree. Throws
// Error(source, ...) for what is no JSON, with the line; for what does not follow the schema,
// with the path of the value; when the totals are not the sum of the counts.
// with_uncounted: see ReadOptions.
Profile read_json_profile(std::string_view bytes, const std::string& source,
                          bool with_uncounted = false);

} // namespace cg
