// SPDX-License-Identifier: GPL-2.0-or-later
// The warning about profiles of which counts are missing.
#pragma once

#include "error/error.hpp"
#include "model/header.hpp"

#include <string>

namespace cg {

// Calls `warn`, if it is not empty, with what the header says of missing counts (model/incomplete).
// read_profile() and salvage_profile() do it; it is for those who read a header without them.
void warn_if_incomplete(const Header& header, const std::string& source, const Note& warn);

} // namespace cg
