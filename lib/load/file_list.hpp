// SPDX-License-Identifier: GPL-2.0-or-later
// Reads file names from a file.
#pragma once

#include <string>
#include <vector>

namespace cg {

// Appends the names in the list: one per line or, if the list contains a NUL byte, each ended by
// NUL, as `find -print0` writes them. Ignores empty names. Throws Error if the list can't be read,
// and UsageError if the list is read from stdin and "-" is one of the files.
void append_files_from(const std::string& list, std::vector<std::string>& files);

// Returns the lines of a file, without their newlines. Throws Error.
std::vector<std::string> read_lines(const std::string& path);

} // namespace cg
