// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the layout of a struct in the programs and libraries of a profile.
#pragma once

#include "binary/binary_file.hpp"
#include "error/error.hpp"
#include "model/fwd.hpp"
#include "model/struct_layout.hpp"

#include <string>

namespace cg {

// Looks in the program of the command, then in those of costs by address and of static data, and
// stops at the first one that has the struct. Of several layouts, takes the one that fits blocks of
// the profile's data objects: its size divides a period. Tells `note` if none
// fits, and which of several layouts was taken. `source` is the profile's name for messages. Throws
// Error if none is found, or if several fit. NAME+BYTES is the struct after that number of other
// bytes, as in the node of a container.
StructLayout find_struct(const Profile& profile, const std::string& source, std::string name,
                         const binary::SearchPath& search, const Note& note);

} // namespace cg
