// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the layout of a struct by its name in debugging information.
#pragma once

#include "binary/binary_file.hpp"
#include "model/struct_layout.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cg::binary {

struct StructLayouts {
    std::vector<StructLayout> found;  // all that differ, in the order of the file
    std::vector<std::string> similar; // names that contain the one that was not found; the shortest
};

// Looks up a struct, class, union or typedef of one. Outer scopes may be left out of the name:
// `Order` finds shop::Order if no other has fewer scopes. So may the arguments of a template: the
// layouts of all its instances are found then. Types of functions are found if there is no other.
// Reads all debugging information of the file. Throws Error if that is broken, and if there is
// none.
StructLayouts struct_layouts(BinaryFile& file, std::string_view name);

} // namespace cg::binary
