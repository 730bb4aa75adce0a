// SPDX-License-Identifier: GPL-2.0-or-later
// The names in a profile, which shells complete arguments to.
#pragma once

#include "options.hpp"

#include <string>
#include <vector>

namespace cg::show {

// Writes the events or the functions of the first profile, one a line: functions as regular
// expressions that match them, those with the highest counts first.
void write_words(const std::vector<std::string>& files, const Options& options);

} // namespace cg::show
