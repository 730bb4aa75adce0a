// SPDX-License-Identifier: GPL-2.0-or-later
// What stands somewhere in a file instead of what was expected.
#pragma once

#include <string>

namespace cg {

// The word at a position, fit for a message; or the end of the line or the file.
std::string word_at(const char* position, const char* end);

} // namespace cg
