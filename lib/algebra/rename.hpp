// SPDX-License-Identifier: GPL-2.0-or-later
// Renames files and functions, and sums those that get the same name.
#pragma once

#include "model/profile.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

using NameMap = std::function<std::string(std::string_view)>;

struct Renamed {
    Profile profile;
    // Indexed by the NameId of a file in profile.names: its original names, in first-seen order.
    // cg_annotate looks up sources by them.
    std::vector<std::vector<std::string>> original_files;
};

// Keeps the names for which a function is empty, and unspecified_function. The objects of
// calls change as files do.
Renamed rename(const Profile& profile, const NameMap& file, const NameMap& function);

} // namespace cg
