// SPDX-License-Identifier: GPL-2.0-or-later
// Matches names of two profiles that differ only in compiler-generated parts.
#pragma once

#include "algebra/rename.hpp"
#include "model/profile.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

struct Matched {
    Profile first;                      // with the second's names for those that matched
    std::vector<std::string> ambiguous; // names that would match, but not one to one
};

// `normalizers`, weakest first. A file or function that is only in `first` is matched with one
// that is only in `second` if some normalizer makes their names equal and no third name equal to
// them; files also when a directory was moved. Functions are matched within a file. Calls
// `on_match`, if there is one, with `old -> new` for each match: to keep them all would take more
// memory than the profiles.
Matched match_names(Profile first, const Profile& second, std::span<const NameMap> normalizers,
                    const std::function<void(const std::string&)>& on_match = {});

} // namespace cg
