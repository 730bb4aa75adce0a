// SPDX-License-Identifier: GPL-2.0-or-later
// Quotes the text at a position of a file, for messages.
#pragma once

#include <string>

namespace cg {

// Returns the word at a position, for a message, or "the end of the line" and the like.
std::string word_at(const char* position, const char* end);

} // namespace cg
