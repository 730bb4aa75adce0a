// SPDX-License-Identifier: GPL-2.0-or-later
// Reads profiles in JSON, as cg_show --as=json writes them (docs/schema/profile-1.json).
#pragma once

#include "model/fwd.hpp"

#include <string>
#include <string_view>

namespace cg {

// Returns true if the bytes begin like JSON, as no cachegrind file does.
bool begins_as_json(std::string_view bytes);

// Ignores unknown keys, so that later versions can add keys. "events" must be before "files",
// because only one file at a time is kept as a tree. Throws Error(source, ...): with the line for
// invalid JSON; with the path of the value for a violation of the schema; and if the totals are not
// the sum of the counts. `with_uncounted`: see ReadOptions.
Profile read_json(std::string_view bytes, const std::string& source, bool with_uncounted = false);

} // namespace cg
