// SPDX-License-Identifier: GPL-2.0-or-later
// Lets functions of two profiles meet whose names differ only in what a build made up.
#pragma once

#include "algebra/rename.hpp"
#include "model/profile.hpp"

#include <string>
#include <vector>

namespace cg {

struct Matched {
    Profile first;                  // with the second's names where they met
    std::vector<std::string> met;   // `old -> new`, for the user
    std::vector<std::string> alone; // what would meet, but not one to one
};

// plain drops from a name what builds make up. A file or function that only one profile has
// meets one that only the other has when their plain names are equal and no third has it; files
// also when all of them moved from one folder to another. Functions meet within a file.
Matched match_names(const Profile& first, const Profile& second, const NameMap& plain);

} // namespace cg
