// SPDX-License-Identifier: GPL-2.0-or-later
// Names of files from a file.
#pragma once

#include <string>
#include <vector>

namespace cg::merge {

// Adds what the list holds: one name a line or, when it holds a NUL byte, as `find -print0`
// writes, names ended by NUL. Empty names are passed over. Throws Error when it can't be read,
// UsageError when the list comes from stdin and "-" is among the files.
void append_files_from(const std::string& list, std::vector<std::string>& files);

} // namespace cg::merge
