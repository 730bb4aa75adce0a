// SPDX-License-Identifier: GPL-2.0-or-later
// New names for files and functions; what gets the same name is summed.
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
    // By the NameId of a file in profile.names: the names that it had before, in first-seen
    // order. cg_annotate looks for the sources there.
    std::vector<std::vector<std::string>> original_files;
};

// An empty function leaves the names as they are. What is unspecified stays so.
Renamed rename(const Profile& profile, const NameMap& file, const NameMap& function);

} // namespace cg
