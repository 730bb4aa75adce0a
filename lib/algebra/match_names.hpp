// SPDX-License-Identifier: GPL-2.0-or-later
// Lets functions of two profiles meet whose names differ only in what a build made up.
#pragma once

#include "algebra/rename.hpp"
#include "model/profile.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

struct Matched {
    Profile first;                  // with the second's names where they met
    std::vector<std::string> met;   // `old -> new`, for the user
    std::vector<std::string> alone; // what would meet, but not one to one
};

// Each of plain drops from a name what builds make up, each more than the one before. A file or
// function that only one profile has meets one that only the other has when their plain names
// are equal and no third has it, by the first of plain for which that is so; files also when all
// of them moved from one folder to another. Functions meet within a file.
Matched match_names(const Profile& first, const Profile& second, std::span<const NameMap> plain);

} // namespace cg
