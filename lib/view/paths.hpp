// SPDX-License-Identifier: GPL-2.0-or-later
// Paths of source files as people see them. A compiler that ran in ./string writes
// ./string/../sysdeps/memcpy.S: shown is sysdeps/memcpy.S. The names in profiles stay as they are,
// since sources are found by them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cg {

// The components of a path, "/" for the root of an absolute one; without "." and without what
// ".." takes back. ".." stays only at the beginning of a relative path.
std::vector<std::string_view> path_components(std::string_view path);

// The same with slashes between them.
std::string display_path(std::string_view path);

// The directory of a path: "src" of "src/a.c", "/" of "/a.c", "." of "a.c", "???" of "???".
std::string_view directory_of(std::string_view path);

} // namespace cg
