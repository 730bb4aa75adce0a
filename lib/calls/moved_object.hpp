// SPDX-License-Identifier: GPL-2.0-or-later
// Finds objects that are in another directory in another profile: their functions are different
// ones.
#pragma once

#include "model/calls.hpp"

#include <optional>
#include <string>

namespace cg {

struct MovedObject {
    std::string before;
    std::string after;

    bool operator==(const MovedObject&) const = default;
};

// Returns the first object of `first` that `second` lacks, with one of `second` that has the same
// last part of its path, and that `first` lacks. Nothing: there is none.
std::optional<MovedObject> moved_object(const Calls& first, const Calls& second);

} // namespace cg
