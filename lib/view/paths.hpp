// SPDX-License-Identifier: GPL-2.0-or-later
// Makes paths of source files readable: ./string/../sysdeps/memcpy.S, from a compiler that ran in
// ./string, becomes sysdeps/memcpy.S. Names in profiles do not change, because sources are found by
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns the components of a path, the first "/" if it is absolute. Removes ".", and each ".."
// with the component before it; ".." stays only at the beginning of a relative path.
std::vector<std::string_view> path_components(std::string_view path);

// Returns the components with slashes between them.
std::string display_path(std::string_view path);

// Returns the directory of a path: "src" of "src/a.c", "/" of "/a.c", "." of "a.c", "???" of "???".
std::string_view directory_of(std::string_view path);

// Returns true if `end` is the path, or its last components: "b/c.c" of "/a/b/c.c".
bool is_end_of_path(std::string_view path, std::string_view end);

} // namespace cg
